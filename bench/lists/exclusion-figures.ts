import { setTimeout as delay } from 'node:timers/promises'
import { race, type Contender } from '../measure.ts'
import { figure, markdownTable } from '../results-file.ts'
import { say } from '../scratch-dir.ts'
import type { Customer } from './customer.ts'

const atOnce = 5_000
const budgetMs = 60_000
/** An organization id that no company of the sample has. */
const firstUnknown = 9_000_000_000
/** The same list is asked for so long before anything is timed. */
const knownMs = 60_000

const questions = [
  [
    'page of 25 companies',
    '/v1/company-search',
    { pageSize: 25, searchParams: usa('headquartersCountryCode') },
  ],
  [
    'page of 100 companies',
    '/v1/company-search',
    { pageSize: 100, searchParams: usa('headquartersCountryCode') },
  ],
  ['count of companies', '/v1/company-count', { searchParams: usa('headquartersCountryCode') }],
  ['page of 25 people', '/v1/people-search', { pageSize: 25, searchParams: usa('country3LetterCode') }],
  ['count of people', '/v1/people-search/count', { searchParams: usa('country3LetterCode') }],
] as const

function usa(name: string) {
  return { [name]: { anyOf: ['USA'] } }
}

/** The same searches without a list and with one, in turns. A third of the corpus is on it, the rest is made up. */
export async function exclusionFigures(
  { post }: Customer,
  { excluded, companies, runs }: { excluded: number; companies: number; runs: number },
): Promise<string> {
  const known = await everyThird(post, Math.min(companies, excluded * 3))
  const { listId } = await post('/v1/exclusions/companies/create-list', { name: 'Known' })
  const made = Array.from({ length: excluded - known.length }, (_, index) =>
    index % 2 === 0 ? { domain: `excluded-${index}.example` } : { pnetOrgId: String(firstUnknown + index) },
  )
  const entries = [...known.map((domain) => ({ domain })), ...made]
  say(`${entries.length} entries of an exclusion list`)
  const start = performance.now()
  for (let first = 0; first < entries.length; first += atOnce) {
    const companies = entries.slice(first, first + atOnce)
    await post('/v1/exclusions/companies/add-to-list', { listId, companies })
  }
  const seconds = (performance.now() - start) / 1000
  const ask = (name: string, path: string, body: object): Contender => ({
    name,
    run: () => post(path, body),
  })
  const contenders = questions.flatMap(([name, path, body]) => [
    ask(name, path, body),
    ask(`${name}, list`, path, { ...body, companyExclusionListIDs: [listId] }),
  ])
  // Whom the list leaves out is worked out beside the searches that ask for it.
  say('searches with it, until it is known whom it leaves out')
  const until = performance.now() + knownMs
  while (performance.now() < until) {
    for (const [, path, body] of questions) await post(path, { ...body, companyExclusionListIDs: [listId] })
    await delay(500)
  }
  say('searches with and without it')
  const timings = await race(contenders, { runs, warmUp: 3, budgetMs, fewest: 5 })
  const rows = questions.map(([name]) => {
    const [without, withList] = [timings.get(name), timings.get(`${name}, list`)]
    const [plain, left] = [without?.median ?? Number.NaN, withList?.median ?? Number.NaN]
    return [name, figure(plain), figure(left), figure(left / plain), figure(withList?.p99 ?? Number.NaN)]
  })
  return `### Exclusion lists

A list of ${entries.length.toLocaleString('en')} companies by domain or organization id, every third of the corpus among them: added in ${figure(seconds)} s, ${atOnce.toLocaleString('en')} a call. Then
the same questions without it and with it, in turns, one caller, over HTTP, after the list was asked for during ${knownMs / 1000} s.

${markdownTable(['question', 'median ms', 'with the list', 'x', 'p99 with it'], rows)}`
}

async function everyThird(post: Customer['post'], most: number): Promise<string[]> {
  const domains: string[] = []
  let cursor: string | undefined
  for (let read = 0; read < most; read += 1_000) {
    const page = await post('/v1/company-search', { searchParams: {}, pageSize: 1_000, cursor })
    const data = page['data'] as unknown as { domains: string[] | null }[]
    for (const [index, record] of data.entries())
      if (index % 3 === 0 && record.domains?.[0] !== undefined) domains.push(record.domains[0])
    cursor = (page['nextCursor'] as unknown as string | null) ?? undefined
    if (cursor === undefined) break
  }
  return domains
}
