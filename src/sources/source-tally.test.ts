import { expect, test } from 'vitest'
import type { Attempt } from './attempt.ts'
import { tallySources } from './source-tally.ts'

const attempt = (outcome: Attempt['outcome'], ms: number, cost = 0): Attempt => ({
  source: 'one',
  capability: 'company.live',
  outcome,
  ms,
  found: outcome === 'found',
  cost,
})

test('outcomes and spendings are summed by source, and what was not called says nothing of the time', () => {
  const [one, other] = [{}, {}]
  const tally = tallySources<object>()
  tally.count(one, attempt('found', 100, 1.5))
  tally.count(one, attempt('not_found', 20, 0.5))
  tally.count(one, attempt('cached', 0))
  tally.count(one, attempt('circuit_open', 0))
  expect(tally.read(one)).toEqual({
    attempts: { found: 1, not_found: 1, cached: 1, circuit_open: 1 },
    spent: 2,
    p95Ms: 100,
  })
  expect(tally.read(other)).toEqual({ attempts: {}, spent: 0, p95Ms: null })
})

test('the duration is that of the latest 200 calls, of which a twentieth was slower', () => {
  const source = {}
  const tally = tallySources<object>()
  for (let ms = 1; ms <= 1_000; ms += 1) tally.count(source, attempt('found', ms))
  expect(tally.read(source).p95Ms).toBe(990)
})
