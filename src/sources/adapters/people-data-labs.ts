import { z } from 'zod'
import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Question } from '../capabilities.ts'
import { SourceRateLimited, SourceUnavailable, type SourceFailed } from '../failures.ts'
import { askJson, readWait, type JsonAnswer } from '../http/index.ts'
import { companyQuery, nativeRecord, peopleQuery, type Query } from '../people-data-labs/index.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource, type Answering, type SourceAnswer, type SourceCall } from '../source.ts'

const settings = z.object({
  key: z.string().min(1),
  baseUrl: z.url({ protocol: /^https?$/ }).default('https://api.peopledatalabs.com/v5'),
  minLikelihood: z
    .number()
    .int()
    .min(1)
    .max(10)
    .default(6)
    .describe('Matches below this are neither answered nor paid for; the vendor’s own default is 2.'),
  mostRecords: z
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(100)
    .describe('Most records of one search; each costs a credit.'),
})

type Settings = z.output<typeof settings>

/** People Data Labs, version 5: records of people and companies, by what identifies them and by search. */
export const peopleDataLabs = defineSource({
  id: 'people-data-labs',
  summary: 'Records of people and companies, and searches for them, from People Data Labs.',
  settings,
  secrets: ['key'],
  perSecond: 1.5,
  timeoutMs: 30_000,
  open: (config, { corpus: { network } }) => ({
    'person.live': {
      cost: { perFound: 1 },
      takes: (question) => personParameters(question) !== undefined,
      fetch: (question, call) => person(config, question, call),
    },
    'company.live': {
      cost: { perFound: 1 },
      takes: (question) => companyParameters(question) !== undefined,
      fetch: (question, call) => company(config, question, call),
    },
    'people.search': search('people', config, network),
    'company.search': search('companies', config, network),
  }),
  probe: () => sampleQuestions['person.live'],
})

type Parameters = Record<string, string>

/** The vendor names profiles by their page on the network its data is of. */
const makePage = (folder: 'in' | 'company', slug: string) =>
  `linkedin.com/${folder}/${encodeURIComponent(slug)}`

function personParameters(question: Question<'person.live'>): Parameters | undefined {
  const { slug, userId, email, name, employer } = question
  if (slug !== null) return { profile: makePage('in', slug) }
  // The network's own number of a member; its other ids mean nothing to the vendor.
  if (userId !== null && /^\d{1,15}$/.test(userId)) return { lid: userId }
  if (email !== null) return { email }
  return name !== null && employer !== null ? { name, company: employer } : undefined
}

function companyParameters(question: Question<'company.live'>): Parameters | undefined {
  const { slug, domain, name } = question
  if (slug !== null) return { profile: makePage('company', slug) }
  if (domain !== null) return { website: domain }
  return name === null ? undefined : { name }
}

const likelihood = z.number().min(0).max(10).nullish()
const personAnswer = z.object({ likelihood, data: z.record(z.string(), z.unknown()) })
/** The members of the company stand beside those about the match. */
const companyAnswer = z.looseObject({ likelihood, id: z.string() })

async function person(
  config: Settings,
  question: Question<'person.live'>,
  call: SourceCall,
): Promise<SourceAnswer<'person.live'>> {
  const body = await enrich(config, call, { path: 'person/enrich', parameters: personParameters(question) })
  if (body === undefined) return { found: false }
  const { data, likelihood } = read(personAnswer, body)
  return {
    found: true,
    answer: { record: toRecord('people', data, call.nowMs) },
    confidence: toShare(likelihood),
  }
}

async function company(
  config: Settings,
  question: Question<'company.live'>,
  call: SourceCall,
): Promise<SourceAnswer<'company.live'>> {
  const body = await enrich(config, call, { path: 'company/enrich', parameters: companyParameters(question) })
  if (body === undefined) return { found: false }
  const { likelihood, status: _status, ...data } = read(companyAnswer, body)
  return {
    found: true,
    answer: { record: toRecord('companies', data, call.nowMs) },
    confidence: toShare(likelihood),
  }
}

function toRecord(kind: 'people' | 'companies', data: unknown, nowMs: number): Record<string, unknown> {
  const record = nativeRecord(kind, data, nowMs)
  if (record === undefined) throw new SourceUnavailable('not the documented record')
  return record
}

/** Likelihoods go from 1 to 10. */
const toShare = (outOfTen: number | null | undefined) =>
  typeof outOfTen === 'number' ? outOfTen / 10 : undefined

/** The match, or undefined when there is none. */
async function enrich(
  config: Settings,
  call: SourceCall,
  { path, parameters }: { path: string; parameters: Parameters | undefined },
): Promise<unknown> {
  if (parameters === undefined) return undefined
  const query = new URLSearchParams({ ...parameters, min_likelihood: String(config.minLikelihood) })
  const { status, body } = await ask(config, call, { path: `${path}?${query.toString()}` })
  return status === 404 ? undefined : body
}

const pageSize = 100
const page = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  scroll_token: z.string().nullish(),
})

function search(
  kind: 'people' | 'companies',
  config: Settings,
  network: NetworkHosts,
): Answering<'people.search'> & Answering<'company.search'> {
  const path = kind === 'people' ? 'person/search' : 'company/search'
  const translate = kind === 'people' ? peopleQuery : companyQuery
  return {
    cost: { perFound: 1 },
    takes: (question) => translate(question, network) !== undefined,
    async fetch(question, call) {
      const query = translate(question, network)
      const most = Math.min(question.limit, config.mostRecords)
      const rows = query === undefined ? [] : await pages(config, call, { path, query, most })
      const records = rows
        .map((row) => nativeRecord(kind, row, call.nowMs))
        .filter((record) => record !== undefined)
      if (rows.length > 0 && records.length === 0) throw new SourceUnavailable('not the documented records')
      return records.length === 0 ? { found: false } : { found: true, answer: { records } }
    },
  }
}

async function pages(
  config: Settings,
  call: SourceCall,
  { path, query, most }: { path: string; query: Query; most: number },
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  let token: string | null | undefined
  do {
    const size = Math.min(pageSize, most - rows.length)
    const json = { query, size, ...(token ? { scroll_token: token } : {}) }
    const { status, body } = await ask(config, call, { path, json })
    // A search without matches answers 404.
    if (status === 404) break
    const { data, scroll_token: next } = read(page, body)
    rows.push(...data)
    token = data.length < size || next === token ? undefined : next
  } while (token && rows.length < most)
  return rows.slice(0, most)
}

function ask(
  { key, baseUrl }: Settings,
  call: SourceCall,
  { path, json }: { path: string; json?: object },
): Promise<JsonAnswer> {
  return askJson(call, {
    url: `${baseUrl.replace(/\/+$/, '')}/${path}`,
    headers: { 'x-api-key': key },
    ...(json === undefined ? {} : { method: 'POST', json }),
    maxBytes: 8 * 1024 * 1024,
    readFailure: (answer) => readFailure(answer, call.nowMs),
  })
}

/** Without Retry-After the end of the window stands in a header of its own. */
function readFailure({ status, headers }: JsonAnswer, nowMs: number): SourceFailed | undefined {
  if (status !== 429) return undefined
  return new SourceRateLimited(readWait(headers['retry-after'] ?? headers['x-ratelimit-reset'], nowMs))
}

function read<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new SourceUnavailable('not the documented answer')
  return parsed.data
}
