import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Failure } from './failure.ts'
import { optional } from './fields.ts'
import { readOtherNames, withOtherNames } from './other-names.ts'

const input = z.object({
  trip: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('one'), date: z.iso.date().describe('The day') }),
    z.object({ kind: z.literal('none') }),
  ]),
  note: optional(z.string()).describe('Any text.'),
})
const names = { 'trip.outboundDate': 'trip.date', remark: 'note' }

describe('withOtherNames', () => {
  test('shows each name beside its own, in the option that has it', () => {
    const { properties } = z.toJSONSchema(withOtherNames(input, names), { io: 'input' })
    expect(properties).toMatchObject({
      remark: { description: 'Another name of `note`.' },
      trip: {
        oneOf: [
          {
            properties: {
              date: { description: 'The day. Needed, here or as `outboundDate`.' },
              outboundDate: { description: 'Another name of `date`.' },
            },
            required: ['kind'],
          },
          { properties: { kind: {} }, required: ['kind'] },
        ],
      },
    })
  })

  test('refuses a name that stands for nothing, or is a member', () => {
    expect(() => withOtherNames(input, { a: 'trip.day' })).toThrow('which is not a member')
    expect(() => withOtherNames(input, { note: 'trip.date' })).toThrow('a member already')
  })
})

describe('readOtherNames', () => {
  const given = { trip: { kind: 'one', outboundDate: '2027-01-01' }, other: 1 }

  test('puts each where it belongs, and tells paths as they were written', () => {
    const { members, givenPath } = readOtherNames(names, given)
    expect(members).toEqual({ trip: { kind: 'one', date: '2027-01-01' }, other: 1 })
    expect(given.trip).toHaveProperty('outboundDate')
    expect(['trip.date', 'trip.date.x', 'trip.dates', 'trip.kind'].map(givenPath)).toEqual([
      'trip.outboundDate',
      'trip.outboundDate.x',
      'trip.dates',
      'trip.kind',
    ])
  })

  test('a list within another member brings what goes with it', () => {
    const within = { ids: { path: 'who.ids', beside: { 'who.type': 'ids' } } }
    const { members, givenPath } = readOtherNames(within, { ids: ['a'] })
    expect(members).toEqual({ who: { type: 'ids', ids: ['a'] } })
    expect(givenPath('who.ids[0]')).toBe('ids[0]')
    expect(() => readOtherNames(within, { ids: ['a'], who: { type: 'names' } })).toThrow(Failure)
  })

  test.each([
    [{ trip: 5 }],
    [{ trip: ['outboundDate'] }],
    [JSON.parse('{"__proto__":{"remark":"x"}}') as object],
    [{ note: 'a', other: null }],
  ])('leaves %j as it is', (members) => {
    expect(readOtherNames(names, members as never).members).toEqual(members)
  })
})
