import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, test, vi } from 'vitest'
import { api } from '@/lib/net/api'
import type { ServerReach } from '@/lib/generated/types'
import Invitation from './Invitation.svelte'

const LOOPBACK = { hostname: '127.0.0.1', origin: 'http://127.0.0.1:8484' }
const ALONE: ServerReach = { same_machine: true, alone: true, addresses: [] }

function show(reach: Partial<ServerReach>, place = LOOPBACK): void {
  vi.spyOn(api, 'here').mockResolvedValue({ ...ALONE, ...reach })
  render(Invitation, { path: '/table/abc', place })
}

function link(): string {
  return screen.getByRole<HTMLInputElement>('textbox').value
}

test('a page on a public address shows its own link and code, and asks for nothing', () => {
  const asked = vi.spyOn(api, 'here').mockClear()
  render(Invitation, {
    path: '/table/abc',
    place: { hostname: 'hanabi.example.org', origin: 'https://hanabi.example.org' },
  })
  expect(link()).toBe('https://hanabi.example.org/table/abc')
  expect(screen.getByRole('img', { name: /QR/ })).toBeTruthy()
  expect(asked).not.toHaveBeenCalled()
})

test('on the server’s own machine others get the address in their network', async () => {
  show({ alone: false, addresses: ['http://192.168.1.20:8484/'] })
  expect(await screen.findByRole('img', { name: /QR/ })).toBeTruthy()
  expect(link()).toBe('http://192.168.1.20:8484/table/abc')
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('of several addresses one may be chosen', async () => {
  show({ alone: false, addresses: ['http://192.168.1.20:8484/', 'http://10.0.0.5:8484/'] })
  const list = await screen.findByRole<HTMLSelectElement>('combobox')
  expect([...list.options].map((option) => option.text)).toEqual(['192.168.1.20:8484', '10.0.0.5:8484'])
  await fireEvent.change(list, { target: { value: 'http://10.0.0.5:8484/' } })
  expect(link()).toBe('http://10.0.0.5:8484/table/abc')
})

test('a link that works on this machine only says so, and how to change that', async () => {
  show(ALONE)
  expect(await screen.findByText('tamaya serve --lan')).toBeTruthy()
  expect(screen.getByText(/^This link works on this machine only/)).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
  expect(link()).toBe('http://127.0.0.1:8484/table/abc')
})

test('where the server is elsewhere, its command is of no use', async () => {
  show({ same_machine: false, alone: false })
  expect(await screen.findByText(/open this page by the address that they use/)).toBeTruthy()
  expect(screen.queryByText('tamaya serve --lan')).toBeNull()
})
