"""Streets drawn on a device, from times that lie there."""
