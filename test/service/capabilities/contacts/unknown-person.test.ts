import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  localServer,
  testSource,
  type LocalServer,
  type ServerAnswer,
  type ServerRequest,
} from '../../../support/sources.ts'
import { revealing, type Revealing } from '../../../worlds/contacts.ts'

/** What each source answers now. */
const handlers: Record<string, (request: ServerRequest) => ServerAnswer> = {}
const servers: Record<string, LocalServer> = {}
const found = (answer: object): ServerAnswer => ({ json: { found: true, answer } })
const asked = (name: string) => servers[name]?.requests ?? []
let service: Revealing

beforeAll(async () => {
  for (const name of ['first', 'verifier'])
    servers[name] = await localServer((request) => handlers[name]?.(request) ?? { status: 404 })
  const entry = (name: string, capability: string) => ({
    source: 'test-source',
    name,
    capabilities: [capability],
    settings: { url: servers[name]?.url },
  })
  const entries = [entry('first', 'contacts.find'), entry('verifier', 'email.verify')]
  service = await revealing({ sources: { kinds: [testSource], entries } })
})

beforeEach(() => {
  for (const name of Object.keys(servers)) {
    delete handlers[name]
    asked(name).length = 0
  }
  service.clock.advance(86_400_000)
})

describe('a name at a domain', () => {
  const find = async (name: string, domain = 'acme.example', org?: Awaited<ReturnType<typeof service.org>>) =>
    service.ask(org ?? (await service.org()), 'instant', { input: { mode: 'name-domain', name, domain } })

  test('that nobody is known by is asked of the sources, checked, and paid for once', async () => {
    const org = await service.org()
    handlers['first'] = () => found({ emails: [{ email: 'z.unknown@acme.example', type: 'work' }] })
    handlers['verifier'] = () => found({ status: 'valid' })
    const { body } = await find('Zoë Unknown', 'https://www.acme.example/about', org)
    expect(body.output.profile.emails).toEqual([
      { emailAddress: 'z.unknown@acme.example', type: 'work', validationStatus: 'valid' },
    ])
    expect(body.chargeInfo.creditsCharged).toBe(2)
    expect(asked('first')[0]?.body).toMatchObject({
      name: 'Zoë Unknown',
      firstName: 'Zoë',
      lastName: 'Unknown',
      slug: null,
      profileUrl: null,
      employer: {
        name: null,
        domains: ['acme.example'],
        slug: null,
      },
    })
    const again = (await find('zoe unknown', 'acme.example', org)).body
    expect(again.chargeInfo.creditsCharged ?? 0).toBe(0)
    expect(again.output.profile.alreadyPaid).toEqual(['work_email'])
    const elsewhere = (await find('Zoë Unknown', 'acme-robots.example', org)).body
    expect(elsewhere.output.profile.alreadyPaid).toEqual([])
    // Nobody became a person of the corpus by that.
    const { rawKey: key } = org
    const searchParams = { fuzzyName: { anyOf: [{ name: 'Zoë Unknown' }] } }
    const { body: counted } = await service.send('POST /v1/people-search/count', {
      key,
      body: { searchParams },
    })
    expect(counted.output.totalProfilesFound).toBe(0)
  })

  test('is found at no other address than the domain asked for, at other domains for nothing', async () => {
    const org = await service.org()
    handlers['first'] = () => found({ emails: [{ email: 'yara@elsewhere.example', type: 'work' }] })
    const { body } = await find('Yara Elsewhere', 'acme.example', org)
    expect(body.output.profile.emails).toEqual([])
    expect(body.output.profile.unmatchedWorkEmails).toEqual(['yara@elsewhere.example'])
    expect(await service.captured(org)).toBe(0)
  })

  test('of a person who is known asks nobody', async () => {
    await find('Ada Lindqvist')
    expect(asked('first')).toEqual([])
  })

  test('that no source knows either costs nothing, and neither does one that failed', async () => {
    const org = await service.org()
    expect((await find('Xeno Nowhere', 'acme.example', org)).body.output.profile.emails).toEqual([])
    handlers['first'] = () => ({ status: 500 })
    expect((await find('Wim Nowhere', 'acme.example', org)).body.output.profile.emails).toEqual([])
    expect(await service.captured(org)).toBe(0)
  })
})
