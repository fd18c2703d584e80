import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Snapshot, Snapshots } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { openCursors, hashQuestion } from './cursor.ts'

const snapshot = (number: number): Snapshot => ({ number, mayHoldLater: true, mayHoldSuperseded: true })
/** Snapshots 3 to 9 can be read. */
const snapshots: Snapshots = {
  newest: async () => snapshot(9),
  at: async (_kind: EntityKind, number: number) => (number < 3 || number > 9 ? undefined : snapshot(number)),
  refresh: async () => {},
  close: async () => {},
}
const cursors = openCursors(Buffer.alloc(32, 1), snapshots)
const asked = { kind: 'people' as const, organizationId: 'org_1', question: hashQuestion({ a: 1 }) }
const position = { rank: 4_000_000_000, id: '18446744073709551615' }

describe('cursors', () => {
  it('give back position, snapshots and day', async () => {
    const text = cursors.seal({
      ...asked,
      snapshot: snapshot(5),
      employers: snapshot(4),
      others: { postings: snapshot(3) },
      today: 20_777,
      sets: { list_1: 7 },
      position,
    })
    expect(await cursors.open(text, asked)).toEqual({
      snapshot: snapshot(5),
      employers: snapshot(4),
      others: { postings: snapshot(3) },
      today: 20_777,
      sets: { list_1: 7 },
      position,
    })
    const plain = cursors.seal({ ...asked, snapshot: snapshot(5), position })
    expect(await cursors.open(plain, asked)).toMatchObject({ employers: undefined, today: undefined })
  })

  it.each([
    'queued',
    '',
    ['a.example'],
    { key: [1] },
    null,
    7,
    Array.from({ length: 1_000 }, (_, index) => `${index}.example`),
    'long '.repeat(1_000),
  ])('carry whatever JSON says', (carry) => {
    const text = cursors.seal({ ...asked, snapshot: snapshot(5), position, carry })
    expect(cursors.carried(text, asked.organizationId)).toEqual(carry)
  })

  it('are refused for another kind, organization, question or key, and when altered', async () => {
    const text = cursors.seal({ ...asked, snapshot: snapshot(5), position })
    for (const other of [
      { kind: 'companies' as const },
      { organizationId: 'org_2' },
      { question: hashQuestion({ a: 2 }) },
    ]) {
      await expect(cursors.open(text, { ...asked, ...other })).rejects.toMatchObject({
        code: 'invalid-cursor',
      })
    }
    const elsewhere = openCursors(Buffer.alloc(32, 2), snapshots)
    await expect(elsewhere.open(text, asked)).rejects.toMatchObject({ code: 'invalid-cursor' })
    for (let offset = 0; offset < text.length; offset++) {
      const altered = text.slice(0, offset) + (text[offset] === 'x' ? 'y' : 'x') + text.slice(offset + 1)
      await expect(cursors.open(altered, asked)).rejects.toMatchObject({ code: 'invalid-cursor' })
    }
  })

  it('expire when rows of their snapshot, or of the employers it asks about, are gone', async () => {
    for (const numbers of [
      { snapshot: snapshot(2) },
      { snapshot: snapshot(10) },
      { snapshot: snapshot(5), employers: snapshot(2) },
    ]) {
      const text = cursors.seal({ ...asked, ...numbers, position })
      await expect(cursors.open(text, asked)).rejects.toMatchObject({ code: 'cursor-expired' })
    }
  })

  it('carry what fits, for their organization alone', () => {
    const seal = (carry: unknown) => cursors.seal({ ...asked, snapshot: snapshot(5), position, carry })
    expect(cursors.carried(seal({ a: [1] }), 'org_1')).toEqual({ a: [1] })
    expect(cursors.carried(seal({ a: [1] }), 'org_2')).toBeUndefined()
    const long = Array.from({ length: 1_000 }, (_, index) => `company-${index * 7919}.example`)
    expect(cursors.carried(seal(long), 'org_1')).toEqual(long)
    expect(cursors.carried(seal(randomBytes(60_000).toString('hex')), 'org_1')).toBeUndefined()
    expect(cursors.carried('nonsense', 'org_1')).toBeUndefined()
  })
})

describe('hashQuestion', () => {
  it('is the same however the members are ordered, and for absent and undefined ones', () => {
    expect(hashQuestion({ a: 1, b: [2] })).toBe(hashQuestion({ b: [2], a: 1, c: undefined }))
    expect(hashQuestion(undefined)).toBe(hashQuestion(null))
    expect(hashQuestion({ a: 1 })).not.toBe(hashQuestion({ a: '1' }))
    expect(hashQuestion({ list: [1, 2] })).not.toBe(hashQuestion({ list: [2, 1] }))
  })
})
