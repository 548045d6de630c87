"""What people are told who ran into a refusal or an error: a sentence that says what to do."""

from __future__ import annotations

from discord.utils import escape_markdown, escape_mentions

from bot.advisor import HintAfterEnd, NoHintsHere, NotFound, SearchOff, StillSearching, StillUnderWay
from bot.dailies import DailyRefused
from bot.days import NoSuchDay
from bot.dealing import NoProof
from bot.imports import ImportsClosed
from bot.positions import BrokenGame
from bot.ranked import DayClosed, DayUntold, LookTaken, RaceUntold
from bot.refusals import DealUntold, NoAdvance, NoGame, NoGameOver, NoGameYet, NotManaged, NotYours, NoWayOn
from bot.tables.refusals import StaleTable, TableRefused
from bot.texts import as_code
from engine.game import MoveError
from engine.record import RecordError
from engine.words import Refusal, Translate
from storage.daily import AttemptUsed
from storage.errors import StorageError
from storage.rows import (
    DealAtTable,
    GameOn,
    GameOver,
    NoSuchGame,
    NothingToTakeBack,
    RaceClosed,
    StaleBoard,
    UntoldDeal,
)
from storage.table_privacy import SeatedAtTables
from storage.table_rows import NoSuchTable, TableChanged


def sentence_for(error: Exception, translate: Translate) -> str | None:
    """Return what to say to the person who ran into an error; None if it is not their doing but a fault of ours."""
    match error:
        case MoveError():
            move = as_code(error.move if len(error.move) <= 40 else f"{error.move[:39]}…")
            return translate("{move} can't be played. {why}.").format(move=move, why=error.why.text(translate))
        case GameOver():
            return translate("This game is over. Start another one with /play.")
        case DayClosed():
            return translate("The time of this daily is over: it counts as it stood. /daily opens the one of today.")
        case LookTaken():
            return translate("In a ranked game nothing is taken back that has turned a card.")
        case DayUntold() | UntoldDeal():
            return translate(
                "Others may still play this deal ranked: until {until} nobody is told anything of it, nor plays it "
                "otherwise."
            ).format(until=f"<t:{error.told_at // 1000}:f>")
        case ImportsClosed():
            return translate(
                "You have brought a deal that others still play. Until they are done you can bring no other records of "
                "this game: what I refuse would tell you its cards."
            )
        case RaceUntold():
            return translate(
                "Others are still racing on this deal: nobody is told anything of it, nor plays it otherwise, until "
                "the race is over, by {until} at the latest."
            ).format(until=f"<t:{error.told_at // 1000}:f>")
        case RaceClosed():
            return translate("The time of this race is over: your game counts as it stood.")
        case DealAtTable():
            return translate("Others are playing this deal at a table: until they are done nobody plays it otherwise.")
        case DailyRefused() | NotManaged() | TableRefused():
            return error.why.text(translate)
        case StaleTable() | TableChanged():
            return translate("The table had moved on before this came, so nothing was done by it.")
        case SeatedAtTables():
            return translate("You have sat down at a table again. Leave it, then ask for the deletion once more.")
        case NoSuchTable():
            return translate("There is no such table any more. Open one with /table open.")
        case AttemptUsed():
            return translate("You have had your attempt at this daily, and deleted what was kept of it.")
        case NoSuchDay():
            return translate("{given} is no date: write one like 2026-11-28.").format(given=as_code(error.given[:40]))
        case NoAdvance():
            return translate("There is nothing more to turn or deal: choose one of the plays that are left.")
        case NoWayOn():
            return translate("That leads nowhere just now: nothing would be turned or played by it.")
        case StaleBoard():
            return translate("The game had moved on before this came, so nothing was done by it.")
        case NotYours():
            return translate("This is the game of <@{owner}>. Start your own with /play.").format(owner=error.owner_id)
        case NothingToTakeBack():
            return translate("There is no move to take back: this is the start of the game.")
        case NoGameOver():
            return translate("You have no game that is over.")
        case HintAfterEnd():
            return translate("This game is over: /analyse shows where it could be won.")
        case StillUnderWay():
            return translate("This game is not over: it can be analysed then. Until then there is /hint.")
        case NoHintsHere():
            return translate("There are no hints in this game.")
        case SearchOff():
            return translate("Hints and analyses are switched off on this bot.")
        case StillSearching():
            return translate("What you asked before is still being searched for. Ask again once it is answered.")
        case NotFound():
            return translate("The search has brought no answer, and nothing was counted. Try again in a while.")
        case NoGameYet():
            return translate("You have no game yet. Start one with /play.")
        case NoGame(number=None):
            return translate(
                "You have no game of your own under way. Start one with /play; "
                "a table is played by what stands below its board."
            )
        case NoGame(number=0):
            return translate("There is no such game: choose one from the list.")
        case NoGame(number=number) | NoSuchGame(game_id=number):
            return translate("You have no game {number}.").format(number=number)
        case Refusal():
            return translate("That game can't be dealt: {why}.").format(why=plain(error.why.text(translate)))
        case RecordError():
            what = ": ".join(part.text(translate) for part in (error.where, error.why) if part is not None)
            return translate("That file can't be imported: {what}.").format(what=plain(what))
        case NoProof():
            return translate("No way to win this deal is known.")
        case GameOn():
            return translate("You have taken this game up again; how it could be won is told when it is over.")
        case DealUntold():
            return translate(
                "The deal of this game would tell every card to come: it is told when the game is over, not before."
            )
        case BrokenGame():
            return translate("This game can't be read any more; the others are not touched. Start another with /play.")
        case StorageError():
            return translate("Your games can't be reached just now, so nothing was changed. Try again in a while.")
    return None


def moves_stopped(error: MoveError, translate: Translate) -> str:
    """Return what to say where several moves were asked for, and one behind the first could not be made."""
    # Outside the f-string: where Python is older than 3.12, nobody who collects sentences looks into one.
    made = translate("The moves before it were made.")
    return f"{sentence_for(error, translate)} {made}"


def plain(text: str) -> str:
    """Return a sentence that quotes a player so that it neither pings anybody nor changes the layout."""
    return escape_mentions(escape_markdown(text)).replace("\n", " ")
