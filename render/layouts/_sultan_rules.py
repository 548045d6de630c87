"""The rules of Sultan, paragraph by paragraph, each with a position that shows what it says."""

from __future__ import annotations

from typing import Final

from engine.words import mark
from render.guide import Arrow, Paragraph, Ring, Scene

_SEED: Final = "rules 29"

RULES: Final = (
    Paragraph(
        mark("The aim"),
        mark(
            "Two packs. The king of hearts in the middle is the sultan; he takes no part in play. The seven other "
            "kings and one ace of hearts around him are the eight foundations. Build them up until eight queens stand "
            "around the sultan."
        ),
        mark("the start of a game, with a ring around the sultan amid the eight foundations"),
        Scene("sultan", _SEED),
        (Ring("sultan"),),
    ),
    Paragraph(
        mark("The foundations"),
        mark(
            "Each foundation is built up in its suit. On a king goes the ace, then 2, 3 and so on to the queen. On the "
            "ace of hearts goes the 2, and so on to the queen. Where both foundations of a suit want a card, it makes "
            "no difference which takes it."
        ),
        mark(
            "arrows lead from the jack of spades to the ten of spades, and from a queen of hearts to the jack of hearts"
        ),
        Scene("sultan", _SEED, eager=248),
        (Arrow("d3", "S2"), Arrow("d5", "H2")),
        ("d1", "d3", "d4", "d6"),
    ),
    Paragraph(
        mark("What may be played"),
        mark(
            "The cards at the sides are the divan. Each card of the divan may be built, and so may the top card of the "
            "waste, at the bottom right. A gold rim marks a card that fits now, and its tag is the name of the move: "
            "`d1`, `d2` and so on for the divan, `w` for the waste."
        ),
        mark("the six cards of the divan and the top card of the waste are ringed"),
        Scene("sultan", _SEED, eager=123),
        (*(Ring(f"d{place}") for place in range(1, 7)), Ring("waste")),
    ),
    Paragraph(
        mark("The divan fills itself"),
        mark(
            "An empty place of the divan is filled at once: with the top of the waste or, if there is no waste, with "
            "the next stock card. If there is neither, it stays empty."
        ),
        mark(
            "first an arrow from the 9♣ of the divan to its foundation, then one from the waste to the place it leaves"
        ),
        Scene("sultan", _SEED, eager=245),
        (Arrow("d6", "C1", bend=-0.2, number=1), Arrow("waste", "d6", bend=-0.7, number=2)),
        ("C1", "waste"),
    ),
    Paragraph(
        mark("The stock"),
        mark(
            "`draw` (the button below the board) turns a stock card on to the waste. Of the waste only the top card is "
            "available."
        ),
        mark("an arrow leads from the stock to the waste"),
        Scene("sultan", _SEED, eager=30),
        (Arrow("stock", "waste", bend=0.08),),
    ),
    Paragraph(
        mark("Three passes"),
        mark(
            "With the stock empty and cards on the waste, `redeal` turns the waste over to be the stock again: the "
            "card turned first comes first. This can be done twice, so the stock is gone through three times. The dots "
            "show which pass it is."
        ),
        mark("the stock is empty; an arrow leads back from the waste to its place"),
        Scene("sultan", _SEED, eager=107),
        (Arrow("waste", "stock", bend=-0.08),),
    ),
    Paragraph(
        mark("The divan's size"),
        mark("Choose before the game how many places the divan has."),
        mark("a divan of eight, its cards ringed"),
        Scene("sultan", "rules 1", (("divan", "8"),)),
        tuple(Ring(f"d{place}") for place in range(1, 9)),
        option="divan",
        choices={
            "6": mark("Three places on each side."),
            "8": mark("Four places on each side, which makes the game easier."),
        },
    ),
    Paragraph(
        mark("The end"),
        mark(
            "The game is won when each of the eight foundations ends in its queen: the sultan stands amid his harem. "
            "It is lost when no move is left: nothing to build, nothing to draw, nothing to turn over."
        ),
        mark("a game that is won: eight queens around the sultan"),
        Scene("sultan", _SEED, eager=294),
    ),
)
