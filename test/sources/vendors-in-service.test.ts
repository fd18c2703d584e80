import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atEnd } from '../support/at-end.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { localServer, type LocalServer, type ServerAnswer, type ServerRequest } from '../support/sources.ts'

// The built-in adapters behind the waterfall, asked by the operations that use them.

const vendors: Record<string, LocalServer> = {}
const answers: Record<string, (request: ServerRequest) => ServerAnswer> = {}
let service: TestAlmanac

/** A vendor of phone numbers, by a file. */
const phoneBook = `
headers: { x-key: "{{settings.key}}" }
answers:
  contacts.find:
    takes: { path: question.wanted, is: phone }
    request: { url: "{{settings.base}}/phones", query: { of: "{{question.slug}}" } }
    answer:
      phones: { path: numbers, do: [{ each: { number: ".", type: { value: mobile } } }] }
    confidence: { path: sure, do: [{ scale: 0.01 }] }
`

beforeAll(async () => {
  for (const name of ['hunter', 'reacher', 'pdl', 'phones'])
    vendors[name] = await localServer((request) => answers[name]?.(request) ?? { status: 404 })
  const url = (name: string) => vendors[name]!.url
  const folder = mkdtempSync(join(tmpdir(), 'almanac-vendors-'))
  atEnd(async () => rmSync(folder, { recursive: true }))
  const file = join(folder, 'phones.yaml')
  writeFileSync(file, phoneBook)
  const entries = [
    { source: 'hunter', settings: { key: 'h', baseUrl: url('hunter') }, capabilities: ['contacts.find'] },
    {
      source: 'generic-http',
      name: 'phone-book',
      settings: {
        file,
        values: { base: url('phones') },
        secrets: { key: 'p' },
      },
    },
    { source: 'reacher', settings: { baseUrl: url('reacher') } },
    { source: 'people-data-labs', settings: { key: 'd', baseUrl: url('pdl') } },
  ].map((entry) => ({ ...entry, perSecond: 1_000 }))
  service = await testAlmanac({ sources: { entries } })
  const options = { source: 'test', observedAt: new Date('2026-01-01T00:00:00Z') }
  const experience = { pnet_company_id: '3001', company_name: 'Acme', title: 'CTO', is_current: true }
  const people = ['nia', 'leo', 'old'].map((slug) => ({
    primary_slug: slug,
    name: `${slug[0]!.toUpperCase()}${slug.slice(1)} Newcomer`,
    headline: 'As it was',
    experiences: [experience],
  }))
  const items = (records: readonly object[]) => records.map((record, line) => ({ line, record }))
  const acme = {
    pnet_primary_slug: 'acme',
    li_org_id: '3001',
    preferred_name: 'Acme',
    domains: ['acme.example'],
  }
  await service.almanac.writer.write('companies', items([acme]), options)
  await service.almanac.writer.write('people', items(people), options)
})

beforeEach(() => {
  for (const [name, { requests }] of Object.entries(vendors)) {
    delete answers[name]
    requests.length = 0
  }
})

const reachable = (email: string, more: object = {}) => ({
  json: {
    input: email,
    is_reachable: 'safe',
    syntax: { is_valid_syntax: true },
    mx: { accepts_mail: true },
    misc: {
      is_disposable: false,
      is_role_account: false,
    },
    smtp: {
      can_connect_smtp: true,
      is_deliverable: true,
      is_catch_all: false,
    },
    ...more,
  },
})
const finder = (email: string | null) => ({
  json: { data: { email, score: 95, sources: [{}], verification: { status: 'valid' }, phone_number: null } },
})
const ask = async (route: string, body: object) =>
  (await service.send(`POST /v1/${route}`, { key: (await service.org()).rawKey, body })).body

describe('a reveal', () => {
  test('is answered by a finder, checked by a verifier, completed by a vendor file, and kept', async () => {
    answers['hunter'] = () => finder('nia@acme.example')
    answers['reacher'] = ({ body }) => reachable(body.to_email)
    answers['phones'] = () => ({ json: { numbers: ['+49 1512 3456789'], sure: 80 } })
    const body = { pnetUrl: 'pnet.example/in/nia', includeAttempts: true }
    const first = await ask('contact-details/single', body)
    expect(first.output.profile).toMatchObject({
      emails: [{ email: 'nia@acme.example', type: 'work', status: 'valid' }],
      phoneNumbers: [{ number: '+4915123456789', type: 'mobile' }],
    })
    expect(first.chargeInfo).toMatchObject({ creditsCharged: 5 })
    expect(vendors['hunter']!.requests).toMatchObject([
      { path: '/email-finder?domain=acme.example&first_name=Nia&last_name=Newcomer' },
    ])
    expect(vendors['phones']!.requests).toMatchObject([{ path: '/phones?of=nia', headers: { 'x-key': 'p' } }])
    const second = await ask('contact-details/single', body)
    expect(second.output.profile.emails).toMatchObject([{ email: 'nia@acme.example' }])
    expect([vendors['hunter']!.requests.length, vendors['phones']!.requests.length]).toEqual([1, 1])
  })

  test('of an address that does not work, by a finder at its limit, costs nothing', async () => {
    answers['hunter'] = () => ({ status: 429, headers: { 'retry-after': '60' }, json: {} })
    answers['phones'] = () => ({ text: '<html>' })
    const { output, chargeInfo } = await ask('contact-details/single', {
      pnetUrl: 'pnet.example/in/leo',
      includeAttempts: true,
    })
    expect(output.profile).toMatchObject({ emails: [], phoneNumbers: [] })
    expect(chargeInfo.method).toBe('free')
    const outcomes = output.profile.attempts.map(
      ({ source, outcome }: { source: string; outcome: string }) => [source, outcome],
    )
    expect(outcomes).toEqual(
      expect.arrayContaining([
        ['hunter', 'rate_limited'],
        ['phone-book', 'failed'],
      ]),
    )
  })
})

test('a look-up with liveFetch shows what the vendor has now', async () => {
  const now = { id: 'x', full_name: 'old newcomer', linkedin_username: 'old', headline: 'As it is now' }
  answers['pdl'] = ({ path }) =>
    path.startsWith('/person/enrich') ? { json: { status: 200, likelihood: 9, data: now } } : { status: 404 }
  const { output, chargeInfo } = await ask('kitchen-sink/person', {
    profileIdentifier: {
      identifier: 'pnetSlug',
      value: 'old',
    },
    liveFetch: true,
  })
  expect(output.data).toMatchObject([{ primary_slug: 'old', headline: 'As it is now' }])
  expect(output.matches).toMatchObject([{ live: true }])
  expect(chargeInfo).toMatchObject({ creditsCharged: 4 })
})

test('a scan of a job-change list asks the live source for everybody, tells what moved there, and does without it', async () => {
  const org = await service.org(100)
  const watch = async (action: string, body: object) => {
    const answer = await service.send(`POST /v1/job-changes/${action}`, { key: org.rawKey, body })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.output
  }
  const scanDue = async (days: number) => {
    service.clock.advance(days * 86_400_000 + 2_000)
    while ((await service.almanac.schedules.runDue()) > 0);
    await service.almanac.jobs.workNow()
    return (await watch('get-list', { jobChangeListId })).lastScan
  }
  const works = (company: string, title: string, begun: string) => ({
    company: { name: company },
    title: { name: title },
    start_date: begun,
    is_primary: true,
  })
  let job = works('Acme', 'CTO', '2020-01')
  answers['pdl'] = ({ path }) => {
    const slug = /\b(nia|leo)\b/.exec(decodeURIComponent(path))?.[0]
    // One of them is nobody's any more, at the vendor.
    return slug === 'nia'
      ? {
          json: {
            status: 200,
            likelihood: 9,
            data: { id: slug, full_name: 'nia newcomer', linkedin_username: slug, experience: [job] },
          },
        }
      : { status: 404 }
  }
  const { id: jobChangeListId } = await watch('create-list', { name: 'Alumni' })
  await watch('add-profiles', { jobChangeListId, profiles: [{ pnetUrl: 'nia' }, { pnetUrl: 'leo' }] })
  await watch('update-list', { jobChangeListId, isActive: true })
  expect(await scanDue(0)).toMatchObject({ status: 'COMPLETED', creditsCharged: 0 })
  expect(vendors['pdl']!.requests).toHaveLength(2)

  job = works('Globex', 'CTO', '2026-01')
  const moved = await scanDue(7)
  expect(moved).toMatchObject({ status: 'COMPLETED', creditsCharged: 2, movements: { newRole: 1 } })
  expect(vendors['pdl']!.requests).toHaveLength(4)
  const { profiles } = await watch('list-all-profiles', { jobChangeListId })
  expect(
    profiles.map((each: { profile: { primarySlug: string }; latestMovement: object | null }) => [
      each.profile.primarySlug,
      each.latestMovement,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['nia', expect.objectContaining({ movement: 'new-role', newCompanyName: 'Globex' })],
      ['leo', expect.objectContaining({ movement: 'no-change' })],
    ]),
  )

  // Away: the history alone is compared, and nothing is told or charged twice.
  answers['pdl'] = () => ({ status: 500 })
  expect(await scanDue(7)).toMatchObject({ status: 'COMPLETED', creditsCharged: 0 })
  expect(await service.captured(org)).toBe(2_000)
})

test('a search of all sources passes on what the vendor can be asked, and nothing else', async () => {
  answers['pdl'] = () => ({
    json: {
      data: [
        {
          id: 'sv',
          name: 'svea robotics',
          linkedin_slug: 'svea',
          website: 'svea.example',
          location: { country: 'sweden' },
        },
      ],
    },
  })
  const search = (searchParams: object) =>
    ask('multi-source/search', { search: { type: 'companies', searchParams } })
  const found = await search({ headquartersCountryCode: { anyOf: ['SWE'] } })
  expect(found.output.companies).toMatchObject([
    {
      company: { preferred_name: 'Svea Robotics', pnet_primary_slug: 'svea' },
      provenance: [{ source: 'people-data-labs' }],
    },
  ])
  expect(vendors['pdl']!.requests).toMatchObject([
    { method: 'POST', path: '/company/search', headers: { 'x-api-key': 'd' } },
  ])
  await search({ headquartersCountryCode: { anyOf: ['SWE'] }, keywords: { containsAny: ['robots'] } })
  expect(vendors['pdl']!.requests).toHaveLength(1)
})
