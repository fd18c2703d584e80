import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testAlmanac } from '../../support/harness.ts'
import { localServer, testSource, type LocalServer } from '../../support/sources.ts'
import { defineSource, type Sources } from '../../../src/sources/index.ts'

const signal = new AbortController().signal

/** Passes the question on to the other sources: what it answers is what they do. */
const relay = defineSource({
  id: 'relay',
  summary: 'Asks the others.',
  settings: z.object({}),
  secrets: [],
  perSecond: 100,
  timeoutMs: 5_000,
  open: (_settings, host) => ({
    'email.verify': {
      async fetch(question, call) {
        const { answers, attempts } = await host.ask('email.verify', question, call.signal)
        const reasons = attempts.map(({ source, outcome }) => `${source} ${outcome}`)
        return { found: true, answer: { status: answers[0]?.answer.status ?? 'unknown', reasons } }
      },
    },
  }),
  probe: () => ({ capability: 'email.verify', question: { email: 'probe@acme.example' } }),
})

let server: LocalServer
let sources: Sources

beforeAll(async () => {
  server = await localServer(() => ({ json: { found: true, answer: { status: 'valid' } } }))
  const settings = { url: server.url }
  const verifier = (name: string, more: object) => ({
    source: 'test-source',
    name,
    settings,
    capabilities: ['email.verify'],
    ...more,
  })
  const { almanac } = await testAlmanac({
    sources: {
      kinds: [testSource, relay],
      entries: [
        { source: 'relay', name: 'first-relay' },
        { source: 'relay', name: 'second-relay' },
        // A call waits longer for its turn here than it may take.
        verifier('slow', { perSecond: 20, timeoutMs: 200 }),
        verifier('slowest', { perSecond: 0.01 }),
      ],
    },
  })
  ;({ sources } = almanac)
})

let number = 0
const fresh = () => ({ email: `turn${++number}@acme.example` })

test('waiting for a turn at the rate of a source is not time of the source', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, () => sources.ask('email.verify', fresh(), { signal, only: ['slow'] })),
  )
  expect(outcomes.map(({ attempts }) => attempts[0]?.outcome)).toEqual(Array(12).fill('found'))
})

test('who has no time to wait is told that the rate is in the way, and the source is not to blame', async () => {
  const ask = (withinMs: number) =>
    sources.ask('email.verify', fresh(), { signal, withinMs, only: ['slowest'] })
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => ask(2_000)))
  const fared = outcomes.map(({ attempts }) => attempts[0]?.outcome)
  expect(fared.toSorted()).toEqual(['found', ...Array(7).fill('rate_limited')])
  // Seven failures would have opened the circuit.
  expect((await ask(50)).attempts).toMatchObject([{ outcome: 'rate_limited', cost: 0 }])
})

test('a source that asks others is not asked by them, however many do', async () => {
  const { answers } = await sources.ask('email.verify', fresh(), { signal, only: ['first-relay'] })
  expect(answers[0]?.answer).toMatchObject({ status: 'valid', reasons: ['second-relay found'] })
  const inner = await sources.ask('email.verify', fresh(), { signal, only: ['second-relay'] })
  expect(inner.answers[0]?.answer.reasons).toEqual(['first-relay found'])
})
