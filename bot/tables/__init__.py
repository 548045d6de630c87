"""Tables: several people at one game in turns, or racing on one deal."""
