"""What road solvers give: times, spans along streets, and their validation."""
