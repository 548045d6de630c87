"""A fourth game, as somebody would add it: Aces Up, whose rules and layout are a file each."""
