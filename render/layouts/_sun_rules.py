"""The rules of Sun, paragraph by paragraph, each with a position that shows what it says."""

from __future__ import annotations

from typing import Final

from engine.words import mark
from render.guide import Arrow, Paragraph, Ring, Scene, Step

RULES: Final = (
    Paragraph(
        mark("The aim"),
        mark(
            "Bring all 104 cards of two packs home to the foundations in the middle of the sun. Thirteen rays go out "
            "from it, numbered 1 to 13 from left to right. The game begins with one card on each."
        ),
        mark("the start of a game; rays 1, 7 and 13 are ringed"),
        Scene("sun", "rules 2"),
        (Ring("r1"), Ring("r7"), Ring("r13")),
        ("r1", "r7", "r13", "kings-S"),
        wide=True,
    ),
    Paragraph(
        mark("The foundations"),
        mark("There are two rows of four piles, one for each suit. Choose before the game what they are built on."),
        mark("two aces of the ace row and a king of the king row are ringed; the other places are empty"),
        Scene("sun", "rules 2", moves="next r3>A r6>A r10>K"),
        (Ring("aces-H"), Ring("aces-D"), Ring("kings-S")),
        ("aces-S", "aces-H", "aces-D", "aces-C", "kings-S", "kings-H", "kings-D", "kings-C"),
        option="bases",
        choices={
            "aces-kings": mark(
                "The ace row begins with the first ace of a suit that is moved there and is built up to the king. The "
                "king row begins with a king and is built down to the ace."
            ),
            "aces": mark("Both rows begin with aces and are built up to the kings."),
        },
    ),
    Paragraph(
        mark("From row to row"),
        mark(
            "The top card of an ace pile may move on to the king pile of its suit where it fits, and back, at any time "
            "and as often as you like: `S>K`, `S>A`. The ace or king that a pile began with never moves. Two rows of "
            "aces have no such moves."
        ),
        mark("an arrow with two heads joins the 7♣ of the ace row and the 8♣ of the king row"),
        Scene("sun", "rules 11", eager=39),
        (Arrow("aces-C", "kings-C", bend=1.1, back=True),),
        ("ways", "aces-C", "kings-C"),
    ),
    Paragraph(
        mark("Stage one: sunrise"),
        mark(
            "The outermost card of each ray is available. A gold rim marks one that fits now: `r7>A` moves that of ray "
            "7 to the ace row, `r7>K` to the king row. `next` (the button below the board) deals another arc, one card "
            "to each ray, the empty ones too. Eight arcs are all the cards."
        ),
        mark(
            "two arcs lie; arrows lead from A♥ on ray 6 to the ace row, from K♠ on ray 10 to the king row; A♦ on ray 3 "
            "is ringed"
        ),
        Scene("sun", "rules 2", eager=1),
        (Arrow("r6", "aces-H", bend=0.1), Arrow("r10", "kings-S", bend=-0.1), Ring("r3")),
        ("r1", "r7", "r13", "kings-S"),
        wide=True,
    ),
    Paragraph(
        mark("Stage two: the sun plays"),
        mark(
            "After the last arc, `next` gives the rays their turns from left to right; empty rays have none, and there "
            "is no going back. All cards of the ray in turn are available, wherever they lie, and below it is shown "
            "once more; of the other rays, only the outermost. `r7.2>A` is the second card of ray 7 from the middle. "
            "When a card is taken from inside, the others keep their order."
        ),
        mark("ray 11 is in turn: its eight cards are ringed, on the ray and in the panel below"),
        Scene("sun", "rules 1", eager=64),
        tuple(Ring("r11", index) for index in range(8)),
        wide=True,
    ),
    Paragraph(
        mark("Stage three: sunset"),
        mark(
            "After the last turn each `next` gathers the first ray from the left that holds a card. Its cards are "
            "dealt, the innermost first, one to each ray to its right, the empty ones too. What is left when ray 13 "
            "has had one lies down as a cloud. Ray 13 has nothing to its right: all its cards become a cloud."
        ),
        mark("ray 1 has been gathered: the numbers show where its cards were dealt"),
        Scene("sun", "rules 47", eager=78),
        tuple(Step(ray - 1, f"r{ray}") for ray in range(2, 7)),
        wide=True,
    ),
    Paragraph(
        mark("Clouds"),
        mark(
            "The first and the last card of each cloud are available, beside the outermost cards of the rays: `c2f>A`, "
            "`c2l>K`. Clouds keep their numbers. A cloud of one card has just a first."
        ),
        mark("five clouds; the fifth has rings around its first and last card, each other around its one card"),
        Scene("sun", "rules 1", eager=109),
        (
            *(Ring(f"c{number}", 0) for number in range(1, 6)),
            Ring("c5"),
        ),
        ("c1", "c2", "c3", "c4", "c5"),
    ),
    Paragraph(
        mark("The wind"),
        mark(
            "When clouds are all that is left, `next` lets the wind blow, once: their cards are shuffled and lie down "
            "as one cloud. How it blows is part of the deal, so that the same moves always meet the same wind."
        ),
        mark("the wind's cloud, with rings around its first and last card"),
        Scene("sun", "rules 3", eager=114),
        (Ring("c8", 0), Ring("c8")),
        ("c8",),
    ),
    Paragraph(
        mark("Stages"),
        mark("Choose before the game which stages it has."),
        mark("sunset after sunrise: the first ray has been gathered"),
        Scene("sun", "rules 4", (("stages", "1-3"),), eager=60),
        option="stages",
        choices={
            "1-2-3": mark("Sunrise, play and sunset."),
            "1-3": mark("The sun sets after the last arc; no ray has a turn."),
            "1": mark("No step follows the last arc."),
        },
    ),
    Paragraph(
        mark("The end"),
        mark(
            "The game is won when all 104 cards are on the foundations. It is lost when there is no `next` and no card "
            "could go home, not even after moves from row to row."
        ),
        mark("a game that is won: the sun is full"),
        Scene("sun", "rules 4", eager=135),
    ),
)
