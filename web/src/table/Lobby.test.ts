import { fireEvent, screen } from '@testing-library/svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '@/lib/net/api'
import type { SeatInfo, TableInfo } from '@/lib/generated/types'
import Lobby from './Lobby.svelte'
import { makeTable, openTable, renderAt, type TestTable } from './testing'

const BOTS = [
  { name: 'careful', game: 'hanabi', summary: '', usual: true },
  { name: 'greedy', game: 'andrewz', summary: '', usual: true },
]

beforeEach(() => {
  vi.spyOn(api, 'catalogue').mockResolvedValue({ editions: [], parts: [], bots: BOTS, remarks: [] } as never)
})

function seat(name: string, change: Partial<SeatInfo> = {}): SeatInfo {
  return { kind: 'open', name, bot: '', taken: name !== '', online: true, away_since: null, ...change }
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

test('the owner may choose bots that play this game, and no others', async () => {
  await show({ owner: true, seats: [seat('Ann'), seat('')] })
  const options = await screen.findAllByRole('option', { name: /^bot/ })
  expect(options.map((option) => (option as HTMLOptionElement).value)).toEqual(['bot:careful'])
})

test('seats are added and removed within what the rules allow', async () => {
  await show({ owner: true, seats: [seat('Ann'), seat('Bob')] })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a seat' }).disabled).toBe(false)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove the last seat' }).disabled).toBe(true)
})
