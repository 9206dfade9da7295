"""A table as a value: setting up, playing, talking, the end, and what each guest may see of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from typing import Literal, TypeAlias, assert_never

from tamaya.bots.partner.styles import known_book
from tamaya.records import (
    AnyAction,
    AnyEvent,
    AnyPosition,
    AnyView,
    Kind,
    Record,
    TakeBack,
    game_kind,
    plain,
)
from tamaya.rules import Deal, Seat
from tamaya.table import entries
from tamaya.table.commands import CoachLevel, Guest, Refused, Setup
from tamaya.table.company import Company, StandIn, Vote
from tamaya.table.entries import Acted, Created, Entry, Said, Started
from tamaya.table.news import (
    News,
    allowed_coach,
    came_back,
    chose_coach,
    closed_talk,
    count_seen,
    ended_early,
    left_game,
    paused,
    refused_undo,
    renamed,
    returned,
    stood_in,
    took_back,
    used_coach,
    vote_refused,
)
from tamaya.words import Message

Phase: TypeAlias = Literal["gathering", "playing", "over"]
_HOST = Seat(0)
MOST_KEPT = 16
SPACING = 8


def deal_key(kind: Kind, players: int, name: str) -> str:
    """Which named deal a name means; with other rules or another number of players it is another deal."""
    name = name.strip()
    return f"{kind.text}/{players}/{name}" if name else ""


@dataclass(frozen=True, slots=True)
class UndoQuestion:
    """A seat asks to take a move back, and these agree so far."""

    asker: int
    agreed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trail:
    """The position after every ``spacing`` actions, so that every one is reached in a few steps.

    A position holds the whole history, so a long game would take much memory if all were kept: when there are
    too many, every second one is dropped.
    """

    positions: tuple[AnyPosition, ...]
    """[number] after ``number * spacing`` actions"""
    spacing: int = SPACING

    def extended(self, turn: int, position: AnyPosition) -> Trail:
        """The trail with the position after ``turn`` actions, which is the latest one."""
        if turn % self.spacing:
            return self
        kept = (*self.positions, position)
        if len(kept) <= MOST_KEPT:
            return Trail(kept, self.spacing)
        return Trail(kept[::2], self.spacing * 2)

    def cut(self, turn: int) -> Trail:
        """The trail of a game that has been taken back to ``turn``."""
        return Trail(self.positions[: turn // self.spacing + 1], self.spacing)

    def before(self, turn: int) -> tuple[int, AnyPosition]:
        """The last position that is kept up to a turn, and how many actions led to it."""
        number = min(turn // self.spacing, len(self.positions) - 1)
        return number * self.spacing, self.positions[number]


@dataclass(frozen=True, slots=True)
class Table:
    """A table after some entry of its log; ``fold`` returns the table after the next one."""

    id: str
    setup: Setup
    owner: str
    """The id of the guest who set it up."""
    uploaded: bool
    """Whether it shows a record that a guest brought."""
    kind: Kind = field(compare=False, repr=False)
    seq: int = 1
    """The number of the latest entry."""
    moved: int = 0
    """The entry with which the game moved last; talk does not move it."""
    sitters: Mapping[int, Guest] = field(default_factory=dict)
    """seat: the guest who has it"""
    names: tuple[str, ...] = ()
    """[seat] once the game has started"""
    deal: Deal | None = field(default=None, repr=False)
    first: Seat = _HOST
    position: AnyPosition | None = field(default=None, repr=False)
    trail: Trail | None = field(default=None, compare=False, repr=False)
    actions: tuple[str, ...] = ()
    actors: tuple[int, ...] = ()
    """[action] the seat that made it"""
    reasons: Mapping[int, tuple[tuple[Message, ...], tuple[Message, ...]]] = field(default_factory=dict)
    """turn: why a bot did what led to it, for now and for after the end"""
    cited: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """turn: the ids of the conventions by which a bot did what led to it"""
    event_counts: tuple[int, ...] = (0,)
    """[turn] how many events there were after so many actions"""
    said: tuple[Said, ...] = ()
    said_before: int = 0
    """How much of it was said before the start, when there were no cards to talk about."""
    talk_closed: bool = False
    """Whether those who run the server let no one talk here."""
    undo: UndoQuestion | None = None
    taken_back: tuple[TakeBack, ...] = ()
    coach_levels: Mapping[str, CoachLevel] = field(default_factory=dict)
    """guest: how much help they want; others want none"""
    coach_refused_by: str = ""
    """The id of the guest who refused the coach for all."""
    coach_changes: int = 0
    """How often players have changed, refused or allowed the help of the coach."""
    coached: frozenset[int] = frozenset()
    """The seats that have used the coach in this game; the result is to be read with them."""
    company: Company = field(default_factory=Company)
    """Who is stood in for or has left, what is voted on, and whether the game is paused."""
    played_for: Mapping[int, str] = field(default_factory=dict)
    """turn: the bot that did what led to it, for a player who was away; the result is to be read with it"""
    news: tuple[News, ...] = ()
    """What happened at the table besides the game, for all to read."""
    following: str = ""
    """The id of the table where the players went on."""
    follower: int | None = None
    """The seat that asked to go on there."""

    @classmethod
    def replay(cls, table: str, log: Sequence[Entry]) -> Table:
        """A table after all entries of its log."""
        created, *more = log
        assert isinstance(created, Created)
        kind = game_kind(created.setup.rules)
        users = (used_coach(0, seat) for seat in created.coached)
        news = (*users, *map(took_back, created.taken_back))
        folded = cls(
            *(table, created.setup, created.owner, created.uploaded, kind),
            taken_back=created.taken_back,
            coached=frozenset(created.coached),
            company=Company(ended=created.ended_early),
            played_for=dict.fromkeys(created.stood_in, ""),
            news=news,
        )
        for entry in more:
            folded = folded.fold(entry)
        return folded

    # Where the table stands.

    @property
    def phase(self) -> Phase:
        """Whether guests gather, play, or have played."""
        if self.position is None:
            return "gathering"
        return "over" if self.position.over or self.ended_early else "playing"

    @property
    def ended_early(self) -> bool:
        """Whether the players have ended the game before its end. A record that they kept of it only shows
        that it was so."""
        return self.company.ended and not self.uploaded

    @property
    def turn(self) -> Seat | None:
        """Who is to act."""
        return self.position.turn if self.position and not self.ended_early else None

    @property
    def waits_for_bot(self) -> bool:
        """Whether a bot is on turn, no seat asks to take something back, and the game is not paused."""
        turn = self.turn
        if turn is None or self.uploaded or self.undo is not None or self.company.paused_by is not None:
            return False
        return turn in self.company.stand_ins or self.setup.seats[turn].kind == "bot"

    def bot_at(self, seat: int) -> str:
        """The bot that plays a seat now: its own, or the one that stands in; empty for a person."""
        stand_in = self.company.stand_ins.get(seat)
        if stand_in:
            return stand_in.bot
        plan = self.setup.seats[seat]
        return plan.bot if plan.kind == "bot" else ""

    @property
    def deal_key(self) -> str:
        """Which named deal this is, the same cards at every table; empty for a fresh shuffle."""
        return deal_key(self.kind, len(self.setup.seats), self.setup.deal)

    @property
    def spectators(self) -> Literal["none", "public", "hands"]:
        """What a spectator sees while the game runs: nothing of a named deal, whatever an old log says."""
        return "none" if self.deal_key else self.setup.spectators

    @property
    def conventions(self) -> str:
        """The book of conventions by which clues are read here: the table's, or the usual one where a game
        does not say it. Empty in a race, which has none."""
        return known_book(self.setup.conventions) if self.kind.rules else ""

    @property
    def is_show(self) -> bool:
        """Whether bots play alone with open hands, for guests who watch: no guest has a seat or can take
        one."""
        bots_alone = not self.sitters and all(plan.kind == "bot" for plan in self.setup.seats)
        return bots_alone and self.setup.spectators == "hands" and not self.deal_key

    @property
    def people(self) -> frozenset[int]:
        """The seats of guests, as opposed to bots."""
        return frozenset(self.sitters)

    @property
    def undo_to(self) -> int | None:
        """How many actions are left when a move is taken back: the last one of a person goes, and what bots
        did since. None if no person has moved."""
        people, played_for = self.people, self.played_for
        backwards = range(len(self.actions) - 1, -1, -1)
        mine = (at for at in backwards if self.actors[at] in people and at + 1 not in played_for)
        return next(mine, None)

    @property
    def voices(self) -> frozenset[int]:
        """The people who are asked: not those who have left, or for whom a bot plays."""
        return self.people - self.company.gone - self.company.stand_ins.keys()

    @property
    def undo_offer(self) -> int | None:
        """``undo_to`` where a player may ask to take a move back now; None where that is not possible."""
        allowed = self.setup.undo and not self.deal_key and not self.uploaded
        return self.undo_to if allowed and self.phase == "playing" else None

    @property
    def moves_taken_back(self) -> int:
        """How many moves players have taken back; the result is to be read with them."""
        return sum(taken.moves for taken in self.taken_back)

    @property
    def coach_refuser(self) -> Seat | None:
        """The seat that refused the coach for all."""
        return self.seat_of(self.coach_refused_by or None)

    @property
    def coach_obstacle(self) -> Message | None:
        """Why no player may use the coach here; None where they may."""
        if self.kind.rules is None:
            return Message("refused.coach-andrewz")
        if self.deal_key:
            return Message("refused.coach-named-deal")
        if not self.setup.coach or self.uploaded:
            return Message("refused.no-coach")
        refuser = self.coach_refuser
        return None if refuser is None else Message("refused.coach-refused", who=self.sitters[refuser].name)

    def coach_level(self, seat: int) -> CoachLevel:
        """How much help the player on a seat wants."""
        sitter = self.sitters.get(seat)
        return self.coach_levels.get(sitter.id, "off") if sitter and not self.coach_obstacle else "off"

    def seat_of(self, guest: str | None) -> Seat | None:
        """The seat of a guest, by the guest's id."""
        if guest is None:
            return None
        return next((Seat(seat) for seat, sitter in self.sitters.items() if sitter.id == guest), None)

    def need_seat(self, guest: str) -> Seat:
        """The seat of a guest, for what only players may do."""
        seat = self.seat_of(guest)
        if seat is None:
            raise Refused("forbidden", "refused.no-seat")
        return seat

    # Who sees what.

    def shows_to(self, guest: str | None) -> bool:
        """Whether a guest may know anything of the game, what was done and said in it included."""
        open_to_all = self.phase != "playing" or self.uploaded or self.spectators != "none"
        return open_to_all or self.seat_of(guest) is not None

    def view_for(self, guest: str | None, turn: int | None = None) -> AnyView | None:
        """What a guest may know of the game now, or after ``turn`` actions; None where the table shows
        nothing, and before the start."""
        if self.position is None or not self.shows_to(guest):
            return None
        position = self.position if turn is None else self.at(turn)
        if self.phase == "over":
            shown = position.reveal(self.names) if position.over else self._all_hands(position)
            # Where the players ended the game, none of them is on turn any more.
            return replace(shown, turn=None) if self.ended_early and position is self.position else shown
        if self.uploaded:
            return self._all_hands(position)
        seat = self.seat_of(guest)
        if seat is not None:
            return position.view(seat, self.names)
        if self.spectators == "hands":
            return self._all_hands(position)
        return position.spectate(names=self.names)

    def seat_view(self, seat: Seat, turn: int | None = None) -> AnyView:
        """What a seat knows now, or knew after ``turn`` actions; for its bot, and for looking back."""
        position = self.position if turn is None else self.at(turn)
        assert position is not None
        return position.view(seat, self.names)

    def turns(self, since: int, until: int) -> tuple[tuple[AnyEvent, ...], ...]:
        """[action] the events that each action after ``since`` up to ``until`` caused."""
        assert self.position is not None
        history, counts = self.position.history, self.event_counts[since : until + 1]
        return tuple(history[before:after] for before, after in pairwise(counts))

    def reason(self, turn: int) -> tuple[Message, ...]:
        """Why a bot did what led to a turn, as far as it may be told now."""
        aloud, secret = self.reasons.get(turn, ((), ()))
        return aloud + secret if self.phase == "over" or self.is_show else aloud

    def at(self, turn: int) -> AnyPosition:
        """The game after so many actions, refused if there are not so many. It knows every card."""
        assert self.position is not None
        assert self.trail is not None
        if turn > len(self.actions):
            raise Refused("missing", "refused.so-many-actions", actions=len(self.actions))
        if turn == len(self.actions):
            return self.position
        at, position = self.trail.before(turn)
        for action in self.actions[at:turn]:
            position = position.apply(self.kind.parse_action(action))
        return position

    def record(self) -> Record:
        """The whole game; a secret while it runs."""
        assert self.deal is not None
        assert self.position is not None
        result = plain(self.position.result)
        return Record(
            *(self.kind.text, self.names, self.first, self.deal, self.actions, result),
            taken_back=self.taken_back,
            coached=tuple(map(Seat, sorted(self.coached))),
            conventions=self.setup.conventions,
            stood_in=tuple(sorted(self.played_for)),
            ended_early=self.company.ended,
        )

    def _all_hands(self, position: AnyPosition) -> AnyView:
        return position.spectate(hands=True, names=self.names)

    # What entries change.

    def fold(self, entry: Entry) -> Table:
        """The table after the next entry of its log."""
        match entry:
            case Created():
                raise AssertionError("a table is created once")
            case entries.Arranged(setup=setup):
                return self._moved()._arranged(setup)
            case entries.Sat(seat=seat, guest=guest, name=name):
                others = {at: sitter for at, sitter in self.sitters.items() if sitter.id != guest}
                return replace(self._moved(), sitters={**others, seat: Guest(guest, name)})
            case entries.StoodUp(seat=seat):
                others = {at: sitter for at, sitter in self.sitters.items() if at != seat}
                return replace(self._moved(), sitters=others)
            case entries.Renamed(seat=seat, name=name):
                return replace(self, seq=self.seq + 1)._renamed(seat, name)
            case Started():
                return self._moved()._started(entry)
            case Acted(action=text):
                assert self.position is not None
                action = self.kind.parse_action(text)
                return self.fold_applied(entry, self.actor(action), self.position.apply(action))
            case Said():
                return replace(self, seq=self.seq + 1, said=(*self.said, entry))
            case entries.TalkClosed(closed=closed):
                told = closed_talk(len(self.actions), closed=closed)
                return replace(self, seq=self.seq + 1, talk_closed=closed, news=(*self.news, told))
            case entries.UndoAsked(seat=seat):
                return self._moved()._asking(UndoQuestion(seat, (seat,)))
            case entries.UndoAnswered(seat=seat, agrees=agrees):
                return self._moved()._answered(seat, agrees=agrees)
            case entries.CoachChosen(seat=seat, level=level):
                return replace(self, seq=self.seq + 1)._coach_chosen(seat, level)
            case entries.CoachAllowed(seat=seat, allowed=allowed):
                return replace(self, seq=self.seq + 1)._coach_allowed(seat, allowed=allowed)
            case entries.CoachAsked(seat=seat):
                told = used_coach(len(self.actions), seat)
                coached = self.coached | {seat}
                return replace(self, seq=self.seq + 1, coached=coached, news=(*self.news, told))
            case entries.VoteAsked(seat=seat, matter=matter, about=about, bot=bot, voters=voters):
                vote = Vote(matter, seat, about, bot, voters, (seat,))
                return replace(self, seq=self.seq + 1, company=self.company.changed())._voting(vote)
            case entries.VoteAnswered(seat=seat, agrees=agrees):
                return replace(self, seq=self.seq + 1)._vote_answered(seat, agrees=agrees)
            case entries.StoodIn(seat=seat, bot=bot):
                return self._moved()._stood_in(seat, bot)
            case entries.CameBack(seat=seat, by=by):
                return self._moved()._came_back(seat, by)
            case entries.Left(seat=seat):
                gone = replace(self.company.changed(), gone=self.company.gone | {seat})
                news = (*self.news, left_game(len(self.actions), seat))
                return replace(self, seq=self.seq + 1, company=gone, news=news)
            case entries.Paused(seat=seat, paused=on):
                resting = replace(self.company.changed(), paused_by=seat if on else None)
                news = (*self.news, paused(len(self.actions), seat, on=on))
                return replace(self._moved(), company=resting, news=news)
            case entries.Nudged(seat=seat):
                reminded = replace(self.company.changed(), nudged_by=seat)
                return replace(self, seq=self.seq + 1, company=reminded)
            case entries.Continued(table=table, seat=by):
                return replace(self, seq=self.seq + 1, following=table, follower=by)
            case _:
                assert_never(entry)

    def fold_applied(self, acted: Acted, actor: Seat | None, position: AnyPosition) -> Table:
        """The table after an action that has been applied already: ``position`` is where it led."""
        assert actor is not None
        assert self.trail is not None
        turn = len(self.actions) + 1
        told = {turn: (acted.reason, acted.secret)} if acted.reason or acted.secret else {}
        named = {turn: acted.conventions} if acted.conventions else {}
        helped = {turn: acted.stand_in} if acted.stand_in else {}
        before = self if acted.stand_in else self._came_back(actor, actor)
        return replace(
            before._moved(),
            position=position,
            trail=self.trail.extended(turn, position),
            actions=(*self.actions, acted.action),
            actors=(*self.actors, actor),
            reasons={**self.reasons, **told} if told else self.reasons,
            cited={**self.cited, **named} if named else self.cited,
            played_for={**self.played_for, **helped} if helped else self.played_for,
            event_counts=(*self.event_counts, len(position.history)),
            undo=None,
        )

    def actor(self, action: AnyAction) -> Seat | None:
        """The seat whose action it is: the one that the action names, otherwise the one on turn."""
        named = self.kind.named_seat(action)
        return self.turn if named is None else named

    def _moved(self) -> Table:
        company = self.company if self.company.nudged_by is None else replace(self.company, nudged_by=None)
        return replace(self, seq=self.seq + 1, moved=self.seq + 1, company=company)

    def _arranged(self, setup: Setup) -> Table:
        kept = {
            seat: sitter
            for seat, sitter in self.sitters.items()
            if seat < len(setup.seats) and setup.seats[seat].kind != "bot"
        }
        return replace(self, setup=setup, kind=game_kind(setup.rules), sitters=kept)

    def _renamed(self, seat: int, name: str) -> Table:
        """The table at which a guest is called otherwise; all others may read it once the game runs."""
        sitters = {**self.sitters, seat: replace(self.sitters[seat], name=name)}
        if not self.names:
            return replace(self, sitters=sitters)
        told = renamed(len(self.actions), self.names[seat], name)
        names = (*self.names[:seat], name, *self.names[seat + 1 :])
        return replace(self, sitters=sitters, names=names, news=(*self.news, told))

    def _started(self, started: Started) -> Table:
        deal, first = started.deal, Seat(started.first)
        position = self.kind.start(len(started.names), deal=deal, first=first)
        return replace(
            self,
            names=started.names,
            first=first,
            deal=deal,
            position=position,
            trail=Trail((position,)),
            said_before=len(self.said),
        )

    def _coach_chosen(self, seat: int, level: CoachLevel) -> Table:
        levels = {**self.coach_levels, self.sitters[seat].id: level}
        told = chose_coach(len(self.actions), seat, level)
        changes = self.coach_changes + 1
        return replace(self, coach_levels=levels, coach_changes=changes, news=(*self.news, told))

    def _coach_allowed(self, seat: int, *, allowed: bool) -> Table:
        """The table at which the coach is off for all, or at which each may choose it once more."""
        told = allowed_coach(len(self.actions), seat, allowed=allowed)
        return replace(
            self,
            coach_levels={},
            coach_refused_by="" if allowed else self.sitters[seat].id,
            coach_changes=self.coach_changes + 1,
            news=(*self.news, told),
        )

    def _answered(self, seat: int, *, agrees: bool) -> Table:
        if self.undo is None:
            return self
        if not agrees:
            asker = self.undo.asker
            said = () if seat == asker else (refused_undo(len(self.actions), seat, asker),)
            return replace(self, undo=None, news=(*self.news, *said))
        return self._asking(replace(self.undo, agreed=tuple(sorted({*self.undo.agreed, seat}))))

    def _asking(self, question: UndoQuestion) -> Table:
        """The table with a question to take a move back, or without the move once all people agree."""
        if not self.voices.issubset(question.agreed):
            return replace(self, undo=question)
        left = self.undo_to
        assert left is not None
        assert self.trail is not None
        taken = self._take_back(Seat(question.asker), left)
        return replace(
            self,
            position=self.at(left),
            trail=self.trail.cut(left),
            actions=self.actions[:left],
            actors=self.actors[:left],
            reasons={turn: words for turn, words in self.reasons.items() if turn <= left},
            cited={turn: names for turn, names in self.cited.items() if turn <= left},
            played_for={turn: bot for turn, bot in self.played_for.items() if turn <= left},
            event_counts=self.event_counts[: left + 1],
            undo=None,
            taken_back=(*self.taken_back, taken),
            # What was told about turns that are gone stands where the game goes on.
            news=(*(replace(item, turn=min(item.turn, left)) for item in self.news), took_back(taken)),
        )

    def _voting(self, vote: Vote) -> Table:
        """The table with a question to all, or after it was answered by all."""
        if not vote.passes:
            return replace(self, company=replace(self.company, vote=vote))
        done = replace(self, moved=self.seq, company=replace(self.company, vote=None))
        if vote.matter == "end":
            company = replace(done.company, ended=True, paused_by=None, nudged_by=None)
            news = (*self.news, ended_early(len(self.actions)))
            return replace(done, company=company, undo=None, news=news)
        assert vote.about is not None
        return done._stood_in(vote.about, vote.bot)

    def _vote_answered(self, seat: int, *, agrees: bool) -> Table:
        vote = self.company.vote
        if vote is None:
            return self
        if agrees:
            return self._voting(replace(vote, agreed=tuple(sorted({*vote.agreed, seat}))))
        said = () if seat == vote.asker else (vote_refused(len(self.actions), seat, vote.asker, vote.matter),)
        return replace(self, company=replace(self.company, vote=None), news=(*self.news, *said))

    def _stood_in(self, seat: int, bot: str) -> Table:
        """The table at which a bot plays for the guest of a seat; it is not asked about moves taken back."""
        turn = len(self.actions)
        company = self.company.with_bot(seat, StandIn(bot, turn))
        found = replace(self, company=company, news=(*self.news, stood_in(turn, seat, bot)))
        return found._asking(found.undo) if found.undo is not None else found

    def _came_back(self, seat: int, by: int) -> Table:
        """The table with the guest of a seat back on it, if they had left or a bot played for them."""
        stand_in, turn = self.company.stand_ins.get(seat), len(self.actions)
        if stand_in is None and seat not in self.company.gone:
            # A question whether a bot shall play for them is answered by their being here.
            return replace(self, company=self.company.without_bot(seat))
        said = returned(turn, seat)
        if stand_in is not None:
            played = [at for at in self.played_for if at > stand_in.since and self.actors[at - 1] == seat]
            said = came_back(turn, seat, by, stand_in.bot, len(played))
        company = self.company.without_bot(seat)
        if seat == by:
            company = replace(company, gone=company.gone - {seat})
        return replace(self, company=company, news=(*self.news, said))

    def _take_back(self, asker: Seat, left: int) -> TakeBack:
        """What goes when only ``left`` actions are left."""
        done = len(self.actions)
        shown, drawn = count_seen(chain.from_iterable(self.turns(left, done)))
        return TakeBack(left, asker, done - left, shown, drawn)
