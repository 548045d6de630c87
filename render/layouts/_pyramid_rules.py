"""The rules of Pyramid, paragraph by paragraph, each with a position that shows what it says."""

from __future__ import annotations

from typing import Final

from engine.words import mark
from render.guide import Arrow, Cross, Paragraph, Ring, Scene

_SEED: Final = "rules 331"

RULES: Final = (
    Paragraph(
        mark("The aim"),
        mark(
            "Clear the pyramid. Its 28 cards lie in seven rows, and each card lies half over two cards of the row "
            "above. The other 24 cards of the pack are the stock, at the left; the waste is at the right."
        ),
        mark("the start of a game, with rings around the stock and the empty waste"),
        Scene("pyramid", _SEED),
        (Ring("stock"), Ring("waste1")),
    ),
    Paragraph(
        mark("Free cards"),
        mark(
            "A card of the pyramid is available when neither of the two cards that lay on it is left. The bottom row "
            "is available from the start."
        ),
        mark("the 4♥ is ringed, both cards that lay on it are gone; a cross is on the Q♣, a card still lies on it"),
        Scene("pyramid", _SEED, moves="3D+TH"),
        (Ring("p6.5"), Cross("p6.4")),
        ("p5.4", "p6.4", "p6.5", "p7.4", "p7.7"),
    ),
    Paragraph(
        mark("Pairs of 13"),
        mark(
            "Discard two available cards that make 13 together. The ace counts 1, the jack 11, the queen 12, the other "
            "cards their number. A king counts 13 and goes alone. A card never pairs with a card that still lies on "
            "it. A gold rim marks each card that can go now. In writing, a play is its cards: `KS` is K♠, "
            "`4H+9C` is 4♥ and 9♣."
        ),
        mark("an arrow joins 3♦ and 10♥, which make 13; a ring is around the king of hearts, which goes alone"),
        Scene("pyramid", _SEED),
        (Arrow("p7.5", "p7.6", bend=0.5), Ring("p7.2")),
        ("p7.2", "p7.3", "p7.5", "p7.6"),
    ),
    Paragraph(
        mark("The stock"),
        mark(
            "`draw` (the button below the board) turns a stock card on to the waste. The top card of the waste is "
            "available too, and the cards below it wait: each comes back into play when those above it have gone."
        ),
        mark("an arrow leads from the stock to the waste; its top card, 3♠, and the 10♥ it pairs with are ringed"),
        Scene("pyramid", _SEED, moves="draw"),
        (Arrow("stock", "waste1", bend=0.2), Ring("waste1"), Ring("p7.6")),
    ),
    Paragraph(
        mark("Wastes"),
        mark("Choose before the game how many wastes there are."),
        mark("three wastes, each with a ring around its top card: Q♥ and A♦ are a pair"),
        Scene("pyramid", "rules 13", (("piles", "3"),), "draw draw draw"),
        (Ring("waste1"), Ring("waste2"), Ring("waste3")),
        ("waste1", "waste2", "waste3"),
        option="piles",
        choices={
            "1": mark("`draw` turns one card."),
            "3": mark(
                "`draw` turns three cards, one on to each waste, from left to right; if fewer are left, the wastes at "
                "the left get them. All three top cards are available and may pair with each other. Cards never move "
                "from waste to waste. An emptied waste stays empty until a draw reaches it."
            ),
        },
    ),
    Paragraph(
        mark("An open stock"),
        mark("Choose whether the next card of the stock can be seen."),
        mark("the next stock card, 7♣, lies face up; it and the 6♦ on the waste, its pair, are ringed"),
        Scene("pyramid", "rules 5", (("stock", "open"),), "draw draw draw draw"),
        (Ring("stock"), Ring("waste1")),
        option="stock",
        choices={
            "closed": mark("It lies face down until it is drawn."),
            "open": mark(
                "It lies face up and is available as well. It may pair with the top of the waste. There is one waste."
            ),
        },
    ),
    Paragraph(
        mark("Redeals"),
        mark(
            "When the stock is empty and cards lie on the waste, `redeal` turns the waste over to be the stock again: "
            "the card turned first comes first. Of three wastes the first comes first, then the second, then the "
            "third. Choose how often this can be done."
        ),
        mark("the stock is empty; an arrow leads back from the waste to its place"),
        Scene("pyramid", "rules 1", (("redeals", "1"),), eager=32),
        (Arrow("waste1", "stock", bend=0.1),),
        option="redeals",
    ),
    Paragraph(
        mark("The end"),
        mark(
            "The game is won when all 28 cards of the pyramid are gone, whatever is left in the stock and the waste. "
            "It is lost when no move is left: no card to discard, none to draw, none to turn over."
        ),
        mark("a game that is won: the pyramid is gone"),
        Scene("pyramid", "rules 169", eager=38),
    ),
)
