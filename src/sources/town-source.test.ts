import { expect, test } from 'vitest'
import type { AttemptOutcome } from './attempt.ts'
import type { Sources } from './open-sources.ts'
import { townSource } from './town-source.ts'

const bonn = { label: 'Bonn, Germany', latitude: 50.7, longitude: 7.1 }

/** A source that fares so with every question. */
function sourceThat(outcome: AttemptOutcome, places: object[] = []) {
  const attempt = { source: 'nominatim', capability: 'place.geocode', ms: 1, outcome, found: false, cost: 0 }
  const answers = places.length === 0 ? [] : [{ answer: { places } }]
  const sources = { names: () => ['nominatim'], ask: async () => ({ answers, attempts: [attempt] }) }
  return townSource(sources as unknown as Sources)
}

const asked = { city: 'Bonn', memberPath: 'searchParams.location.city' }

test('what a source says is taken, what it does not know is unknown', async () => {
  expect(await sourceThat('found', [bonn])?.(asked)).toEqual({
    label: 'Bonn, Germany',
    center: { latitude: 50.7, longitude: 7.1 },
  })
  expect(await sourceThat('not_found')?.(asked)).toBeUndefined()
})

test.each(['failed', 'timeout', 'rate_limited', 'circuit_open'] as const)(
  'a town is not unknown because a source did not answer: %s',
  async (outcome) => {
    await expect(sourceThat(outcome)?.(asked)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 30,
      issues: [{ path: 'searchParams.location.city', code: 'source_unavailable' }],
    })
  },
)

test('without a source nobody is asked', () => {
  expect(townSource({ names: () => [], ask: () => Promise.reject(new Error('asked')) })).toBeUndefined()
})
