import { expect, test } from 'vitest'
import { deluxe, held, makeEvent, makeView } from '@/lib/testing/make'
import type { HanabiView } from '@/lib/generated/types'
import type { TurnEvent } from '@/lib/table/events'
import { planFlights, type Flight } from './flights'
import type { Spots } from './spots'

const KEYS = ['deck', 'discards', 'display:r', 'card:0', 'card:1', 'card:2', 'card:9']

function spots(keys: readonly string[] = KEYS): Spots {
  const element = {} as HTMLElement
  return new Map(keys.map((key, at) => [key, { element, box: { x: at, y: 0, width: 10 } }]))
}

const before = makeView({ hands: [[held(0, null)], [held(1, 'r2'), held(2, 'b3')]] })

function plan(events: readonly TurnEvent[], view: HanabiView = before, known = spots()): readonly Flight[] {
  const news = { turn: 1, events, before, view }
  return planFlights({ rules: deluxe, news, before: known, after: known })
}

test('an own card leaves as a back and turns its face up; a card that was seen keeps it up', () => {
  const played = (seat: number, id: number): TurnEvent =>
    makeEvent('played', 1, { seat, id, slot: 1, card: 'r2', fits: true })
  expect(plan([played(0, 0)])).toMatchObject([{ kind: 'laid', face: 'r2', turns: 'up', target: 'display:r' }])
  expect(plan([played(1, 1)])).toMatchObject([{ kind: 'laid', face: 'r2', turns: null }])
})

test('what lies below a card is seen until it has arrived', () => {
  const laid = (card: string): TurnEvent => makeEvent('played', 1, { seat: 1, id: 1, card, fits: true })
  expect(plan([laid('r2')])[0]?.under).toEqual({ face: 'r1', ghost: false })
  expect(plan([laid('r1')])[0]?.under).toEqual({ face: 'r1', ghost: true })
})

test('a card that does not fit travels to the discards', () => {
  const missed = makeEvent('played', 1, { seat: 1, id: 1, card: 'r2', fits: false })
  expect(plan([missed])).toMatchObject([{ kind: 'missed', target: 'discards' }])
})

test('a drawn card shows the face that the server told, and none where it told none', () => {
  const drew = makeEvent('drew', 1, { seat: 0, id: 9 })
  const hidden = makeView({ hands: [[held(9, null)], []] })
  const open = makeView({ hands: [[held(9, 'g4')], []] })
  expect(plan([drew], hidden)).toMatchObject([{ kind: 'drawn', face: null, turns: null }])
  expect(plan([drew], open)).toMatchObject([{ kind: 'drawn', face: 'g4', turns: 'up' }])
})

test('nothing travels from or to a place that is not on the board', () => {
  const played = makeEvent('played', 1, { seat: 1, id: 1, card: 'r2', fits: true })
  expect(plan([played], before, spots(['deck']))).toEqual([])
})
