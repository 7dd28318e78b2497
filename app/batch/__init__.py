"""Many questions, one after the other: what is finished is remembered, what fails is told."""
