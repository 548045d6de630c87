"""Whatever is done to games in whatever order, they are as a plain model of them in memory."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Awaitable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from storage.database import Database
from storage.games import Games
from storage.rows import BoardMessage, Ending, GameOver, NewGame, NothingToTakeBack, StaleBoard, StoredGame

T = TypeVar("T")
OWNERS, CHANNELS = (1, 2), (None, 100, 200)
Times = st.integers(0, 20)  # few, so that games are touched at once, and clocks go back
Moves = st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=4)
Endings = st.sampled_from(
    [None, None, None, Ending(status="won", score=5, progress=6), Ending(status="lost", score=3, progress=4)]
)
Lags = st.sampled_from([0, 0, 0, 0, -1, 1])  # how far off the version is that a change is meant for


@dataclass
class Model:
    """A game as it should be; ``presses`` are the moves left of every request, in order."""

    stored: StoredGame
    presses: list[list[str]] = field(default_factory=list)
    hinted: set[int] = field(default_factory=set)
    """The versions at which there was a hint."""

    def changed(self, **values: object) -> None:
        moves = tuple(move for press in self.presses for move in press)
        self.stored = replace(
            self.stored,
            version=self.stored.version + 1,
            moves=moves,
            move_count=len(moves),
            last_request=len(self.presses[-1]) if self.presses else 0,
            **values,  # type: ignore[arg-type]  # the names and types of its fields
        )

    def take_back(self, plies: int) -> None:
        for _ in range(plies):
            self.presses[-1].pop()
            if not self.presses[-1]:
                self.presses.pop()


class GamesMachine(RuleBasedStateMachine):
    """Games of two owners in two channels, and now and then a new start of the program."""

    models = Bundle("models")

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.everything: list[Model] = []  # the last touched last
        self.open()

    def run(self, work: Awaitable[T]) -> T:
        async def wait() -> T:
            return await work

        return self.runner.run(wait())

    def open(self) -> None:
        self.database = self.run(Database.open(Path(self.folder.name) / "patience.db"))
        self.games = Games(self.database)

    def teardown(self) -> None:
        self.run(self.database.close())
        self.runner.close()
        self.folder.cleanup()

    def own(self, owner: int) -> list[StoredGame]:
        """Return an owner's games, the last touched first."""
        return [model.stored for model in reversed(self.everything) if model.stored.owner_id == owner]

    def touched(self, model: Model, at: int) -> None:
        """Note a touch: its time is the one given, or a millisecond after the last one."""
        touches = [game.touched_at for game in self.own(model.stored.owner_id)]
        model.stored = replace(model.stored, touched_at=max([at, *(time + 1 for time in touches)]))
        self.everything.sort(key=lambda other: other is model)

    def refused(self, model: Model, lag: int, work: Awaitable[object], *, open_to: tuple[str, ...]) -> bool:
        """Say whether a change must be refused, and see that it is, for the right reason."""
        if lag:
            with pytest.raises(StaleBoard) as stale:
                self.run(work)
            assert stale.value.version == model.stored.version
        elif model.stored.status not in open_to:
            with pytest.raises(GameOver) as over:
                self.run(work)
            assert over.value.status == model.stored.status
        else:
            return False
        return True

    @rule(target=models, owner=st.sampled_from(OWNERS), channel=st.sampled_from(CHANNELS), at=Times)
    def start(self, owner: int, channel: int | None, at: int) -> Model:
        new = NewGame(owner_id=owner, game="sun", options="{}", rules=1, seed="s", channel_id=channel)
        model = Model(self.run(self.games.start(new, at)))
        stored = model.stored
        assert stored.id not in {other.stored.id for other in self.everything}
        assert stored.started_at == at
        self.touched(model, at)
        assert model.stored == stored
        self.everything.append(model)
        return model

    @rule(model=models, lag=Lags, moves=Moves, ending=Endings, at=Times)
    def append(self, model: Model, lag: int, moves: list[str], ending: Ending | None, at: int) -> None:
        game = model.stored
        work = self.games.append(game.id, game.version + lag, moves, ending, at)
        if self.refused(model, lag, work, open_to=("playing",)):
            return
        model.presses.append(list(moves))
        first = at if game.first_move_at is None else game.first_move_at
        if ending is None:
            model.changed(first_move_at=first)
        else:
            model.changed(first_move_at=first, ended_at=at, **asdict(ending))
        self.touched(model, at)
        assert self.run(work) == model.stored

    @rule(model=models, lag=Lags, plies=st.none() | st.integers(1, 5), reopen=st.booleans(), at=Times)
    def take_back(self, model: Model, lag: int, plies: int | None, reopen: bool, at: int) -> None:
        game = model.stored
        work = self.games.take_back(game.id, game.version + lag, at, plies=plies, reopen=reopen)
        if self.refused(model, lag, work, open_to=("playing", "won", "lost") if reopen else ("playing",)):
            return
        if not game.moves or (plies or 0) > len(game.moves):
            with pytest.raises(NothingToTakeBack):
                self.run(work)
            return
        model.take_back(len(model.presses[-1]) if plies is None else plies)
        model.changed(undo_count=game.undo_count + 1, status="playing", score=None, progress=None, ended_at=None)
        self.touched(model, at)
        assert self.run(work) == model.stored

    @rule(model=models, lag=Lags, at=Times)
    def resign(self, model: Model, lag: int, at: int) -> None:
        work = self.games.resign(model.stored.id, model.stored.version + lag, at, score=1, progress=2)
        if self.refused(model, lag, work, open_to=("playing",)):
            return
        model.changed(status="resigned", score=1, progress=2, ended_at=at)
        self.touched(model, at)
        assert self.run(work) == model.stored

    @rule(model=models, lag=Lags)
    def count_hint(self, model: Model, lag: int) -> None:
        game = model.stored
        work = self.games.count_hint(game.id, game.version + lag)
        if self.refused(model, lag, work, open_to=("playing",)):
            return
        model.hinted.add(game.version)
        model.stored = replace(game, hints=len(model.hinted))
        assert self.run(work) == model.stored.hints

    @rule(model=models, channel=st.sampled_from(CHANNELS), message=st.integers(1, 9), at=Times)
    def place_board(self, model: Model, channel: int | None, message: int, at: int) -> None:
        game = model.stored
        gone = self.run(self.games.place_board(game.id, at, guild_id=7, channel_id=channel, message_id=message))
        before = None if game.message_id is None else BoardMessage(game.channel_id, game.message_id)
        assert gone == (None if game.message_id == message else before)
        model.stored = replace(game, guild_id=7, channel_id=channel, message_id=message)
        self.touched(model, at)

    @rule()
    def start_the_program_again(self) -> None:
        self.run(self.database.close())
        self.open()

    @invariant()
    def every_game_is_as_the_model_has_it(self) -> None:
        for model in self.everything:
            assert self.run(self.games.get(model.stored.id)) == model.stored

    @rule(owner=st.sampled_from(OWNERS), channel=st.sampled_from(CHANNELS), offset=st.integers(0, 3))
    def list_count_and_find(self, owner: int, channel: int | None, offset: int) -> None:
        own = self.own(owner)
        playing = [game for game in own if game.status == "playing"]
        page = slice(offset, offset + 2)
        assert [asdict(row) for row in self.run(self.games.recent(owner, 2, offset))] == list(map(light, own[page]))
        rows = self.run(self.games.unfinished(owner, 2, offset))
        assert [asdict(row) for row in rows] == list(map(light, playing[page]))
        counts = self.run(self.games.counts(owner))
        assert {status: count for status, count in counts.items() if count} == Counter(game.status for game in own)
        here = [game for game in playing if channel is not None and game.channel_id == channel]
        assert self.run(self.games.current(owner, channel)) == next(iter(here or playing), None)
        over = [game for game in own if game.status != "playing"]
        here = [game for game in over if channel is not None and game.channel_id == channel]
        assert self.run(self.games.last_over(owner, channel)) == next(iter(here or over), None)


def light(game: StoredGame) -> dict[str, object]:
    """Return the fields that a listing has."""
    return {name: value for name, value in asdict(game).items() if name not in ("moves", "last_request")}


TestGames = GamesMachine.TestCase
TestGames.settings = settings(max_examples=30, stateful_step_count=30, deadline=None)
