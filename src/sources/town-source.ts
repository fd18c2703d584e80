import type { TownSource } from '../corpus/search/index.ts'
import { Failure } from '../operation/index.ts'
import type { AttemptOutcome } from './attempt.ts'
import type { Sources } from './open-sources.ts'

/** Milliseconds a search waits for the sources to say where a town is. */
const withinMs = 8_000
const retryAfterSeconds = 30

/** Nothing is known by these: the town may well be there. */
const unanswered = new Set<AttemptOutcome>(['timeout', 'rate_limited', 'circuit_open', 'failed'])

/** The sources of `place.geocode` for towns that searches name and nothing here knows; undefined without any. */
export function townSource({ names, ask }: Pick<Sources, 'names' | 'ask'>): TownSource | undefined {
  if (names('place.geocode').length === 0) return undefined
  return async ({ city, countryCode = null, memberPath = 'city' }) => {
    const { signal } = new AbortController()
    const question = { text: city, countryCode }
    const { answers, attempts } = await ask('place.geocode', question, { signal, withinMs })
    const place = answers[0]?.answer.places[0]
    if (place !== undefined)
      return { label: place.label, center: { latitude: place.latitude, longitude: place.longitude } }
    if (!attempts.some(({ outcome }) => unanswered.has(outcome))) return undefined
    const message = `Where "${city}" is could not be determined: a source of towns did not answer.`
    throw new Failure('unavailable', {
      issues: [{ path: memberPath, message, code: 'source_unavailable' }],
      retryAfterSeconds,
    })
  }
}
