import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import {
  openKind,
  sourceHost,
  vendorCall,
  vendorNowMs,
  vendorServer,
  type VendorAnswer,
  type VendorRequest,
} from '../../../test/support/vendor.ts'
import { companySearchParams } from '../../corpus/search/index.ts'
import { capabilities, type Question } from '../capabilities.ts'
import { openConfigured } from '../configuration.ts'
import { SourceRateLimited, SourceRefused, SourceUnavailable } from '../failures.ts'
import { settingsFiles } from '../settings-file.ts'
import { genericHttp } from './generic-http.ts'

const guide = readFileSync(new URL('../../../docs/guide/sources-http.md', import.meta.url), 'utf8')
const snippets = [...guide.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map((match) => match[1] as string)

/** The guide's file of a name. */
function fileOf(name: string): string {
  const found = snippets.filter((text) => text.startsWith(`# vendors/${name}\n`))
  expect(found).toHaveLength(1)
  return found[0] as string
}

async function open(
  file: string,
  answer: ((request: VendorRequest) => VendorAnswer) | VendorAnswer[],
  settings: object = {},
) {
  const vendor = await vendorServer(answer)
  const directory = mkdtempSync(join(tmpdir(), 'almanac-vendor-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, 'vendor.yaml'), file)
  const given = { file: 'vendor.yaml', values: { base: vendor.url }, secrets: { key: 'k&1' }, ...settings }
  const source = await openKind(genericHttp, given, directory)
  return { source, requests: vendor.requests, call: vendorCall() }
}

const contacts = (more: Partial<Question<'contacts.find'>> = {}): Question<'contacts.find'> => ({
  name: 'Ada Lindqvist',
  firstName: null,
  lastName: null,
  slug: 'ada',
  profileUrl: null,
  country: null,
  wanted: ['work_email'],
  employer: {
    name: 'Acme',
    domains: ['acme.example'],
    slug: null,
  },
  ...more,
})

describe('the guide', () => {
  test('shows settings that are taken, and no file that is not tested here', () => {
    const { sources } = parse(snippets[0] as string) as { sources: { source: string; settings: object }[] }
    expect(sources[0]?.source).toBe(genericHttp.id)
    expect(genericHttp.settings.strict().safeParse(sources[0]?.settings).error).toBeUndefined()
    expect(snippets.slice(1).map((text) => text.split('\n')[0])).toEqual([
      '# vendors/contact-vendor.yaml',
      '# vendors/search-vendor.yaml',
      '# vendors/post-vendor.yaml',
    ])
  })

  test('finds contact details by the worked example', async () => {
    const { source, requests, call } = await open(fileOf('contact-vendor.yaml'), [
      {
        json: {
          result: {
            emails: [
              { address: 'Ada@acme.example', kind: 'corporate', score: 97, seen: 3 },
              { address: 'ada@home.example', kind: 'PRIVATE', score: '40' },
              { address: 'none', kind: 'corporate' },
            ],
            phones: ['+46 70 123 45 67'],
            updated: '2025-12-24T10:00:00+01:00',
          },
        },
      },
    ])
    const answer = await source['contacts.find']!.fetch(contacts(), call)
    expect(answer).toEqual({
      found: true,
      observedAt: '2025-12-24T09:00:00.000Z',
      confidence: undefined,
      answer: {
        emails: [
          { email: 'ada@acme.example', type: 'work', probability: 0.97 },
          { email: 'ada@home.example', type: 'personal', probability: 0.4 },
        ],
        phones: [{ number: '+46 70 123 45 67' }],
      },
    })
    expect(answer.found && capabilities['contacts.find'].answer.safeParse(answer.answer).success).toBe(true)
    expect(requests).toMatchObject([
      {
        method: 'GET',
        url: '/v2/people/ada/emails?employer=acme.example',
        headers: {
          authorization: 'Bearer k&1',
          accept: 'application/json',
        },
      },
    ])
    expect(source['contacts.find']).toMatchObject({ cost: { perCall: 0, perFound: 1 } })
    expect(source['contacts.find']!.takes!(contacts({ slug: null }))).toBe(false)
    expect(source['contacts.find']!.takes!(contacts())).toBe(true)
  })

  test.each([
    ['ok', { status: 'valid', isCatchAll: false }],
    ['catchall', { status: 'risky', isCatchAll: true }],
    ['who knows', { status: 'unknown', isCatchAll: false }],
  ])('verifies: %s', async (verdict, answer) => {
    const { source, requests, call } = await open(fileOf('contact-vendor.yaml'), [
      { json: { verdict, detail: 'smtp 250' } },
    ])
    expect(await source['email.verify']!.fetch({ email: 'ada+"x"@acme.example' }, call)).toMatchObject({
      found: true,
      answer: { ...answer, reasons: ['smtp 250'] },
    })
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path: '/v2/verify',
      json: {
        address: 'ada+"x"@acme.example',
        deep: true,
      },
      headers: { 'content-type': 'application/json' },
    })
    expect(source['email.verify']).toMatchObject({ cacheDays: { found: 7, notFound: 0 } })
  })

  test('searches page after page until there is enough', async () => {
    const { source, requests, call } = await open(fileOf('search-vendor.yaml'), ({ json }) => {
      const from = Number(json.page.after ?? 0)
      const companies = Array.from({ length: 50 }, (_, index) => ({
        title: `C${from + index}`,
        staff: '11-50',
      }))
      return { json: { companies, meta: { next: String(from + 50) } } }
    })
    const question: Question<'company.search'> = {
      searchParams: companySearchParams.parse({ headquartersCountryCode: { anyOf: ['SWE', 'DEU'] } }),
      limit: 70,
    }
    expect(source['company.search']!.takes!(question)).toBe(true)
    const answer = await source['company.search']!.fetch(question, call)
    expect(answer.found && answer.answer.records).toHaveLength(70)
    expect(answer.found && answer.answer.records[69]).toMatchObject({
      preferred_name: 'C69',
      employee_count_consensus: {
        gte: 11,
        lte: 50,
      },
    })
    expect(requests.map(({ json }) => json)).toEqual([
      { filter: { countries: ['Sweden', 'Germany'] }, page: { size: 50 } },
      { filter: { countries: ['Sweden', 'Germany'] }, page: { size: 50, after: '50' } },
    ])
    const others = [{ nameLike: { noneOf: ['x'] } }, { keywords: { containsAny: ['x'] } }]
    for (const searchParams of others)
      expect(source['company.search']!.takes!({ searchParams, limit: 1 } as typeof question)).toBe(false)
  })

  test('passes the caller’s cursor on', async () => {
    const { source, requests, call } = await open(fileOf('post-vendor.yaml'), [
      { json: { posts: [{ id: 7, text: 'Hi', time: 1_767_225_600 }], next: 'p2' } },
      { json: { posts: [] } },
    ])
    const by = { type: 'company' as const, slug: 'acme/../x', id: null, url: null }
    const first = await source['posts']!.fetch({ by, cursor: null }, call)
    expect(first).toMatchObject({
      answer: { posts: [{ post_id: '7', caption: 'Hi', posted_at: '2026-01-01' }], cursor: 'p2' },
    })
    expect(first.found && capabilities.posts.answer.safeParse(first.answer).success).toBe(true)
    expect(await source['posts']!.fetch({ by, cursor: 'p2' }, call)).toEqual({ found: false })
    expect(requests.map(({ url }) => url)).toEqual([
      '/company/acme%2F..%2Fx/posts',
      '/company/acme%2F..%2Fx/posts?start=p2',
    ])
  })

  test.each<[VendorAnswer, unknown, number | undefined]>([
    [{ status: 429, headers: { 'x-wait-seconds': '9' }, json: {} }, SourceRateLimited, 9_000],
    [{ status: 429, headers: { 'retry-after': '11' }, json: {} }, SourceRateLimited, 11_000],
    [{ json: { error: { code: 'no_credits' } } }, SourceRefused, undefined],
    [{ status: 401, json: {} }, SourceRefused, undefined],
    [{ status: 402, json: {} }, SourceRefused, undefined],
    [{ status: 500, text: 'x' }, SourceUnavailable, undefined],
    [{ status: 302, headers: { location: '/elsewhere' } }, SourceUnavailable, undefined],
    [{ text: '<html>' }, SourceUnavailable, undefined],
  ])('%j is no answer', async (answer, failure, retryAfterMs) => {
    const { source, call } = await open(fileOf('contact-vendor.yaml'), [answer])
    const failed = source['contacts.find']!.fetch(contacts(), call)
    await expect(failed).rejects.toThrow(failure as typeof SourceRefused)
    if (retryAfterMs !== undefined) await expect(failed).rejects.toMatchObject({ retryAfterMs })
  })

  test.each([
    { status: 404, text: 'no such page' },
    { status: 204 },
    { json: {} },
    { json: { result: { emails: [], phones: null, more: { deep: [[[]]] } } } },
    { json: { result: { emails: 'odd', phones: [] } } },
    { json: [1, 2] },
    { json: null },
  ])('%j says that there is nothing', async (answer) => {
    const { source, call } = await open(fileOf('contact-vendor.yaml'), [answer])
    expect(await source['contacts.find']!.fetch(contacts(), call)).toEqual({ found: false })
  })
})

test.each([
  ['nested without end', '['.repeat(300_000) + ']'.repeat(300_000)],
  ['nested where the file looks', `{"result":{"emails":${'['.repeat(300_000)}${']'.repeat(300_000)}}}`],
  ['over 8 MiB', `{"result":"${'a'.repeat(8 * 1024 * 1024)}"}`],
])('an answer that is %s ends the call and nothing else', async (_, text) => {
  const { source, call } = await open(fileOf('contact-vendor.yaml'), [{ text }, { json: {} }])
  const ended = source['contacts.find']!.fetch(contacts(), call).catch((error: unknown) => error)
  const outcome = await ended
  expect(outcome instanceof Error || (outcome as { found: boolean }).found === false).toBe(true)
  expect(await source['contacts.find']!.fetch(contacts(), call)).toEqual({ found: false })
})

/** A file with one capability. */
const vendor = (capability: string, yaml: string) =>
  `answers:\n  ${capability}:\n${yaml.replaceAll(/^/gm, '    ')}`
const verifier = (request: string, more = '') =>
  vendor('email.verify', `request: ${request}\nanswer: { status: verdict }\n${more}`)
const ok: VendorAnswer = { json: { verdict: 'valid' } }

describe('values stay where they are put', () => {
  const nasty = 'a/../b?c=d&e#f%2e\r\nx: y"}\u{0}ü'

  test.each([
    [
      '{ url: "{{settings.base}}/x/{{question.email}}/y" }',
      (got: VendorRequest) => decodeURIComponent(got.path.split('/')[2]!),
    ],
    [
      '{ url: "{{settings.base}}/", query: { q: "{{question.email}}" } }',
      (got: VendorRequest) => got.query['q'],
    ],
    [
      '{ method: POST, url: "{{settings.base}}/", json: { a: ["{{question.email}}"] } }',
      (got: VendorRequest) => got.json.a[0],
    ],
    [
      '{ method: POST, url: "{{settings.base}}/", form: { q: "{{question.email}}" } }',
      (got: VendorRequest) => new URLSearchParams(got.text).get('q'),
    ],
  ])('%s', async (request, read) => {
    const { source, requests, call } = await open(verifier(request), [ok])
    expect(await source['email.verify']!.fetch({ email: nasty }, call)).toMatchObject({ found: true })
    expect(read(requests[0] as VendorRequest)).toBe(nasty)
    expect(requests[0]?.headers['x']).toBeUndefined()
  })

  test.each(['..', '.', '%2e%2e', '%2E.'])('%s is no segment of a path', async (email) => {
    const { source, requests, call } = await open(
      verifier('{ url: "{{settings.base}}/a/{{question.email}}/b" }'),
      () => ok,
    )
    const answer = await source['email.verify']!.fetch({ email }, call)
    if (answer.found) expect(requests[0]?.path).toBe(`/a/${encodeURIComponent(email)}/b`)
    else expect(requests).toEqual([])
    expect(requests.every(({ path }) => path.split('/').length === 4)).toBe(true)
  })

  test('a header with a line break, and one beyond Latin-1, is not sent', async () => {
    const { source, requests, call } = await open(
      verifier('{ url: "{{settings.base}}/", headers: { x-mail: "{{question.email}}" } }'),
      [ok],
    )
    for (const email of ['a\r\nx: y', 'ж@x.example'])
      expect(await source['email.verify']!.fetch({ email }, call)).toEqual({ found: false })
    expect(requests).toEqual([])
    await source['email.verify']!.fetch({ email: 'ü@x.example' }, call)
    expect(requests).toHaveLength(1)
  })

  test('what has no value is left out', async () => {
    const file = vendor(
      'contacts.find',
      `request:
  method: PUT
  url: "{{settings.base}}/p"
  headers: { x-slug: "{{question.slug}}", x-always: "1" }
  query: { first: "{{question.firstName}}", kind: "{{question.wanted}}", n: 5 }
  json: { who: { first: "{{question.firstName}}" }, all: ["{{question.slug}}", 1], none: null, kinds: "{{question.wanted}}", line: "{{question.name}} at {{question.employer.name}}" }
answer: { phones: { path: p, do: [{ each: { number: "." } }] } }`,
    )
    const { source, requests, call } = await open(file, [{ json: { p: [123456] } }])
    const question = contacts({ slug: null, wanted: ['phone', 'work_email'] })
    expect(await source['contacts.find']!.fetch(question, call)).toMatchObject({
      answer: { phones: [{ number: '123456' }] },
    })
    expect(requests[0]).toMatchObject({ method: 'PUT', url: '/p?kind=phone&kind=work_email&n=5' })
    expect(requests[0]?.headers).toMatchObject({ 'x-always': '1' })
    expect(requests[0]?.headers['x-slug']).toBeUndefined()
    expect(requests[0]?.json).toEqual({
      all: [1],
      none: null,
      kinds: ['phone', 'work_email'],
      line: 'Ada Lindqvist at Acme',
    })
  })
})

describe('pages', () => {
  const searching = (paging: string, request = 'url: "{{settings.base}}/list"', more = '') =>
    vendor(
      'people.search',
      `filters: [fuzzyName]\nrequest: { ${request} }\npaging: ${paging}\n${more}\nanswer: { records: { path: data, do: [{ each: { name: n } }] } }`,
    )
  const question = (limit = 100): Question<'people.search'> => ({ limit })
  const page = (names: number[], more: object = {}): VendorAnswer => ({
    json: { data: names.map((n) => ({ n })), ...more },
  })
  const names = async (
    file: string,
    answers: VendorAnswer[] | ((got: VendorRequest) => VendorAnswer),
    limit = 100,
  ) => {
    const { source, requests, call } = await open(file, answers)
    const answer = await source['people.search']!.fetch(question(limit), call)
    return {
      names: answer.found ? answer.answer.records.map((each) => Number(each['name'])) : [],
      urls: requests.map(({ url }) => url),
    }
  }

  test('by offset, until one is short', async () => {
    const file = searching(
      '{ offset: 2, items: data }',
      'url: "{{settings.base}}/list", query: { skip: "{{page.offset}}" }',
    )
    expect(await names(file, [page([1, 2]), page([3, 4]), page([5])])).toEqual({
      names: [1, 2, 3, 4, 5],
      urls: ['/list?skip=0', '/list?skip=2', '/list?skip=4'],
    })
  })

  test('by number, until one is empty, and no more than the most', async () => {
    const request = 'url: "{{settings.base}}/list", query: { p: "{{page.number}}" }'
    expect(
      await names(searching('{ number: 0, items: data }', request), [page([1]), page([2]), page([])]),
    ).toEqual({
      names: [1, 2],
      urls: ['/list?p=0', '/list?p=1', '/list?p=2'],
    })
    const most = await names(searching('{ number: 1, items: data, most: 2 }', request), () => page([1]))
    expect(most.urls).toEqual(['/list?p=1', '/list?p=2'])
  })

  test('by address and by Link header, at the same host only', async () => {
    const byUrl = searching('{ url: next }')
    expect(await names(byUrl, [page([1], { next: '/list?c=2' }), page([2])])).toEqual({
      names: [1, 2],
      urls: ['/list', '/list?c=2'],
    })
    const linked = page([1])
    linked.headers = { link: '</prev>; rel="prev", </list?c=2>; title="a"; rel="last next"' }
    expect((await names(searching('{ link: true }'), [linked, page([2])])).names).toEqual([1, 2])
    for (const next of ['https://elsewhere.example/', '//elsewhere.example/x', 'http://127.0.0.1:1/'])
      await expect(names(byUrl, [page([1], { next })])).rejects.toThrow(SourceUnavailable)
  })

  test('end where the token stays the same, and fail as a whole', async () => {
    const file = searching('{ token: next }', 'url: "{{settings.base}}/list", query: { t: "{{page.token}}" }')
    expect((await names(file, () => page([1], { next: 'same' }))).urls).toEqual(['/list', '/list?t=same'])
    await expect(names(file, [page([1], { next: 'b' }), { status: 503 }])).rejects.toThrow(SourceUnavailable)
    // What a later page does not find ends the list.
    expect((await names(file, [page([1], { next: 'b' }), { status: 404 }])).names).toEqual([1])
  })
})

describe('rules', () => {
  const ruled = (errors: string) => verifier('{ url: "{{settings.base}}/" }', `errors: ${errors}`)
  test.each<[string, VendorAnswer, unknown]>([
    ['[{ status: 422, is: not_found }]', { status: 422, json: {} }, 'nothing'],
    ['[{ status: [400, 5xx], is: refused }]', { status: 507, json: {} }, SourceRefused],
    ['[{ when: { path: ok, is: false }, is: unavailable }]', { json: { ok: false } }, SourceUnavailable],
    [
      '[{ status: 200, when: { path: $headers.x-quota, is: 0 }, is: rate_limited, retry_after: { value: 3 } }]',
      { headers: { 'x-quota': '0' }, json: {} },
      SourceRateLimited,
    ],
    ['[{ status: 404, is: unavailable }]', { status: 404, json: {} }, SourceUnavailable],
  ])('%s', async (errors, answer, expected) => {
    const { source, call } = await open(ruled(errors), [answer])
    const asked = source['email.verify']!.fetch({ email: 'a@b.example' }, call)
    if (expected === 'nothing') expect(await asked).toEqual({ found: false })
    else await expect(asked).rejects.toThrow(expected as typeof SourceRefused)
  })

  test.each([
    [String(vendorNowMs / 1_000 + 30), 30_000],
    [new Date(vendorNowMs + 45_000).toUTCString(), 45_000],
    ['2.2', 3_000],
    ['-5', 0],
    ['soon', 60_000],
  ])('a wait of %s', async (text, retryAfterMs) => {
    const { source, call } = await open(ruled('[{ status: 420, is: rate_limited, retry_after: wait }]'), [
      { status: 420, json: { wait: text } },
    ])
    const asked = source['email.verify']!.fetch({ email: 'a@b.example' }, call)
    await expect(asked).rejects.toMatchObject({ retryAfterMs })
  })
})

test('what doctor would ask has to be answered', async () => {
  const file = verifier('{ url: "{{settings.base}}/" }')
  await expect(open(file, [], { probe: 'posts' })).rejects.toThrow(/does not answer posts/)
  const { source } = await open(file, [])
  const settings = genericHttp.settings.parse({ file: 'x' })
  expect(genericHttp.probe(settings, source)).toMatchObject({ capability: 'email.verify' })
  const given = { ...settings, probe: 'posts' as const }
  expect(genericHttp.probe(given, source)).toMatchObject({ capability: 'posts' })
})

test('the questions of doctor are questions', async () => {
  const { sampleQuestions } = await import('../sample-questions.ts')
  for (const [capability, { question }] of Object.entries(sampleQuestions))
    expect(
      capabilities[capability as keyof typeof capabilities].question.safeParse(question).error,
    ).toBeUndefined()
})

test('a changed file has a cache of its own', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'almanac-vendor-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const fingerprint = async (answer: string) => {
    writeFileSync(
      join(directory, 'vendor.yaml'),
      vendor('email.verify', `request: { url: "https://api.example/" }\nanswer: { status: ${answer} }`),
    )
    const entries = [{ source: genericHttp.id, settings: { file: 'vendor.yaml' } }]
    const document = { file: join(directory, 'sources.yaml'), content: { sources: entries } }
    const host = { ...sourceHost, readFile: settingsFiles(directory) }
    return (await openConfigured(document, [genericHttp], () => host))[0]?.fingerprint
  }
  const first = await fingerprint('verdict')
  expect(await fingerprint('verdict')).toBe(first)
  expect(await fingerprint('result')).not.toBe(first)
})
