import { fireEvent, screen } from '@testing-library/svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '@/lib/net/api'
import { OPEN } from '@/lib/rules/setup'
import { makeSeat, said } from '@/lib/testing/make'
import type { SeatInfo, TableInfo } from '@/lib/generated/types'
import Lobby from './Lobby.svelte'
import { makeTable, openTable, renderAt, type TestTable } from './testing'

const BOTS = [
  { name: 'partner', game: 'hanabi', summary: said(''), plays_by: 'table', usual: true, obstacle: null },
  { name: 'careful', game: 'hanabi', summary: said(''), plays_by: 'none', usual: false, obstacle: null },
  { name: 'plain', game: 'hanabi', summary: said(''), plays_by: 'own', usual: false, obstacle: null },
  { name: 'h-group-5', game: 'hanabi', summary: said(''), plays_by: 'own', usual: false, obstacle: null },
  {
    name: 'search',
    game: 'hanabi',
    summary: said(''),
    plays_by: 'none',
    usual: false,
    obstacle: { code: 'bots.needs-engine', fields: {}, text: '' },
  },
]

const BOOKS = ['plain', 'h-group-5'].map((name) => ({ name, usual: name === 'h-group-5' }))

beforeEach(() => {
  vi.spyOn(api, 'bots').mockResolvedValue(BOTS as never)
  vi.spyOn(api, 'catalogue').mockResolvedValue({ books: BOOKS } as never)
})

function seat(name: string, change: Partial<SeatInfo> = {}): SeatInfo {
  return makeSeat({ name, taken: name !== '', ...change })
}

async function show(change: Partial<TableInfo>, name = 'Ann'): Promise<TestTable> {
  vi.spyOn(api, 'me').mockResolvedValue({ name, suggestion: 'Kiri' } as never)
  const seats = change.seats ?? []
  const setup = {
    ...makeTable().setup,
    seats: seats.map(() => ({ kind: 'open', bot: '', name: '' }) as const),
  }
  const at = openTable({ table: makeTable({ phase: 'gathering', setup, ...change }), view: null })
  renderAt(Lobby, at, { onname: () => undefined })
  await vi.waitFor(() => expect(api.me).toHaveBeenCalled())
  await Promise.resolve()
  return at
}

function start(): HTMLButtonElement | null {
  return screen.queryByRole('button', { name: 'Start the game' })
}

test('the owner may start once every seat is taken', async () => {
  const at = await show({ owner: true, seats: [seat('Ann'), seat('Bob')] })
  expect(start()?.disabled).toBe(false)
  await fireEvent.click(start() as HTMLElement)
  expect(at.sent()).toEqual([{ type: 'start' }])
})

test('a free seat holds the start, and is named', async () => {
  await show({ owner: true, seats: [seat('Ann'), seat('Bob'), seat('')] })
  expect(start()?.disabled).toBe(true)
  expect(screen.getByText(/^Seat C is still free/)).toBeTruthy()
})

test('only the owner is offered the start, or the arrangement of seats', async () => {
  await show({ owner: false, seats: [seat('Ann'), seat('Bob')] })
  expect(start()).toBeNull()
  expect(screen.queryByRole('combobox', { name: /seat/i })).toBeNull()
})

test('a free seat is offered to a guest with a name', async () => {
  const at = await show({ owner: false, seat: null, seats: [seat('Bob'), seat('')] }, 'Cleo')
  await fireEvent.click(await screen.findByRole('button', { name: /^Sit here/ }))
  expect(at.sent()).toEqual([{ type: 'sit', seat: 1 }])
})

test('a guest without a name is asked for it first', async () => {
  await show({ owner: false, seat: null, seats: [seat('Bob'), seat('')] }, '')
  expect(await screen.findByRole('textbox', { name: /name/i })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Sit here/ })).toBeNull()
})

test('a bot that cannot play cannot be chosen, and the page says why', async () => {
  await show({ owner: true, seats: [seat('Ann'), seat('')] })
  const options = await screen.findAllByRole<HTMLOptionElement>('option', { name: /^bot/ })
  expect(options.map(({ value, disabled }) => [value, disabled])).toEqual([
    ['bot:partner', false],
    ['bot:careful', false],
    ['bot:search', true],
    ['own', false],
  ])
  expect(screen.getByText(/^search cannot play here: .*not installed on this machine\.$/)).toBeTruthy()
})

test('the owner asks which bots can play by these rules with so many', async () => {
  await show({ owner: true, seats: [seat('Ann'), seat(''), seat('')] })
  await vi.waitFor(() => expect(api.bots).toHaveBeenCalledWith(makeTable().rules.text, 3))
})

test('a list shows what the server has, also after a wish that it refuses', async () => {
  const at = await show({ owner: true, seats: [seat('Ann'), seat('')] })
  await screen.findAllByRole('option', { name: /^bot/ })
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Who may have seat B' })
  await fireEvent.change(list, { target: { value: 'bot:careful' } })
  expect(at.sent()).toMatchObject([{ type: 'arrange' }])
  expect(list.value).toBe('open')
})

test('a seat says which bot has it', async () => {
  await show({ seats: [seat('Ann'), seat('Hana', { kind: 'bot', bot: 'careful' })] })
  expect(screen.getByText('· careful')).toBeTruthy()
})

test('seats are added and removed within what the rules allow', async () => {
  await show({ owner: true, seats: [seat('Ann'), seat('Bob')] })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a seat' }).disabled).toBe(false)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove the last seat' }).disabled).toBe(true)
})

test('the owner chooses the conventions among the books', async () => {
  const at = await show({ owner: true, seats: [seat('Ann'), seat('Bob')] })
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Conventions' })
  await vi.waitFor(() => expect(list.options).toHaveLength(2))
  expect(list.value).toBe('h-group-5')
  await fireEvent.change(list, { target: { value: 'plain' } })
  expect(at.sent()).toMatchObject([{ type: 'arrange', setup: { conventions: 'plain' } }])
})

test('others read by which conventions the table plays', async () => {
  await show({ owner: false, conventions: 'plain', seats: [seat('Ann'), seat('Bob')] })
  expect(screen.queryByRole('combobox', { name: 'Conventions' })).toBeNull()
  expect(screen.getByText('Plain words')).toBeTruthy()
  expect(screen.getByText('Clues mean their words, and nothing more.')).toBeTruthy()
})

test('a race tells of no conventions', async () => {
  await show({ owner: true, conventions: '', seats: [seat('Ann'), seat('Bob')] })
  expect(screen.queryByText('Conventions')).toBeNull()
})

test('bots with conventions of their own are one entry, which begins with the table’s', async () => {
  const at = await show({ owner: true, seats: [seat('Ann'), seat('')] })
  await screen.findAllByRole('option', { name: /^bot/ })
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Who may have seat B' })
  await fireEvent.change(list, { target: { value: 'own' } })
  expect(at.sent()).toMatchObject([{ setup: { seats: [{}, { kind: 'bot', bot: 'h-group-5' }] } }])
})

test('the owner gives a bot with conventions of its own another book', async () => {
  const seats = [seat('Ann'), seat('Hana', { kind: 'bot', bot: 'plain' })]
  const setup = {
    ...makeTable().setup,
    seats: [OPEN, { kind: 'bot', bot: 'plain', name: 'Hana' } as const],
  }
  const at = await show({ owner: true, seats, setup })
  const list = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: 'Conventions of the bot on seat B',
  })
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Who may have seat B' }).value).toBe('own')
  expect(list.value).toBe('plain')
  await fireEvent.change(list, { target: { value: 'h-group-5' } })
  expect(at.sent()).toMatchObject([{ setup: { seats: [{}, { bot: 'h-group-5', name: 'Hana' }] } }])
})
