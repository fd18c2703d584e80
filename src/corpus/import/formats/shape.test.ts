import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conform, type Drift, type Shape } from './shape.ts'

const shape: Shape = {
  name: 'text',
  count: 'number',
  isOpen: 'flag',
  tags: ['text'],
  place: { city: 'text' },
  jobs: [{ title: 'text', levels: ['text'] }],
}

function conformed(row: Record<string, unknown>) {
  const drifts: string[] = []
  conform(row, shape, ({ path, kind }: Drift) => drifts.push(`${kind} ${path}`))
  return { row, drifts }
}

describe('conform', () => {
  it('leaves a row as documented alone', () => {
    const row = {
      name: 'a',
      count: 1.5,
      isOpen: false,
      tags: ['x'],
      place: { city: 'b' },
      jobs: [
        {
          title: null,
          levels: [],
        },
      ],
    }
    expect(conformed(structuredClone(row))).toEqual({ row, drifts: [] })
  })

  it.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
    ['a number for a text', { name: 7 }, { name: '7' }, ['changed name']],
    ['a text for a number', { count: '7' }, { count: 7 }, ['changed count']],
    ['one value for a list', { tags: 'x' }, { tags: ['x'] }, ['changed tags']],
    ['a list of one for a value', { name: ['x'] }, { name: 'x' }, ['changed name']],
    ['an object for a list of them', { jobs: { title: 'x' } }, { jobs: [{ title: 'x' }] }, ['changed jobs']],
    ['true for a hidden text', { name: true }, { name: undefined }, ['unreadable name']],
    ['true for a hidden list', { tags: true }, { tags: undefined }, ['unreadable tags']],
    ['true for a hidden object', { place: true }, { place: undefined }, ['unreadable place']],
    ['a list of two for a value', { name: ['x', 'y'] }, { name: undefined }, ['unreadable name']],
    ['a text that is no number', { count: 'many' }, { count: undefined }, ['unreadable count']],
    ['one bad entry of a list', { tags: ['x', true] }, { tags: ['x'] }, ['unreadable tags[]']],
    [
      'a change inside a list',
      { jobs: [{ levels: 'vp' }] },
      { jobs: [{ levels: ['vp'] }] },
      ['changed jobs[].levels'],
    ],
    ['an unknown member', { place: { planet: 1 } }, { place: { planet: 1 } }, ['unknown place.planet']],
    ['nulls', { name: null, tags: null, place: null }, { name: null, tags: null, place: null }, []],
    [
      'a member named like one of objects',
      { constructor: 'x' },
      { constructor: 'x' },
      ['unknown constructor'],
    ],
  ])('%s', (_, row, wanted, drifts) => {
    expect(conformed(row)).toEqual({ row: wanted, drifts })
  })

  it('never fails, and a second time changes nothing', () => {
    const member = fc.constantFrom('name', 'count', 'isOpen', 'tags', 'place', 'jobs', 'other')
    fc.assert(
      fc.property(fc.dictionary(member, fc.jsonValue()), (given) => {
        const { row } = conformed(given)
        expect(conformed(structuredClone(row)).row).toEqual(row)
      }),
    )
  })
})
