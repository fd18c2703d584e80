import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { verifies } from '../conformance/verifies.ts'
import type { TestAnswer } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { requestOf } from './example-request.ts'
import { idMembersOf, inputsWithId, type IdMember } from './id-members.ts'
import { everyOperation } from './registry.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

const members = everyOperation.flatMap(([, operation]) => idMembersOf(operation))
const named = ({ operation, path }: IdMember) => `${operation.id}: ${path.join('.')}`

test('every member that is called like an id says what it names', () => {
  expect(members.filter(({ declared }) => declared === undefined).map(named)).toEqual([])
})

/** What no operation makes, or makes as something else: how an organization comes by one. */
const givenTo: Record<string, (owner: TestOrganization, member: IdMember) => Promise<string>> = {
  subscription: async ({ subscriptionId }) => subscriptionId,
  async key(owner) {
    await paidRequest(owner)
    return owner.caller.keyId
  },
  request: paidRequest,
  async 'exclusion list'({ rawKey: key }, { operation, path }) {
    const isOfPeople = [operation.id, ...path].some((name) => /prospect|profile|people/i.test(name))
    const isOfCompanies = path.at(-1) === 'companyExclusionListIDs'
    const of = isOfPeople && !isOfCompanies ? 'prospects' : 'companies'
    const answer = await service.send(`POST /v1/exclusions/${of}/create-list`, {
      key,
      body: { name: 'List' },
    })
    return answer.body.output.listId
  },
  async export({ rawKey: key }) {
    const made = await service.send('POST /v1/audiences/create', { key, body: { name: 'Exported' } })
    const path = `/v1/audiences/${made.body.output.audienceId}`
    const companySearchParams = { domains: ['nobody.example'] }
    await service.send(`PATCH ${path}/search-params`, { key, body: { companySearchParams } })
    await service.send(`POST ${path}/build`, { key, body: {} })
    await service.almanac.jobs.workNow()
    const body = { format: 'COMPANY_GENERIC_CSV' }
    return (await service.send(`POST ${path}/export/companies`, { key, body })).body.output.exportId
  },
  async 'job-change list'({ rawKey: key }) {
    const answer = await service.send('POST /v1/job-changes/create-list', { key, body: { name: 'List' } })
    return answer.body.output.id
  },
  member: async (owner) => (await signedIn(owner)).memberId ?? '',
  session: async (owner) => (await signedIn(owner)).id,
  'saved search': savedSearch,
  'webhook delivery': webhookDelivery,
  list: (owner) => trackerList(owner, 'company'),
  'tracker list': (owner) => trackerList(owner, 'company'),
  'tracker list of companies': (owner) => trackerList(owner, 'company'),
  'tracker list of people': (owner) => trackerList(owner, 'person'),
  signal: signalWithDelivery,
  async 'saved search run'(owner) {
    const body = { savedSearchId: await savedSearch(owner) }
    return (await service.send('POST /v1/saved-search/spawn', { key: owner.rawKey, body })).body.output.id
  },
}

/** A console session of an account on the machine. */
async function signedIn({ organizationId }: TestOrganization) {
  const { sessions } = service.almanac
  const code = await sessions.makeCode({ organizationId, account: 'root' })
  const signIn = await sessions.signInByCode(code, { address: '', browser: undefined, requestId: '' })
  if (signIn === undefined) throw new Error('a fresh code opens no session')
  return signIn.session
}

/** A delivery to the endpoint whose id is asked with it, or to none that is. */
async function webhookDelivery({ rawKey: key }: TestOrganization): Promise<string> {
  const path = '/v1/webhooks/endpoints'
  const url = 'https://receiver.example/hooks'
  const { endpointId } = (await service.send(`POST ${path}`, { key, body: { url } })).body.output
  await service.send(`POST ${path}/${endpointId}/test`, { key, body: { eventType: 'job.changed' } })
  const { deliveries } = (await service.send(`GET ${path}/${endpointId}/deliveries`, { key })).body.output
  return deliveries[0].deliveryId
}

/** A tracker list without members. */
async function trackerList({ rawKey: key }: TestOrganization, kind: string): Promise<string> {
  const body = { name: 'Watched', refreshIntervalDays: 7 }
  return (await service.send(`POST /v1/tracker/${kind}-lists`, { key, body })).body.output.id
}

/** A signal that a dummy rule fired, and its delivery to an endpoint. */
async function signalWithDelivery({ rawKey: key }: TestOrganization): Promise<string> {
  const url = 'https://receiver.example/hooks'
  await service.send('POST /v1/webhooks/endpoints', { key, body: { url } })
  const rule = {
    type: 'headcount_crossed_threshold',
    entityType: 'company',
    direction: 'above',
    threshold: 1,
  }
  const body = { name: 'Watched', refreshIntervalDays: 7, trackingRules: [{ ...rule, isDummy: true }] }
  const listId = (await service.send('POST /v1/tracker/company-lists', { key, body })).body.output.id
  await service.send(`POST /v1/tracker/fire-dummy/${listId}`, { key, body: {} })
  const { signals } = (await service.send(`GET /v1/tracker/signals?listId=${listId}`, { key })).body.output
  return signals[0].id
}

/** A saved search that nobody has run. */
async function savedSearch({ rawKey: key }: TestOrganization): Promise<string> {
  const searchParams = { type: 'companies', companySearchParams: { domains: ['nobody.example'] } }
  const body = { name: 'Saved', spawnFrequencyDays: 7, searchParams }
  return (await service.send('POST /v1/saved-search/create', { key, body })).body.output.id
}

/** The ledger knows requests that cost something, and their keys. */
async function paidRequest({ rawKey }: TestOrganization): Promise<string> {
  const body = { searchParams: {}, pageSize: 1 }
  const { headers } = await service.send('POST /v1/company-search', { key: rawKey, body })
  return headers.get('x-request-id') ?? ''
}

/** An id of something that an organization has, as it came by it. */
async function ownIdFor(member: IdMember, owner: TestOrganization): Promise<string> {
  const { declared } = member
  if (declared?.names !== 'resource') throw new Error('names nothing')
  if (declared.madeBy === undefined) {
    const give = givenTo[declared.kind]
    if (give === undefined) throw new Error(`nobody knows how an organization comes by a ${declared.kind}`)
    return give(owner, member)
  }
  const maker = everyOperation.find(([id]) => id === declared.madeBy)?.[1]
  if (maker === undefined) throw new Error(`${declared.madeBy} is no operation`)
  const { route, body } = requestOf(maker)
  const answer = await service.send(route, { key: owner.rawKey, body })
  expect(answer.status, declared.madeBy).toBe(200)
  const name = member.path.at(-1) as string
  // A list of ids is called as many: `audienceIds`.
  return z.string().parse(answer.body.output[name] ?? answer.body.output[name.replace(/s$/, '')])
}

/** An id of the same form that nobody has. */
const unknownLike = (id: string) =>
  id.slice(0, -8) +
  Array.from(id.slice(-8))
    .map((each) => (/[a-y0-8A-Y]/.test(each) ? String.fromCodePoint((each.codePointAt(0) ?? 0) + 1) : each))
    .join('')

/** All of an answer that does not tell one request from the next, with the id that was asked for left out. */
function comparable({ status, text, headers }: TestAnswer, id: string): object {
  // Sealed cursors are never the same twice.
  const shown = text
    .replaceAll(id, 'ID')
    .replaceAll(/"(errorCode|requestId|nextPageToken|nextCursor)":"[^"]+"/g, '"$1":""')
  return { status, shown, charged: headers.get('x-credits-charged'), type: headers.get('content-type') }
}

/** Sends inputs with the id in its place, one after the other. */
async function ask(member: IdMember, key: string, id: string): Promise<object[]> {
  const { operation } = member
  const given = operation.examples.map(({ input }) => input)
  const answers: object[] = []
  for (const input of inputsWithId(member, given, id)) {
    const { route, body } = requestOf(operation, { input })
    answers.push(comparable(await service.send(route, { key, body }), id))
  }
  return answers
}

const resources = members.filter(({ declared }) => declared?.names === 'resource')

describe.each(resources.map((member) => [named(member), member] as const))('%s', (_name, member) => {
  test("an id of another organization is answered like one that never was, and the owner's own is not", async () => {
    verifies('promise.api.foreign-id-unknown')
    // Two strangers: some operations answer few requests a minute.
    const [owner, stranger, other] = [await service.org(), await service.org(), await service.org()]
    const id = await ownIdFor(member, owner)
    const before = await service.traces(owner.organizationId)
    const unknown = await ask(member, stranger.rawKey, unknownLike(id))
    expect(await ask(member, other.rawKey, id)).toEqual(unknown)
    expect(await service.traces(owner.organizationId)).toEqual(before)
    // Else the comparison would show nothing.
    expect(await ask(member, owner.rawKey, id)).not.toEqual(unknown)
  })
})
