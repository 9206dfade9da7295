/** The keys of the table. */

import { moveSlot } from '@/lib/table/notation'
import type { TableSession } from '@/lib/table/session.svelte'
import type { TableContext } from './context.svelte'
import { screenOf } from './games'

const VERBS = new Set(['p', 'd', 'c', 'o', 'f', 'b', 'e'])

/** Whether a key was meant for the table, and used. */
export function pressKey(event: KeyboardEvent, at: TableContext): boolean {
  const { interaction } = at
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    interaction.sheet !== null ||
    interaction.pile !== null
  )
    return false
  if (isTyping(event.target)) return false
  const { key } = event
  if (key === 'Escape') return escape(at)
  if (key === '?') return done(() => (interaction.sheet = 'keys'))
  if (key === 'k' || key === 'K') return turnCard(at)
  if (key === 'v' || key === 'V') return done(() => (interaction.owners = 'all'))
  if (/^[1-9]$/.test(key)) return chooseCard(Number(key), at)
  if (event.shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight'))
    return move(key === 'ArrowLeft' ? -1 : 1, at)
  if (key === 'n' || key === 'N') return writeNote(at)
  if (key === 'u' || key === 'U') return takeBack(at)
  if (key === 'h' || key === 'H') return askCoach(at)
  if (VERBS.has(key.toLowerCase())) return openCommand(key.toLowerCase(), at)
  return travel(key, at.session)
}

/** Hands are shown as their owners see them only while the key is held. */
export function releaseKey(event: KeyboardEvent, { interaction }: TableContext): void {
  if (event.key === 'v' || event.key === 'V') interaction.owners = new Set()
}

function done(act: () => void): true {
  act()
  return true
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
}

function escape({ session, interaction }: TableContext): boolean {
  if (interaction.card !== null) return done(() => (interaction.card = null))
  if (interaction.command !== null) return done(() => (interaction.command = null))
  if (interaction.choice) return done(() => interaction.clear())
  if (session.turn !== null && !session.branch) return done(() => (session.turn = null))
  return false
}

/** Pulls the card with the conventions out, or puts it back. */
function turnCard({ interaction, table }: TableContext): boolean {
  if (!table.conventions) return false
  return done(() => (interaction.card = interaction.card === null ? { rule: '' } : null))
}

function travel(key: string, session: TableSession): boolean {
  if (session.turns === 0) return false
  const here = session.shownTurn
  switch (key) {
    case 'ArrowLeft':
      return done(() => (session.turn = here - 1))
    case 'ArrowRight':
      return done(() => (session.turn = here + 1 >= session.turns ? null : here + 1))
    case 'Home':
      return done(() => (session.turn = 0))
    case 'End':
      return done(() => (session.turn = null))
    default:
      return false
  }
}

function chooseCard(slot: number, { session, interaction }: TableContext): boolean {
  const { view, actor } = session
  if (!view || actor === null || slot > (view.hands[actor]?.length ?? 0)) return false
  return done(() => interaction.chooseSlot(slot))
}

function openCommand(verb: string, at: TableContext): boolean {
  const { session, interaction } = at
  const { view, actor } = session
  if (!session.open || actor === null || !view || view.result) return false
  const screen = screenOf(view.game)
  if (!session.mine && !(verb === 'o' && screen.mayRearrange(view, actor))) return false
  const chosen = interaction.slot === null ? '' : screen.cardNotation(at, interaction.slot)
  return done(() => (interaction.command = verb === 'p' || verb === 'd' ? verb + chosen : verb))
}

function move(by: number, { session, interaction }: TableContext): boolean {
  const { view, actor } = session
  const { slot } = interaction
  if (!view || actor === null || slot === null || !session.open) return false
  const size = view.hands[actor]?.length ?? 0
  const to = slot + by
  if (!screenOf(view.game).mayRearrange(view, actor) || to < 1 || to > size) return false
  session.act(moveSlot(actor, size, slot, to))
  return done(() => (interaction.choice = { kind: 'slot', slot: to }))
}

function takeBack({ session }: TableContext): boolean {
  const { table, branch, turn, live } = session
  if (!table || table.undo_to === null || table.undo || branch || turn !== null) return false
  return done(() => live.takeBack())
}

/** Asks the coach; a player who has not chosen any help is led to the choice. */
function askCoach({ session, interaction }: TableContext): boolean {
  const { coach } = session
  if (!coach.allowed) return false
  if (coach.level === 'off') return done(() => (interaction.sheet = 'coach'))
  if (!coach.due) return false
  return done(() => {
    interaction.clear()
    coach.askMoves()
  })
}

function writeNote({ session, interaction }: TableContext): boolean {
  const { view, table } = session
  const { slot } = interaction
  if (!view || table?.seat == null || slot === null) return false
  const card = screenOf(view.game).cardId(view, table.seat, slot)
  return card === null ? false : done(() => interaction.writeNote(card, slot))
}
