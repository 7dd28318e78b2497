"""What single ways are bound by: rules, sizes and speeds of their own."""
