/** The keys of the table. */

import { moveSlot } from '@/lib/notation'
import type { TableSession } from '@/lib/session.svelte'
import type { Desk } from './desk.svelte'

const VERBS = new Set(['p', 'd', 'c', 'o', 'f', 'b', 'e'])

/** Whether a key was meant for the table, and used. */
export function pressKey(event: KeyboardEvent, session: TableSession, desk: Desk): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || desk.sheet !== null || isTyping(event.target)) return false
  const { key } = event
  if (key === 'Escape') return escape(session, desk)
  if (key === '?') return done(() => (desk.sheet = 'keys'))
  if (key === 'v' || key === 'V') return done(() => (desk.owners = 'all'))
  if (/^[1-9]$/.test(key)) return chooseCard(Number(key), session, desk)
  if (event.shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight'))
    return move(key === 'ArrowLeft' ? -1 : 1, session, desk)
  if (key === 'n' || key === 'N') return note(session, desk)
  if (VERBS.has(key.toLowerCase())) return open(key.toLowerCase(), session, desk)
  return travel(key, session)
}

function done(act: () => void): true {
  act()
  return true
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}

function escape(session: TableSession, desk: Desk): boolean {
  if (desk.command !== null) return done(() => (desk.command = null))
  if (desk.choice) return done(() => desk.clear())
  if (session.turn !== null && !session.branch) return done(() => (session.turn = null))
  return false
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

function chooseCard(number: number, session: TableSession, desk: Desk): boolean {
  const { view, actor } = session
  if (!view || actor === null) return false
  if (view.game === 'hanabi') {
    if (number > (view.hands[actor]?.length ?? 0)) return false
    return done(() => desk.chooseSlot(number))
  }
  const card = view.hands[actor]?.[number - 1]
  return card === undefined ? false : done(() => (desk.choice = { kind: 'race', index: number - 1, card }))
}

function open(verb: string, session: TableSession, desk: Desk): boolean {
  const { view, actor: seat } = session
  if (!session.open || seat === null || !view || view.result) return false
  const movable = view.game === 'hanabi' && (view.may_rearrange[seat] ?? false)
  if (!session.mine && !(verb === 'o' && movable)) return false
  const { choice } = desk
  const chosen = choice?.kind === 'slot' ? String(choice.slot) : choice?.kind === 'race' ? choice.card : ''
  return done(() => (desk.command = verb === 'p' || verb === 'd' ? verb + chosen : verb))
}

function move(by: number, session: TableSession, desk: Desk): boolean {
  const { view, actor } = session
  if (view?.game !== 'hanabi' || actor === null || desk.choice?.kind !== 'slot' || !session.open) return false
  const size = view.hands[actor]?.length ?? 0
  const from = desk.choice.slot
  const to = from + by
  if (!view.may_rearrange[actor] || to < 1 || to > size) return false
  session.act(moveSlot(actor, size, from, to))
  return done(() => (desk.choice = { kind: 'slot', slot: to }))
}

function note(session: TableSession, desk: Desk): boolean {
  const { view, table } = session
  if (view?.game !== 'hanabi' || table?.seat == null || desk.choice?.kind !== 'slot') return false
  const held = view.hands[table.seat]?.[desk.choice.slot - 1]
  if (!held) return false
  desk.noteFor = held.id
  desk.sheet = 'note'
  return true
}
