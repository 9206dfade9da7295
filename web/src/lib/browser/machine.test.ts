import { expect, test } from 'vitest'
import { isLoopback } from './machine'

test('some names are this machine to whoever opens them', () => {
  for (const host of ['localhost', 'tamaya.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
    expect(isLoopback(host), host).toBe(true)
  for (const host of ['192.168.1.20', '127.0.0.1.example.org', 'localhost.example.org', '[::2]'])
    expect(isLoopback(host), host).toBe(false)
})
