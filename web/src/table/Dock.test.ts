import { fireEvent, screen } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import { makeEvent, tableMessage } from '@/lib/testing/make'
import Dock from './Dock.svelte'
import { makeTable, makeView, openTable, raceTable, renderAt, type TestTable } from './testing'

function names(): readonly string[] {
  return screen
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
}

function show(at: TestTable, slot?: number): TestTable {
  renderAt(Dock, at, {})
  if (slot !== undefined) flushSync(() => at.context.interaction.chooseSlot(slot))
  return at
}

test('a chosen card can be played, and discarded where the server says so', () => {
  show(openTable({ view: makeView({ actions: ['p1', 'p2', 'd2'] }) }), 1)
  expect(names()).toEqual(['Play slot 1', 'Note', 'Cancel', 'from the deal'])
})

test('discarding is offered where it is legal', () => {
  show(openTable({ view: makeView({ actions: ['p2', 'd2'] }) }), 2)
  expect(names()).toEqual(['Play slot 2', 'Discard slot 2', 'Note', 'Cancel', 'from the deal'])
})

test('pressing a verb sends its action once and lets go of the card', async () => {
  const at = show(openTable({ view: makeView({ actions: ['p1'] }) }), 1)
  const play = screen.getByRole('button', { name: 'Play slot 1' })
  await fireEvent.click(play)
  await fireEvent.click(play)
  expect(at.sent()).toEqual([{ type: 'act', action: 'p1', seq: 1 }])
  expect(at.context.interaction.slot).toBeNull()
})

test('out of turn nothing is offered but waiting, and a reminder', () => {
  show(openTable({ view: makeView({ turn: 1, actions: [] }) }))
  expect(names()).toEqual(['Remind Bob that it is their turn'])
  expect(screen.getByText('Waiting for Bob.', { exact: false })).toBeTruthy()
})

test('a chosen card moves by one slot, not beyond the end of the hand, and only where rearranging is allowed', async () => {
  const at = show(openTable({ view: makeView({ may_rearrange: [true, false] }) }), 1)
  const [left, right] = ['◀', '▶'].map((sign) => screen.getByText(sign).closest('button'))
  expect([left?.disabled, right?.disabled]).toEqual([true, false])
  await fireEvent.click(right as HTMLElement)
  expect(at.sent()).toEqual([{ type: 'act', action: 'oA21', seq: 1 }])
  expect(at.context.interaction.slot).toBe(2)
})

test('taking back is one click about one move, and there is nothing to take back at first', async () => {
  const setup = { ...makeTable().setup, undo: true }
  const at = openTable({ table: makeTable({ setup }) })
  show(at)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Take back' })
  expect(button.disabled).toBe(true)
  const turns = [[makeEvent('discarded', 1)]]
  at.tell(tableMessage({ seq: 2, table: makeTable({ setup, actions: ['d1'], undo_to: 0 }), turns }))
  await fireEvent.click(button)
  await fireEvent.click(button)
  expect(at.sent()).toEqual([{ type: 'undo', wish: 'ask', to: 0 }])
})

test('taking back is not offered where the table does not allow it', () => {
  show(openTable())
  expect(names()).not.toContain('Take back')
})

test('in a race a card that fits can be played', async () => {
  const at = show(raceTable(), 1)
  await fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  expect(at.sent()).toEqual([{ type: 'act', action: 'pr1', seq: 1 }])
})

test('in a race a card that does not fit says so', () => {
  show(raceTable(), 2)
  expect(names()).toEqual(['Cancel'])
  expect(screen.getByText('This card does not fit now.')).toBeTruthy()
})

test('in a race passing is shown, and possible where it is legal', () => {
  show(raceTable({ actions: ['pr1'] }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pass and take a card' }).disabled).toBe(true)
})
