import { fireEvent, screen } from '@testing-library/svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '@/lib/net/api'
import { makeSeat, said } from '@/lib/testing/make'
import type { SeatInfo, TableInfo } from '@/lib/generated/types'
import Lobby from './Lobby.svelte'
import { makeTable, openTable, renderAt, type TestTable } from './testing'

const BOTS = [
  { name: 'careful', game: 'hanabi', summary: said(''), usual: true, obstacle: null },
  {
    name: 'search',
    game: 'hanabi',
    summary: said(''),
    usual: false,
    obstacle: { code: 'bots.needs-engine', fields: {}, text: '' },
  },
]

beforeEach(() => {
  vi.spyOn(api, 'bots').mockResolvedValue(BOTS as never)
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
    ['bot:careful', false],
    ['bot:search', true],
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
