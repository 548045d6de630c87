"""The Discord bot: commands, boards, and the use cases behind them."""
