import { describe, expect, it } from 'vitest'
import { said } from '@/lib/testing/make'
import { lineTo, newBranch, readLine, solvedBranch, wholeLine, withAction, writeLine } from './branch'

const played = ['cB1', 'p1', 'd2', 'p4']

describe('a branch', () => {
  it('goes its own way from its start', () => {
    const branch = withAction(newBranch(2), 2, 'p3', played)
    expect(branch).toMatchObject({ start: 2, actions: ['p3'] })
    expect(wholeLine(branch, played)).toEqual(['cB1', 'p1', 'p3'])
  })

  it('gives up what came after another action', () => {
    const branch = withAction(newBranch(1, ['d1', 'd2', 'd3']), 2, 'p5', played)
    expect(branch.actions).toEqual(['d1', 'p5'])
  })

  it('steps on where the action is the one that came anyway', () => {
    const branch = newBranch(1, ['d1', 'd2', 'd3'])
    expect(withAction(branch, 2, 'd2', played)).toBe(branch)
    expect(withAction(branch, 0, 'cB1', played)).toBe(branch)
  })

  it('may begin earlier', () => {
    expect(withAction(newBranch(3, ['d1']), 1, 'd5', played)).toMatchObject({ start: 1, actions: ['d5'] })
  })

  it('is another one once it is changed', () => {
    const kept = { ...newBranch(1, ['d1']), id: 'abc', title: 'bolder' }
    expect(withAction(kept, 2, 'd2', played)).toMatchObject({ id: '', title: '' })
  })

  it('remembers why the bots did what is still there', () => {
    const one = withAction(newBranch(1), 1, 'd1', played, {
      reason: [said('because')],
      conventions: ['finesse'],
    })
    const two = withAction(one, 2, 'd2', played, { reason: [said('so')] })
    expect(two.reasons).toEqual({ 2: [said('because')], 3: [said('so')] })
    expect(withAction(two, 2, 'p1', played).reasons).toEqual({ 2: [said('because')] })
    expect(two.cited).toEqual({ 2: ['finesse'] })
  })

  it('leads to each of its turns', () => {
    const branch = newBranch(2, ['p3', 'd1'])
    expect(lineTo(branch, 1)).toEqual({ turn: 1, actions: [] })
    expect(lineTo(branch, 2)).toEqual({ turn: 2, actions: [] })
    expect(lineTo(branch, 3)).toEqual({ turn: 2, actions: ['p3'] })
  })
})

describe('a line in the address', () => {
  it('says that the solver found it', () => {
    const branch = solvedBranch(0, ['p1', 'd2'])
    expect(writeLine(branch)).toBe('solver.0.p1.d2')
    expect(readLine('solver.0.p1.d2')).toEqual(branch)
    expect(withAction(branch, 1, 'p5', played).solved).toBeUndefined()
    expect(readLine('solver.')).toBeNull()
  })

  it('reads back', () => {
    const branch = newBranch(12, ['p1', 'cBr', 'oA21345'])
    expect(writeLine(branch)).toBe('12.p1.cBr.oA21345')
    expect(readLine('12.p1.cBr.oA21345')).toEqual(branch)
    expect(readLine('0')).toEqual(newBranch(0))
  })

  it.each(['', 'p1', '12.', '12..p1', '12.p', '12.<b>', '99999.p1', `1${'.p1'.repeat(401)}`])(
    'is none: %s',
    (text) => {
      expect(readLine(text)).toBeNull()
    },
  )
})
