import { beforeAll, expect, test } from 'vitest'
import { emailSubjectTokens } from '../../../../src/corpus/write/index.ts'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import {
  localServer,
  testSource,
  type LocalServer,
  type ServerAnswer,
  type ServerRequest,
} from '../../../support/sources.ts'

let service: TestAlmanac
let server: LocalServer
let answer: (request: ServerRequest) => ServerAnswer

beforeAll(async () => {
  server = await localServer((request) => answer(request))
  const entry = (name: string, capabilities: string[]) => ({
    source: 'test-source',
    name,
    capabilities,
    timeoutMs: 2e3,
    settings: { url: server.url },
  })
  const entries = [entry('companies', ['company.search']), entry('both', ['company.search', 'people.search'])]
  service = await testAlmanac({ sources: { kinds: [testSource], entries } })
})

const search = async (question: object) => {
  const { rawKey: key } = await service.org()
  const { body } = await service.send('POST /v1/multi-source/search', { key, body: { search: question } })
  return body.output
}

test('configured sources answer searches of the kinds they are set up for', async () => {
  answer = ({ path }) => ({
    json: {
      found: true,
      answer: {
        records:
          path === '/people.search'
            ? [{ primary_slug: 'ada', name: 'Ada Lindqvist' }]
            : [{ domains: ['acme.example'], preferred_name: 'Acme' }],
      },
    },
  })
  const searchParams = { stage: { anyOf: ['seed'] } }
  const companies = await search({ type: 'companies', searchParams })
  expect(companies.companies).toMatchObject([
    { company: { preferred_name: 'Acme' }, provenance: [{ source: 'companies' }, { source: 'both' }] },
  ])
  expect(companies.sources).toMatchObject([
    { source: 'companies', status: 'ok', found: 1 },
    { source: 'both', status: 'ok', found: 1 },
  ])
  expect(server.requests[0]?.body).toEqual({ searchParams, limit: 25 })
  const people = await search({ type: 'people', searchParams: { fuzzyName: { anyOf: [{ name: 'Ada' }] } } })
  expect(people.profiles).toMatchObject([
    { profile: { name: 'Ada Lindqvist' }, provenance: [{ source: 'both' }] },
  ])
  expect(people.sources).toMatchObject([{ source: 'both', status: 'ok' }])
})

test('a source that fails is told apart from one that finds nothing', async () => {
  service.clock.advance(40 * 86_400_000)
  answer = ({ path }) => (path === '/people.search' ? { status: 404 } : { status: 500 })
  expect((await search({ type: 'companies' })).sources).toMatchObject([
    { status: 'failed' },
    { status: 'failed' },
  ])
  expect((await search({ type: 'people' })).sources).toMatchObject([
    { source: 'both', status: 'ok', found: 0 },
  ])
})

test('people who are suppressed are in no answer, whichever source knows them', async () => {
  service.clock.advance(40 * 86_400_000)
  const hidden = { name: 'Hidden Person', emails: [{ email: 'h.i.dden+tag@gmail.com' }] }
  const records = [
    hidden,
    { primary_slug: 'hidden-slug', name: 'Hidden Too' },
    { primary_slug: 'ada', name: 'Ada' },
  ]
  answer = () => ({ json: { found: true, answer: { records } } })
  const identifiers = [
    { token: emailSubjectTokens('hidden@gmail.com').at(-1)!, sort: 'email' as const },
    { token: 'slug:hidden-slug', sort: 'profile' as const },
  ]
  await service.almanac.suppressions.add({
    reason: 'objection',
    identifiers,
    people: 0,
    by: { actor: 'test' },
  })
  const found = await search({ type: 'people' })
  expect(found.profiles.map(({ profile }: { profile: { name: string } }) => profile.name)).toEqual(['Ada'])
  expect(JSON.stringify(found)).not.toMatch(/hidden/i)
})
