"""What was tried and is not used: it runs, is tested and measured; nothing else imports it."""
