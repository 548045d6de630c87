"""Sun: rays around its disc, foundations in it; below the horizon what the stage turns on."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Final

from engine.cards import CLUBS, DIAMONDS, HEARTS, SPADES, SUITS, Card
from engine.view import Mark, Outcome, Pile, View
from engine.words import Translate
from render import faces, rays, sunny, tokens
from render.canvas import Placed
from render.changes import Spot
from render.layouts import _sky as sky
from render.layouts import _sun_words
from render.layouts._sun_rules import RULES
from render.look import Look
from render.palette import Theme, suited, theme

_CARD: Final = (66, 92)
_ACROSS: Final = 74
_TOPS: Final = (458, 562)
_PANEL_CARD: Final = (80, 112)
_PANEL_TOP: Final = sky.HORIZON + 13
_PANEL_MIDDLE: Final = _PANEL_TOP + _PANEL_CARD[1] // 2
_CAP: Final = 17
_SUIT_ORDER: Final = (SPADES, HEARTS, DIAMONDS, CLUBS)
_THEME: Final = theme(
    felt="1D4877",
    edge="122B4C",
    shade="0D1F38",
    line="22303F",
    pill="0C1E36",
    place="163A62",
    ghost="6C90B5",
    back="8C2F1E",
    lattice="D98A5B",
    rug="7C5A22",
    hem="D9A63A",
    nook="5E4318",
)


class SunLayout:
    """The table of Sun."""

    name: Final = "sun"
    size: Final = (sky.WIDTH, sky.HEIGHT)
    rules: Final = RULES

    def theme(self, view: View, look: Look) -> Theme:
        """Return the colours of the felt, and those that a look chooses."""
        return suited(_THEME, look)

    def scenery(self, look: Look) -> tuple[Placed, ...]:
        """Return the sea and the sun."""
        disc = sunny.disc(sky.DISC, sky.HORIZON - sky.CENTRE[1])
        return (
            Placed(disc, *sky.CENTRE, "ornament"),
            Placed(sunny.sea(sky.WIDTH, sky.HEIGHT - sky.HORIZON), 0, sky.HORIZON, "ornament"),
        )

    def place(self, view: View, look: Look, changed: Set[Spot]) -> list[Placed]:
        """Return the rays, the foundations, the clouds, the panel and the signs of the stages."""
        marks = {(mark.pile, mark.index): mark for mark in view.marks}
        placed = self._ornaments(view)
        clouds = self._clouds(view, marks)
        # The numbers of empty rays give way to clouds in the sky.
        numbered = view.outcome is not Outcome.WON and all(one.y > sky.HORIZON for one in clouds)
        for pile in view.piles:
            if pile.name.startswith("r"):
                placed += self._ray(view, pile, marks, numbered=numbered)
        placed += self._foundations(view, marks)
        placed += clouds
        placed += self._panel(view, marks)
        return placed

    def words(self, view: View, translate: Translate) -> list[str]:
        """Return the position in sentences."""
        return _sun_words.sentences(view, translate)

    def lines(self, view: View, translate: Translate) -> list[str]:
        """Return the position in lines for letters of one width."""
        return _sun_words.lines(view, translate)

    def _ornaments(self, view: View) -> list[Placed]:
        stages = [int(number) for number in str(view.option("stages")).split("-")]
        placed = [
            Placed(
                sunny.stage(number, 60, "chalk" if number == view.fact("stage") else "ghost"), 48 + 78 * n, 32, "pill"
            )
            for n, number in enumerate(stages)
        ]
        turn = view.fact("ray")
        if view.outcome is Outcome.WON:
            for ray in range(1, sky.RAYS + 1):
                spot = sky.along(ray, 395)
                placed.append(Placed(sunny.beam(350, 56, 10, sky.degrees(ray), "gold", 255), *spot, "ornament"))
        elif turn is not None:
            spot = sky.along(turn, 395)
            placed.append(Placed(sunny.beam(380, 64, 100, sky.degrees(turn), "ghost", 150), *spot, "ornament"))
        return placed

    def _ray(self, view: View, pile: Pile, marks: Mapping[tuple[str, int], Mark], *, numbered: bool) -> list[Placed]:
        ray, count = int(pile.name[1:]), len(pile.cards)
        if not count:
            if not numbered:
                return []
            number = tokens.writing(str(ray), 18, "ghost")
            return [Placed(number, *sky.along(ray, 232), "place", pile.name)]
        start, step = sky.radii(count)
        degrees = sky.degrees(ray)
        in_turn = view.fact("ray") == ray
        placed = []
        for index, one in enumerate(pile.cards):
            if one is None:
                continue
            mark = None if in_turn else marks.get((pile.name, index))
            seen = int(step) if index < count - 1 else None
            if seen is not None and index == count - 2 and not in_turn and (pile.name, count - 1) in marks:
                seen -= rays.RIM
            spot = sky.along(ray, start + index * step + rays.length(seen) / 2)
            sprite = rays.ray_card(one, degrees, seen, rim=mark is not None)
            placed.append(Placed(sprite, *spot, "card", pile.name, index))
            if mark is not None:
                end = sky.along(ray, start + index * step + rays.LENGTH + 3)
                placed.append(Placed(tokens.tag(mark.tag, _CAP), *end, "tag", pile.name, index, mark.tag))
        return placed

    def _foundations(self, view: View, marks: Mapping[tuple[str, int], Mark]) -> list[Placed]:
        rows = (
            (("aces", "A"), ("kings", "K")) if view.option("bases") == "aces-kings" else (("aces", "A"), ("aces2", "A"))
        )
        placed: list[Placed] = []
        tags: list[Placed] = []
        for (row, base), top in zip(rows, _TOPS, strict=True):
            for column, suit in enumerate(_SUIT_ORDER):
                x, name = (
                    sky.CENTRE[0] - 2 * _ACROSS + (_ACROSS - _CARD[0]) // 2 + column * _ACROSS,
                    f"{row}-{SUITS[suit]}",
                )
                cards = view.cards(name)
                index = len(cards) - 1
                one = cards[-1] if cards else None
                if one is None:
                    placed.append(Placed(tokens.place(*_CARD, base, suit, ground="rug"), x, top, "place", name))
                    continue
                mark = marks.get((name, index))
                placed.append(
                    Placed(faces.face(one, *_CARD, rim=mark is not None, flat=True), x, top, "card", name, index)
                )
                if mark is not None:
                    at = x + _CARD[0] // 2, top + _CARD[1] - 3
                    tags.append(Placed(tokens.tag(mark.tag, 16), *at, "tag", name, index, mark.tag))
        return placed + tags

    def _clouds(self, view: View, marks: Mapping[tuple[str, int], Mark]) -> list[Placed]:
        piles = [pile for pile in view.piles if pile.name.startswith("c") and pile.cards]
        if not piles:
            return []
        if view.fact("wind"):
            spread = [sky.wind(len(piles[0].cards))]
        else:
            held = {
                int(pile.name[1:]): len(pile.cards) for pile in view.piles if pile.name.startswith("r") and pile.cards
            }
            spread = sky.clouds([len(pile.cards) for pile in piles], held)
        placed: list[Placed] = []
        tags: list[Placed] = []
        for pile, spots in zip(piles, spread, strict=True):
            for index, (one, spot) in enumerate(zip(pile.cards, spots, strict=True)):
                if one is None:
                    continue
                mark = marks.get((pile.name, index))
                seen = spot.seen - (faces.RIM if (pile.name, index + 1) in marks else 0)
                sprite = faces.corner(one, sky.CLOUD_WIDTH, sky.CLOUD_HEIGHT, seen, rim=mark is not None)
                placed.append(Placed(sprite, spot.x, spot.y, "card", pile.name, index))
                if mark is not None:
                    at = spot.x + min(spot.seen, sky.CLOUD_WIDTH) // 2, spot.y + sky.CLOUD_HEIGHT - 8
                    tags.append(Placed(tokens.tag(mark.tag, 16), *at, "tag", pile.name, index, mark.tag))
        return placed + tags

    def _panel(self, view: View, marks: Mapping[tuple[str, int], Mark]) -> list[Placed]:
        if view.outcome is Outcome.WON:
            return [Placed(tokens.laurel(str(view.score), 124), sky.CENTRE[0], sky.HORIZON + 68, "ornament")]
        placed = self._lost(view) if view.outcome is Outcome.LOST else []
        if view.fact("stage") == 1:
            placed += self._stock(view)
        turn = view.fact("ray")
        if turn is not None:
            placed += self._in_turn(turn, view.cards(f"r{turn}"), marks)
        return placed

    @staticmethod
    def _lost(view: View) -> list[Placed]:
        return [Placed(tokens.ribbon(f"{view.progress}/{view.total}", 16), 1090, 34, "ornament")]

    @staticmethod
    def _stock(view: View) -> list[Placed]:
        count = len(view.cards("stock"))
        x, y = 32, _PANEL_TOP
        if count:
            placed = [Placed(faces.back(*_PANEL_CARD), x, y, "card", "stock", count - 1)]
        else:
            placed = [Placed(tokens.signed_place(*_PANEL_CARD, "end"), x, y, "place", "stock")]
        text = str(count)
        left = x + _PANEL_CARD[0] + 20
        for sprite, down, says in (
            (tokens.pill(text, 24), -26, text),
            (tokens.dots(view.fact("arcs") or 0, 8, 18), 24, ""),
        ):
            placed.append(Placed(sprite, left + sprite.origin[0], _PANEL_MIDDLE + down, "pill", says=says))
        return placed

    @staticmethod
    def _in_turn(ray: int, cards: tuple[Card | None, ...], marks: Mapping[tuple[str, int], Mark]) -> list[Placed]:
        pitch = min(_PANEL_CARD[0] + 12, (sky.WIDTH - 240) // max(1, len(cards)))
        x = sky.CENTRE[0] - (pitch * (len(cards) - 1) + _PANEL_CARD[0]) // 2
        placed = [Placed(tokens.pill(str(ray), 26), 80, _PANEL_MIDDLE, "pill", says=str(ray))]
        for index, one in enumerate(cards):
            if one is None:
                continue
            mark = marks.get((f"r{ray}", index))
            left = x + index * pitch
            face = faces.face(one, *_PANEL_CARD, rim=mark is not None)
            placed.append(Placed(face, left, _PANEL_TOP, "card", f"r{ray}", index))
            if mark is not None:
                at = left + _PANEL_CARD[0] // 2, _PANEL_TOP + _PANEL_CARD[1] - 6
                placed.append(Placed(tokens.tag(mark.tag, _CAP), *at, "tag", f"r{ray}", index, mark.tag))
        return placed


LAYOUT: Final = SunLayout()
