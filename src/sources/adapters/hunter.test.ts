import { describe, expect, test } from 'vitest'
import { openKind, vendorCall, vendorServer, type VendorAnswer } from '../../../test/support/vendor.ts'
import type { Question } from '../capabilities.ts'
import { SourceRateLimited, SourceRefused, SourceUnavailable } from '../failures.ts'
import { hunter } from './hunter.ts'

const ada: Question<'contacts.find'> = {
  name: 'Ada Lindqvist',
  firstName: 'Ada',
  lastName: 'Lindqvist',
  slug: 'ada-lindqvist',
  profileUrl: null,
  country: 'SWE',
  wanted: ['work_email'],
  employer: {
    name: 'Acme',
    domains: ['acme.example', 'acme-robots.example'],
    slug: 'acme',
  },
}

const finder = (data: object) => ({
  data: {
    first_name: 'Ada',
    last_name: 'Lindqvist',
    email: 'ada@acme.example',
    score: 97,
    domain: 'acme.example',
    accept_all: false,
    position: 'CTO',
    twitter: null,
    linkedin_url: null,
    phone_number: null,
    company: 'Acme',
    sources: [
      {
        domain: 'acme.example',
        uri: 'http://acme.example/team',
        last_seen_on: '2025-12-01',
      },
    ],
    verification: {
      date: '2025-12-24',
      status: 'valid',
    },
    ...data,
  },
  meta: { params: { domain: 'acme.example' } },
})

const verifier = (data: object) => ({
  data: {
    status: 'valid',
    result: 'deliverable',
    score: 100,
    email: 'ada@acme.example',
    regexp: true,
    gibberish: false,
    disposable: false,
    webmail: false,
    mx_records: true,
    smtp_server: true,
    smtp_check: true,
    accept_all: false,
    block: false,
    sources: [],
    ...data,
  },
  meta: { params: { email: 'ada@acme.example' } },
})

const errors = (id: string, code: number) => ({ errors: [{ id, code, details: 'x' }] })

async function open(answers: VendorAnswer[]) {
  const vendor = await vendorServer(answers)
  const { requests } = vendor
  const opened = await openKind(hunter, { key: 'secret', baseUrl: `${vendor.url}/v2/`, verifyPollMs: 1 })
  const call = vendorCall()
  return {
    requests,
    takes: (question: Partial<typeof ada>) => opened['contacts.find']!.takes!({ ...ada, ...question }),
    find: (question: Partial<typeof ada> = {}) =>
      opened['contacts.find']!.fetch({ ...ada, ...question }, call),
    verify: () => opened['email.verify']!.fetch({ email: 'ada@acme.example' }, call),
  }
}

describe('contacts.find', () => {
  test('finds an address by name and domain, with the key in a header', async () => {
    const { find, requests } = await open([{ json: finder({ phone_number: '+46 70 123 45 67' }) }])
    expect(await find()).toEqual({
      found: true,
      answer: {
        emails: [
          { email: 'ada@acme.example', type: 'work', status: 'valid', probability: 0.97, isInferred: false },
        ],
        phones: [{ number: '+46 70 123 45 67', type: null }],
      },
      observedAt: '2025-12-24',
      confidence: 0.97,
    })
    expect(requests).toMatchObject([
      {
        path: '/v2/email-finder',
        query: { domain: 'acme.example', first_name: 'Ada', last_name: 'Lindqvist' },
        headers: { 'x-api-key': 'secret' },
      },
    ])
  })

  test('goes on to the next domain, and tells a guess from what was seen', async () => {
    const guess = { email: 'ada@acme-robots.example', sources: [], verification: { status: 'accept_all' } }
    const { find, requests } = await open([
      { json: finder({ email: null, score: null }) },
      { json: finder(guess) },
    ])
    expect(await find()).toMatchObject({ answer: { emails: [{ status: 'risky', isInferred: true }] } })
    expect(requests.map(({ query }) => query['domain'])).toEqual(['acme.example', 'acme-robots.example'])
  })

  test('takes company name or profile where there is no domain, and leaves out who cannot be named', async () => {
    const { find, takes, requests } = await open([{ json: finder({}) }, { json: finder({}) }])
    await find({ employer: { name: 'Acme & Sons', domains: [], slug: null }, firstName: null })
    await find({ employer: null })
    expect(requests.map(({ query }) => query)).toEqual([
      { company: 'Acme & Sons', full_name: 'Ada Lindqvist' },
      { linkedin_handle: 'ada-lindqvist' },
    ])
    expect(takes({ employer: null, slug: null })).toBe(false)
    expect(takes({ wanted: ['personal_email'] })).toBe(false)
    expect(takes({})).toBe(true)
  })

  test.each([
    ['nobody', [{ json: finder({ email: null }) }, { json: finder({ email: null }) }]],
    [
      'an unknown domain',
      [{ status: 404, json: errors('not_found', 404) }, { json: finder({ email: null }) }],
    ],
    [
      'somebody who objected',
      [{ status: 451, json: errors('claimed_email', 451) }, { json: finder({ email: null }) }],
    ],
  ])('finds nothing of %s', async (_, answers) => {
    expect(await (await open(answers)).find()).toEqual({ found: false })
  })
})

describe('email.verify', () => {
  test.each([
    [{}, 'valid', ['mailbox_accepted'], false],
    [{ status: 'accept_all', accept_all: true }, 'risky', ['catch_all'], true],
    [{ status: 'invalid', smtp_check: false }, 'invalid', ['mailbox_unknown'], false],
    [{ status: 'webmail', webmail: true }, 'valid', ['mailbox_accepted'], false],
    [
      { status: 'webmail', webmail: true, smtp_check: false, smtp_server: false },
      'unknown',
      ['no_connection'],
      false,
    ],
    [{ status: 'disposable', disposable: true }, 'risky', ['mailbox_accepted', 'disposable'], false],
    [
      { status: 'unknown', smtp_check: false, smtp_server: false, block: true },
      'unknown',
      ['no_connection', 'blocked'],
      false,
    ],
    // Only said to be valid.
    [{ smtp_check: null, smtp_server: null }, 'unknown', [], false],
    [{ status: 'a new word' }, 'unknown', ['mailbox_accepted'], false],
  ])('%j is %s', async (data, status, reasons, isCatchAll) => {
    const { verify } = await open([{ json: verifier(data) }])
    expect(await verify()).toMatchObject({ found: true, answer: { status, reasons, isCatchAll } })
  })

  test('looks again while the verification is running', async () => {
    const running = { status: 202, json: { data: { status: 'in_progress' } } }
    const { verify, requests } = await open([running, running, { json: verifier({}) }])
    expect(await verify()).toMatchObject({ answer: { status: 'valid' } })
    expect(requests).toHaveLength(3)
    const { verify: never } = await open(Array.from({ length: 10 }, () => running))
    await expect(never()).rejects.toThrow(SourceUnavailable)
  })

  test('is unavailable when the mail server broke off, and finds nothing of who objected', async () => {
    await expect((await open([{ status: 222, json: {} }])).verify()).rejects.toThrow(SourceUnavailable)
    expect(await (await open([{ status: 451, json: {} }])).verify()).toEqual({ found: false })
  })
})

describe('failures', () => {
  test.each([
    [{ status: 401, json: errors('authentication_failed', 401) }, SourceRefused],
    [{ status: 402, json: {} }, SourceRefused],
    [{ status: 403, json: errors('too_many_requests', 403) }, SourceRateLimited],
    [{ status: 429, headers: { 'retry-after': '7' }, json: {} }, SourceRateLimited],
    // Without a time to wait for, the plan has ended.
    [{ status: 429, json: errors('usage_limit_reached', 429) }, SourceRefused],
    [{ status: 400, json: errors('wrong_params', 400) }, SourceUnavailable],
    [{ status: 502, text: '' }, SourceUnavailable],
    [{ text: 'no json' }, SourceUnavailable],
    [{ json: { data: null } }, SourceUnavailable],
    [{ json: { data: { email: 5 } } }, SourceUnavailable],
  ])('%j', async (answer, failure) => {
    await expect((await open([answer])).find()).rejects.toThrow(failure)
    await expect((await open([answer])).verify()).rejects.toThrow(failure)
  })

  test('say how long to wait', async () => {
    const { find } = await open([{ status: 429, headers: { 'retry-after': '7' } }])
    await expect(find()).rejects.toMatchObject({ retryAfterMs: 7_000 })
  })

  test('an answer about another address is none', async () => {
    const { verify } = await open([{ json: verifier({ email: 'eve@acme.example' }) }])
    await expect(verify()).rejects.toThrow(SourceUnavailable)
  })
})
