import { describe, expect, it } from 'vitest'
import type { TurnEvent } from './events'
import { dealtSize, moverOf, movesOf, movesSince } from './moves'

const clued = (turn: number, giver: number): TurnEvent =>
  ({ kind: 'clued', turn, giver, receiver: 0, clue: '1', free: false, slots: [1] }) as unknown as TurnEvent
const drew = (turn: number, seat: number, id: number): TurnEvent =>
  ({ kind: 'drew', turn, seat, id }) as unknown as TurnEvent
const played = (turn: number, seat: number, id: number): TurnEvent =>
  ({ kind: 'played', turn, seat, id, slot: 2, card: 'r1', fits: true }) as unknown as TurnEvent
const ordered = (turn: number, seat: number): TurnEvent =>
  ({ kind: 'rearranged', turn, seat, order: [2, 1] }) as unknown as TurnEvent

const EVENTS = [clued(1, 0), played(2, 1, 6), drew(2, 1, 11), clued(3, 2), ordered(4, 0)]

describe('moves', () => {
  it('holds all that a turn caused', () => {
    expect(movesOf(EVENTS).map(({ turn, events }) => [turn, events.length])).toEqual([
      [1, 1],
      [2, 2],
      [3, 1],
      [4, 1],
    ])
    expect(movesOf(EVENTS).map(moverOf)).toEqual([0, 1, 2, 0])
  })

  it('tells those since a seat had its turn; another order of its cards is none', () => {
    expect(movesSince(movesOf(EVENTS), 0, 3).map(({ turn }) => turn)).toEqual([2, 3, 4])
    expect(movesSince(movesOf(EVENTS), 1, 3).map(({ turn }) => turn)).toEqual([3, 4])
    expect(movesSince(movesOf(EVENTS), null, 2).map(({ turn }) => turn)).toEqual([3, 4])
  })

  it('remembers how many cards a hand was dealt', () => {
    expect(dealtSize(5, 1, EVENTS)).toBe(5)
    expect(dealtSize(4, 1, [...EVENTS, played(5, 1, 11)])).toBe(5)
  })
})
