"""From a request to a result: jobs, fallbacks, what is kept between solves."""
