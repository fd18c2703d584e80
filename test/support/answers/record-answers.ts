import type { AnyOperation, Registry } from '../../../src/operation/index.ts'
import { requestOf } from '../../contract/example-request.ts'
import { sampleSize } from '../../../src/corpus/sample/index.ts'
import { aBrowser } from '../browser.ts'
import { testAlmanac, type TestAlmanac } from '../harness.ts'
import { sampledStores } from '../sampled-stores.ts'
import { stableAnswer } from './stable-answer.ts'
import { idsIn, withMadeIds } from '../statements/use-everything.ts'
import { dayMs } from '../../../src/lib/time.ts'

const operatorToken = 'the-operator-of-examples'

/** A service over the sample of a first start, whose answers are the examples. */
export async function openRecordingService(): Promise<TestAlmanac> {
  const world = { people: 0, ...sampleSize('small'), seed: 1, asOf: '2026-11-01' }
  const stores = await sampledStores(world, { sandbox: true })
  const settings = { ALMANAC_OUTBOUND_LOOPBACK: 'true', ALMANAC_OPERATOR_TOKEN: operatorToken }
  return testAlmanac({ ...stores, settings })
}

export interface RecordedAnswers {
  /** The fullest JSON answer to an operation's example, by its id. */
  answers: Map<string, unknown>
  /** Operations that never answered well, with what they said. */
  refused: Map<string, string>
}

type Json = Record<string, unknown>

/** What a request is made of besides its example: what earlier calls answered, and the service itself. */
interface Recording {
  service: TestAlmanac
  answers: ReadonlyMap<string, unknown>
  made: ReadonlyMap<string, string[]>
  /** Of the organization that asks. */
  rawKey: string
  send(route: string, body: object): Promise<Json>
}

const endsKey = new Set([
  'revokeCurrentApiKey',
  'rotateApiKey',
  'updateApiKeyExpiration',
  'updateApiKeyLimit',
])
const isRemoval = ({ id }: AnyOperation) => /^(cancel|remove|deleteProfiles)/.test(id)
const isEnd = (operation: AnyOperation) =>
  isRemoval(operation) || /^(delete|revoke|logout)/.test(operation.id)

/** Members of requests that no example can hold, because they are of one moment or secret. */
const livingMembers: Record<string, (recording: Recording) => Promise<Json> | Json> = {
  async accountVerifyOtp({ service }) {
    const [text = ''] = (await service.mailTo('ann@acme.example')).slice(-1)
    return { otp: /\b\d{6}\b/.exec(text.slice(text.indexOf('\r\n\r\n')))?.[0] ?? '' }
  },
  mergeAudiences: ({ made }) => ({
    audienceIds: [made.get('createAudience')?.[0], made.get('cloneAudience')?.at(-1)],
  }),
  async listApiRequests({ send, service }) {
    await send('POST /v1/company-search', { pageSize: 'ten' })
    await service.almanac.requests.flush()
    return {}
  },
  getApiRequest: ({ answers }) => ({
    requestId: memberAt(answers.get('listApiRequests'), 'output.apiRequests.0.id'),
  }),
  listTrackerCompanies: async (recording) => ({ listId: await listWithTestRule(recording) }),
  replayWebhookDeliveries: ({ service }) => ({
    from: new Date(service.clock.now() - 30 * dayMs).toISOString(),
    to: new Date(service.clock.now()).toISOString(),
  }),
  getEnrichmentStatus: ({ made }) => ({ audienceId: made.get('createAudience')?.at(-1) }),
  flightBookingOptions: ({ answers }) => ({
    bookingToken: memberAt(answers.get('flightSearch'), 'output.bestFlights.0.bookingToken'),
  }),
  deleteProfilesFromJobChangeList: ({ answers }) => ({
    profileIds: [memberAt(answers.get('listAllProfilesFromJobChangeList'), 'output.profiles.0.id')],
  }),
  async fireTrackerDummy(recording) {
    return { listId: await listWithTestRule(recording) }
  },
  async listTrackerSignals(recording) {
    const listId = await listWithTestRule(recording)
    await recording.send(`POST /v1/tracker/fire-dummy/${String(listId)}`, {})
    return { listId }
  },
  listEnrichRows: async (recording) => ({ runId: (await runWithUnsureRow(recording)).runId }),
  getEnrichCandidates: (recording) => runWithUnsureRow(recording),
  // A decision is remembered, so it is about a row that the others do not ask about.
  decideEnrichRow: (recording) => runWithUnsureRow(recording, 'Getreqo'),
  async undoEnrichDecision(recording) {
    const row = await runWithUnsureRow(recording)
    await recording.send('POST /v1/enrich/decide', { ...row, answer: 'none' })
    return row
  },
  downloadEnrichList: async (recording) => ({ runId: (await runWithUnsureRow(recording)).runId }),
  async cancelEnrichList({ send }) {
    const list = {
      inlineCsv: 'Website\nbe--husk.com\n',
      as: 'companies',
      by: ['domain=Website'],
      header: 'first',
    }
    return { runId: memberAt(await send('POST /v1/enrich/start', list), 'output.runId') }
  },
  async cancelMosaic({ send }) {
    return {
      runId: memberAt(
        await send('POST /v1/mosaic/start', { inlineCsv: 'name\nAda Nobody\n' }),
        'output.runId',
      ),
    }
  },
  getCompany: async (recording) => ({
    companyId: await entityOf(recording, 'POST /v1/kitchen-sink/company', {
      companyDomain: { value: 'be--husk.com' },
    }),
  }),
  getPerson: async (recording) => ({
    personId: await entityOf(recording, 'POST /v1/kitchen-sink/person', {
      profileIdentifier: { identifier: 'pnetSlug', value: 'lei-zhu-zkeii8-example' },
    }),
  }),
  updateMember: async (recording) => ({ memberId: await newMember(recording) }),
  removeMember: async (recording) => ({ memberId: await newMember(recording) }),
  listSessions: async (recording) => {
    await openSession(recording)
    return {}
  },
  endSession: async (recording) => ({ sessionId: await openSession(recording) }),
  getSavedSearchRunProfiles: async (recording) => ({
    savedSearchRunId: (await searchOfPeople(recording)).runId,
  }),
  getCurrentProfilesInSavedSearch: async (recording) => ({
    savedSearchId: (await searchOfPeople(recording)).id,
  }),
}

/** A list of a company by its whole name and one by a part, looked up, with the unsure row that it leaves. */
async function runWithUnsureRow(
  { send, service }: Recording,
  part = 'Snaglilm',
): Promise<{ runId: unknown; rowId: unknown }> {
  const inlineCsv = `Account\nBehusk Networks\n${part}\n`
  const list = { inlineCsv, as: 'companies', header: 'first', fileName: 'accounts.csv' }
  const runId = memberAt(await send('POST /v1/enrich/start', list), 'output.runId')
  await service.almanac.jobs.workNow()
  const rows = await send('POST /v1/enrich/rows', { runId, state: 'unsure' })
  return { runId, rowId: memberAt(rows, 'output.rows.0.rowId') }
}

/** Somebody who was invited and took the invitation up. */
async function newMember({ send, service }: Recording): Promise<unknown> {
  const email = `bob${service.clock.now()}@acme.example`
  const link = memberAt(
    await send('POST /v1/organization/invitations', { email, role: 'member' }),
    'output.link',
  )
  const invitation = String(link).split('#invitation=')[1]
  return memberAt((await aBrowser(service).signIn({ invitation })).body, 'session.person.memberId')
}

/** A session of the key in a browser. */
const openSession = async ({ service, rawKey }: Recording) =>
  memberAt((await aBrowser(service).signIn({ apiKey: rawKey })).body, 'session.sessionId')

const entityOf = async ({ send }: Recording, route: string, body: object) =>
  memberAt(await send(route, body), 'output.data.0.entity_id')

/** A tracker list with a company and a rule that is fired to try a receiver. */
async function listWithTestRule({ send }: Recording): Promise<unknown> {
  const rule = {
    type: 'headcount_crossed_threshold',
    entityType: 'company',
    direction: 'above',
    threshold: 100,
  }
  const list = { name: 'Tried', refreshIntervalDays: 7, trackingRules: [{ ...rule, isDummy: true }] }
  const listId = memberAt(await send('POST /v1/tracker/company-lists', list), 'output.id')
  const companies = [{ domain: 'be--husk.com' }]
  await send(`PUT /v1/tracker/company-lists/${String(listId)}/companies`, { companies })
  return listId
}

async function searchOfPeople({ send, service }: Recording): Promise<{ id: unknown; runId: unknown }> {
  const searchParams = {
    type: 'combined',
    companySearchParams: { headquartersCountryCode: { anyOf: ['NOR'] } },
    profileSearchParams: {},
    maxCompanies: 5,
    maxProfiles: 5,
  }
  const search = { name: 'People of Norwegian companies', spawnFrequencyDays: 7, searchParams }
  const id = memberAt(await send('POST /v1/saved-search/create', search), 'output.id')
  const run = await send('POST /v1/saved-search/spawn', { savedSearchId: id })
  await service.almanac.jobs.workNow()
  return { id, runId: memberAt(run, 'output.id') }
}

/** What changes something says the most the first time; what reads, when there is something to be read. */
function isFuller({ effect }: AnyOperation, earlier: unknown, answer: unknown): boolean {
  if (earlier === undefined) return true
  // Without what differs between runs, a duration of two digits for one: the choice is the same in each.
  const [before, now] = [earlier, answer].map((each) => JSON.stringify(stableAnswer(each)))
  return effect === 'reads' && before!.includes(':[]') && before!.length < now!.length
}

/** Member of an answer by its path, lists by number. */
const memberAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inner, name) => (inner as Json | undefined)?.[name], value)

/**
 * Calls every operation as its first example does, those that follow another with what that one made, and lets jobs and
 * schedules happen between.
 */
export async function recordAnswers(
  service: TestAlmanac,
  { operations }: Registry,
): Promise<RecordedAnswers> {
  const org = await service.org(1_000_000)
  const made = new Map<string, string[]>()
  const answers = new Map<string, unknown>()
  const refused = new Map<string, string>()
  const recording: Recording = {
    service,
    answers,
    made,
    rawKey: org.rawKey,
    send: async (route, body) => (await service.send(route, { key: org.rawKey, body })).body as Json,
  }
  const call = async (operation: AnyOperation) => {
    const { id } = operation
    const members = await livingMembers[id]?.(recording)
    const input = withMadeIds(operation.examples[0]?.input, made, operation) as Json
    const { route, body } = requestOf(operation, { input: { ...input, ...members } })
    const key = endsKey.has(id) ? (await service.org()).rawKey : org.rawKey
    const credential =
      operation.access === 'operator' ? { headers: { authorization: `Bearer ${operatorToken}` } } : { key }
    const answer = await service.send(route, { ...credential, body })
    if (answer.status === 200) {
      made.set(id, [...(made.get(id) ?? []), ...idsIn(answer.body?.output)])
      refused.delete(id)
      if (answer.body !== undefined && isFuller(operation, answers.get(id), answer.body))
        answers.set(id, answer.body)
    } else if (!answers.has(id)) refused.set(id, `${answer.status} ${answer.text}`)
    await service.almanac.jobs.workNow()
    // What is listed by its time of making is in one order in every run.
    service.clock.advance(1_000)
  }
  const callAll = async (chosen: readonly AnyOperation[]) => {
    for (const operation of chosen) await call(operation)
    await service.almanac.webhooks.deliverNow()
  }
  // Operations of the operator under a path of their own have no examples of answers.
  const shown = operations.filter(({ path }) => !path.startsWith('/operator/'))
  const first = shown.filter(({ follows }) => follows === undefined)
  const following = shown.filter(({ follows }) => follows !== undefined)
  await callAll(first.filter((one) => !isEnd(one)))
  for (let turn = 0; turn < 3; turn += 1) {
    await callAll(following.filter((one) => !isEnd(one)))
    // Deliveries that fail are given up after a few days.
    for (let attempt = 0; attempt < 16; attempt += 1) {
      service.clock.advance(dayMs / 2)
      await service.almanac.webhooks.deliverNow()
    }
    while ((await service.almanac.schedules.runDue()) > 0);
    await service.almanac.jobs.workNow()
  }
  await service.almanac.requests.flush()
  // What listed nothing before there was something.
  const isEmpty = ({ id }: AnyOperation) => /:\[\]/.test(JSON.stringify(answers.get(id)) ?? '')
  await callAll([...first, ...following].filter((one) => one.effect === 'reads' && isEmpty(one)))
  const ends = [...following, ...first].filter(isEnd)
  await callAll(ends.toSorted((one, other) => Number(isRemoval(other)) - Number(isRemoval(one))))
  return { answers, refused }
}
