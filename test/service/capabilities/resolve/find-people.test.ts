import { beforeAll, expect, test } from 'vitest'
import { verifies } from '../../../conformance/verifies.ts'
import type { CorpusSearch } from '../../../../src/corpus/search/index.ts'
import { findPeople } from '../../../../src/capabilities/resolve/find-people.ts'
import { personQuestion } from '../../../../src/capabilities/resolve/person-question.ts'
import { inBackground } from '../../../../src/capabilities/resolve/slice.ts'
import { openResolveTest, type ResolveTest } from '../../../worlds/resolve.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const ask = (body: object) => resolve.ask('POST /v1/kitchen-sink/person', body)
const named = (value: string, more: object = {}) => ({ personName: { value }, ...more })
const slugsOf = async (body: object): Promise<string[]> => {
  const answer = await ask(body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output.data.map((person: { primary_slug: string }) => person.primary_slug)
}

test('of namesakes none is meant by the name alone, which is free; minConfidence takes or leaves them', async () => {
  verifies('resolve.confidence')
  const { output, chargeInfo } = (await ask(named('Robert Miller'))).body
  expect(output).toMatchObject({ data: [], matches: [], message: expect.stringMatching(/likeliest of 3/) })
  expect(chargeInfo.method).toBe('free')
  expect(await slugsOf(named('Robert Miller', { minConfidence: 0.2 }))).toEqual(['robert-miller-2'])
  const employed = { companyName: { value: 'Acme Robotics' } }
  expect(await slugsOf(named('Robert Miller', { ...employed, minConfidence: 0.9 }))).toEqual([
    'robert-miller-1',
  ])
  expect(await slugsOf(named('Robert Miller', { ...employed, minConfidence: 0.95 }))).toEqual([])
})

test('of several behind one address the name decides', async () => {
  const emailAddress = 'family@home.example'
  expect(await slugsOf({ emailAddress, personName: { value: 'Eva Berg' } })).toEqual(['eva-berg'])
  expect(await slugsOf({ emailAddress, personName: { value: 'Ola Berg' } })).toEqual(['ola-berg'])
})

test('fuzzySearch finds misspelt names at misspelt companies', async () => {
  verifies('person-lookup.fuzzy-search.effect')
  const misspelt = { personName: { value: 'Ada Lindkvist' }, companyName: { value: 'Acme Robotix' } }
  expect(await slugsOf(misspelt)).toEqual([])
  expect(await slugsOf({ ...misspelt, fuzzySearch: true })).toEqual(['ada-lindqvist'])
})

test('more that agrees never lowers the confidence', async () => {
  verifies('person-lookup.more-information-more-accurate')
  const more = [
    { companyName: { value: 'Acme Robotics' } },
    { jobTitle: { value: 'Chief Technology Officer' } },
    { profileLocation: { countryCode: 'SWE', locality: 'Stockholm' } },
    { schoolName: { value: 'State University' } },
    { emailAddress: 'ada.lindqvist@acme.example' },
    { profileIdentifier: { identifier: 'pnetSlug', value: 'ada-lindqvist' } },
  ]
  let before = 0
  const asked = named('Ada Lindqvist')
  for (const member of more) {
    Object.assign(asked, member)
    const { output } = (await ask(asked)).body
    expect(output.matches[0].confidence).toBeGreaterThanOrEqual(before)
    before = output.matches[0].confidence
  }
})

test('a name that nobody has is asked for once, whatever else is given', async () => {
  const { search } = resolve.service.almanac
  let statements = 0
  const counted: CorpusSearch = { ...search, page: (...args) => (statements++, search.page(...args)) }
  const question = named('Nobody Atall', {
    companyName: { value: 'Acme Robotics' },
    jobTitle: { value: 'Engineer' },
    fuzzySearch: true,
  })
  const { matches } = await findPeople(
    { search: counted, network: { hosts: ['pnet.example'] } },
    inBackground(new AbortController().signal),
    personQuestion.parse(question),
  )
  expect(matches).toEqual([])
  expect(statements).toBe(1)
})

test('low thoroughness reads fewer records, and names nobody that high does not', async () => {
  verifies('person-lookup.thoroughness.effect')
  const { search } = resolve.service.almanac
  // Records that may be read.
  let asked = 0
  const counted: CorpusSearch = {
    ...search,
    page: (kind, request) => ((asked += request.limit), search.page(kind, request)),
    lookup: (kind, request) => ((asked += request.perToken), search.lookup(kind, request)),
  }
  const deps = { search: counted, network: { hosts: ['pnet.example'] } }
  const find = async (question: object, thoroughness: 'low' | 'high') => {
    asked = 0
    const { matches } = await findPeople(
      deps,
      inBackground(new AbortController().signal),
      personQuestion.parse({ ...question, thoroughness }),
    )
    return { asked, slugs: matches.map(({ person }) => person.primary_slug) }
  }
  const school = { schoolName: { value: 'State University' } }
  const title = { jobTitle: { value: 'Engineer' } }
  const fuzzy = { fuzzySearch: true }
  const questions = [
    named('Robert Miller', { ...school, ...title }),
    named('Grace Mueller', { companyName: { value: 'Globex' }, jobTitle: { value: 'Board Member' } }),
    named('Wei Chen', { companyName: { value: 'Acme Robotics' }, ...school }),
    named("Connor O'Brian", { companyDomain: { value: 'acme-de.example' }, ...title, ...fuzzy }),
    named('Nobody Atall', { ...school, ...title, ...fuzzy }),
  ]
  let [low, high, answered] = [0, 0, 0]
  for (const question of questions) {
    const [fast, whole] = [await find(question, 'low'), await find(question, 'high')]
    if (fast.slugs.length > 0) expect(fast.slugs).toEqual(whole.slugs)
    expect(fast.asked).toBeLessThanOrEqual(whole.asked)
    low += fast.asked
    high += whole.asked
    answered += fast.slugs.length
  }
  expect(low).toBeLessThan(high)
  expect(answered).toBeGreaterThan(2)
})
