"""What Discord refuses in a body: each wrong field is named by its path, with Discord's code and words."""
