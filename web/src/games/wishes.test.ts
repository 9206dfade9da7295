import { describe, expect, it } from 'vitest'
import { Wishes } from './wishes.svelte'

describe('the wishes of a list', () => {
  it('come from the address and go back there', () => {
    const wishes = new Wishes('?search=ann&page=3&odd=1')
    expect(wishes.all).toEqual({ search: 'ann', page: '3' })
    expect(wishes.address).toBe('/games?search=ann&page=3')
  })

  it('begin at the first page again when one changes', () => {
    const wishes = new Wishes('?page=3&sort=best')
    wishes.set('edition', 'rnr')
    expect(wishes.all).toEqual({ sort: 'best', edition: 'rnr' })
    wishes.set('page', '2')
    expect(wishes.get('page')).toBe('2')
    expect(wishes.filters).toEqual({ edition: 'rnr' })
  })

  it('narrow the list unless they only sort it', () => {
    expect(new Wishes('?sort=best&page=2').narrowed).toBe(false)
    expect(new Wishes('?result=lost').narrowed).toBe(true)
  })
})
