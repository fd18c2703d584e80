import { expect, test } from 'vitest'
import { capabilities } from './capabilities.ts'
import { withPossibleNumbers } from './possible-numbers.ts'

const read = (record: object) => {
  const schema = capabilities['company.live'].answer
  return withPossibleNumbers(schema, schema.parse({ record }))
}

test('a number that nothing can have becomes unknown, the rest of the record stays', () => {
  const { answer, impossible } = read({
    pnet_primary_slug: 'quarrow',
    employee_count_consensus: { gte: -7, lte: -7 },
    li_follower_count: 1.5,
    revenue_usd: 4e6,
    num_funding_rounds: 3,
  })
  expect(answer.record).toMatchObject({
    pnet_primary_slug: 'quarrow',
    employee_count_consensus: null,
    li_follower_count: null,
    revenue_usd: 4e6,
    num_funding_rounds: 3,
  })
  expect(impossible).toEqual(['record.employee_count_consensus', 'record.li_follower_count'])
})

test.each([
  ['a range upside down', { gte: 500, lte: 201 }],
  ['half a person', { gte: 1.5, lte: 2 }],
])('%s is no headcount', (_what, employee_count_consensus) => {
  expect(read({ employee_count_consensus }).answer.record).toMatchObject({
    employee_count_consensus: null,
  })
})

test.each([
  { gte: 201, lte: 500 },
  { gte: 10_000, lte: null },
  { gte: null, lte: 10 },
])('%o is one', (employee_count_consensus) => {
  expect(read({ employee_count_consensus })).toMatchObject({
    answer: { record: { employee_count_consensus } },
    impossible: [],
  })
})

test('numbers inside lists of an answer are judged too', () => {
  const schema = capabilities['forum.posts'].answer
  const upload = { upload_id: 'a', title: 'T', duration_seconds: 1e12 }
  const { answer, impossible } = withPossibleNumbers(schema, schema.parse({ uploads: [upload] }))
  expect(answer.uploads).toMatchObject([{ upload_id: 'a', duration_seconds: null }])
  expect(impossible).toEqual(['uploads.0.duration_seconds'])
})
