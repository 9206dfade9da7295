"""What the user is about to do, and how keys change it. The keys are those of the browser."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tamaya.knowledge import DETAILS, Detail
from tamaya.records import AnyView
from tamaya.rules import Seat, seat_letter
from tamaya.tui.notation import VERBS, notation_of
from tamaya.tui.session import Scene
from tamaya.words import Message

LONGEST_COMMAND = 60


@dataclass(frozen=True, slots=True)
class Interaction:
    """What is typed, chosen and looked at; nothing of it has happened yet."""

    command: str | None = None
    """Notation that is being typed."""
    slot: int | None = None
    turn: int | None = None
    """Which turn is looked at; None for the latest."""
    eyes: Seat | None = None
    """As whom, once all cards may be seen."""
    owners: bool = False
    """Whether hands are shown as their owners see them."""
    detail: Detail = "deduced"
    notice: Message | None = None
    """Why something could not be done."""

    def here(self, scene: Scene) -> int:
        """The turn that is looked at."""
        return scene.turns if self.turn is None else self.turn

    def clear(self) -> Interaction:
        """Let go of everything but the way of looking."""
        return replace(self, command=None, slot=None, notice=None)


def press(
    key: str, character: str | None, interaction: Interaction, scene: Scene, view: AnyView
) -> Interaction | None:
    """What the user is about to do after a key, or None where the key means nothing here."""
    if interaction.command is not None:
        return _type(key, character, interaction, view)
    if interaction.turn is None and character is not None:
        chosen = _choose(character, interaction, view)
        if chosen is not None:
            return chosen
    match key:
        case "escape":
            return _let_go(interaction)
        case "tab" if interaction.turn is None:
            verb, next_step = notation_of(view).first_verb(), notation_of(view).next_step
            return replace(interaction, command=next_step(verb), notice=None) if verb else None
        case "v":
            return replace(interaction, owners=not interaction.owners)
        case "k":
            return replace(interaction, detail=_less(interaction.detail, scene.detail))
        case "s" if scene.phase == "over":
            everybody = [None, *map(Seat, range(view.players))]
            eyes = everybody[(everybody.index(interaction.eyes) + 1) % len(everybody)]
            return replace(interaction, eyes=eyes, turn=interaction.here(scene))
        case _:
            return _travel(key, interaction, scene)


def press_slot(slot: int, interaction: Interaction, view: AnyView) -> Interaction:
    """Choose a card of one's own, or let it go."""
    if interaction.turn is not None or not 1 <= slot <= len(view.my_hand):
        return interaction
    return replace(interaction, command=None, slot=None if slot == interaction.slot else slot, notice=None)


def point_at(seat: Seat, interaction: Interaction, view: AnyView) -> Interaction:
    """Begin a clue for the teammate who holds the card that was clicked."""
    verb = next((verb for verb in "fc" if notation_of(view).may_begin(verb)), None)
    if interaction.turn is not None or verb is None:
        return interaction
    return replace(interaction, command=f"{verb}{seat_letter(seat)}", slot=None, notice=None)


def settle(interaction: Interaction, scene: Scene, view: AnyView) -> Interaction:
    """What the user is about to do once the table has moved: what can no longer be meant is let go."""
    if interaction.command is not None and not (view.my_turn or interaction.command[:1] == "o"):
        interaction = replace(interaction, command=None)
    if interaction.slot is not None and interaction.slot > len(view.my_hand):
        interaction = replace(interaction, slot=None)
    if interaction.turn is not None and interaction.turn > scene.turns:
        interaction = replace(interaction, turn=None)
    if scene.phase != "over" and interaction.eyes is not None:
        interaction = replace(interaction, eyes=None)
    return replace(interaction, detail=min(interaction.detail, scene.detail, key=DETAILS.index))


def _type(key: str, character: str | None, interaction: Interaction, view: AnyView) -> Interaction | None:
    command = interaction.command or ""
    match key:
        case "escape":
            return replace(interaction, command=None, notice=None)
        case "backspace":
            return replace(interaction, command=command[:-1] if len(command) > 1 else None, notice=None)
        case "tab":
            return replace(interaction, command=notation_of(view).next_step(command), notice=None)
        case _ if character is not None and character.isprintable() and len(command) < LONGEST_COMMAND:
            return replace(interaction, command=command + character, notice=None)
        case _:
            # While something is typed, no other key does anything but send it.
            return None if key == "enter" else interaction


def _choose(character: str, interaction: Interaction, view: AnyView) -> Interaction | None:
    """Keys that point at something or begin an action."""
    if character in "1234567890" and len(character) == 1:
        return press_slot(int(character) or 10, interaction, view)
    if character in (":", "/") and view.seat is not None and view.result is None:
        return replace(interaction, command="", notice=None)
    verb, notation = character.lower(), notation_of(view)
    if verb not in VERBS or not notation.may_begin(verb):
        return None
    card = notation.name_card(interaction.slot) if verb in "pd" and interaction.slot is not None else ""
    return replace(interaction, command=verb + card, slot=None, notice=None)


def _let_go(interaction: Interaction) -> Interaction | None:
    if interaction.slot is not None or interaction.notice:
        return interaction.clear()
    if interaction.turn is not None:
        return replace(interaction, turn=None, eyes=None)
    return None


def _travel(key: str, interaction: Interaction, scene: Scene) -> Interaction | None:
    here = interaction.here(scene)
    turns = {"left": max(0, here - 1), "right": here + 1, "home": 0, "end": scene.turns}
    if key not in turns or not scene.turns:
        return None
    turn: int | None = turns[key]
    if turns[key] >= scene.turns:
        # Once the game is over the last turn can be looked at with other eyes as well.
        turn = scene.turns if scene.phase == "over" else None
    return replace(interaction.clear(), turn=turn)


def _less(detail: Detail, most: Detail) -> Detail:
    """The next lower step, and from the lowest back to the most that the table allows."""
    at = DETAILS.index(detail)
    return DETAILS[at - 1] if at else most
