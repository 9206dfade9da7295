import { fireEvent, screen, within } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import { held } from '@/lib/testing/make'
import { makeView, openTable, renderAt, type TestTable } from '../testing'
import Frame from '../Frame.svelte'

const BOB = 1
const view = makeView({
  hands: [[held(0, null)], [held(2, 'r1', '1'), held(3, 'b3'), held(4, 'r4')]],
  actions: ['p1', 'cBr', 'cB1', 'cBw'],
})

function show(change = view): TestTable {
  const at = openTable({ view: change })
  renderAt(Frame, at, {})
  return at
}

function door(): HTMLButtonElement {
  return screen.getByRole('button', { name: 'Give Bob a clue' })
}

async function openMenu(): Promise<HTMLElement> {
  await fireEvent.click(door())
  return screen.getByRole('dialog')
}

test('the menu offers the clues that the server listed, and says what each touches', async () => {
  show()
  const menu = await openMenu()
  const colours = within(menu).getByRole('group', { name: 'Colours' })
  const values = within(menu).getByRole('group', { name: 'Values' })
  expect(within(colours).getAllByRole('button').map(spoken)).toEqual([
    'red: touches slots 1 and 3, 1 of them new',
    'white: touches no card: “you have none of these”',
  ])
  expect(within(values).getAllByRole('button').map(spoken)).toEqual(['ones: touches slot 1, nothing new'])
})

test('the first press shows what a clue touches, the second gives it', async () => {
  const at = show()
  const menu = await openMenu()
  const red = within(menu).getByRole('button', { name: /^red/ })
  await fireEvent.click(red)
  expect(at.sent()).toEqual([])
  const looks = screen.getAllByRole('button', { name: /^slot \d of Bob/ }).map((card) => card.classList[1])
  expect(looks).toEqual(['again', 'missed', 'fresh'])
  await fireEvent.click(red)
  expect(at.sent()).toEqual([{ type: 'act', action: 'cBr', seq: 1 }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('nothing is given before a clue is chosen', async () => {
  show()
  const menu = await openMenu()
  expect(within(menu).getByRole<HTMLButtonElement>('button', { name: /^Tell Bob/ }).disabled).toBe(true)
})

test('without a clue to give there is no way into the menu but the cards', async () => {
  show(makeView({ ...view, actions: ['p1', 'd1'] }))
  expect(door().disabled).toBe(true)
  await fireEvent.click(screen.getByRole('button', { name: /^slot 2 of Bob/ }))
  const menu = screen.getByRole('dialog')
  expect(within(menu).queryByRole('group')).toBeNull()
  expect(within(menu).getByRole('button', { name: 'from the deal' })).toBeTruthy()
})

test('out of turn no clue is offered, whatever the server lists', () => {
  show(makeView({ ...view, turn: BOB }))
  expect(door().disabled).toBe(true)
})

test('seen as its owner sees it, the hand shows no face', async () => {
  show()
  const cards = (): readonly string[] =>
    screen.getAllByRole('button', { name: /^slot \d of Bob/ }).map((card) => card.textContent)
  expect(cards().join()).toMatch(/red 4/)
  await fireEvent.keyDown(screen.getByRole('button', { name: /as Bob sees/ }), { key: 'Enter' })
  expect(cards().join()).not.toMatch(/red 4|blue 3/)
})

function spoken(button: HTMLElement): string {
  return button.querySelector('.heard')?.textContent.trim() ?? ''
}
