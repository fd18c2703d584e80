import { z } from 'zod'
import type { EntityHistory } from '../../../corpus/history/index.ts'
import type { CompanyRecord } from '../../../corpus/records/index.ts'
import {
  type Call,
  entityKey,
  invalidMember,
  optional,
  perMinute,
  showing,
} from '../../../operation/index.ts'
import { fetchPages, type FetchedPage } from '../fetch-pages.ts'
import { freshness, nothingFound, warnNotLive } from '../../../sources/index.ts'
import { companyPage, type NamedPage } from '../../../corpus/identify/index.ts'
import { historicalHeadcount, liveCompany, buildLiveCompany } from '../live-company.ts'
import { advisePrice, pagesPrice } from '../page-price.ts'
import { askedPage, identifierText, maxProfilesPerCall, oneOrMany, switchOff } from '../schema.ts'
import { liveTag, operation, type LiveDeps } from '../slice.ts'

const identifierTypes = ['slug', 'orgId', 'pnetUrl', 'liUrl'] as const

const input = z
  .object({
    type: z.enum(identifierTypes).describe('Type of value: a slug, digits, or an address; liUrl is pnetUrl.'),
    value: optional(identifierText),
    values: optional(z.array(identifierText).min(1).max(maxProfilesPerCall)).describe(
      'Up to ten companies at once; larger sets go into a batch.',
    ),
    getHistoricalHeadcount: switchOff.describe('Adds counts of employees over time.'),
  })
  .refine(({ value, values }) => (value === undefined) !== (values === undefined), {
    path: ['value'],
    message: 'Either value or values is required, and not both.',
  })

const answer = {
  company: liveCompany.nullable(),
  message: z.string().nullish().describe('Why nothing was found, if so.'),
  ...freshness,
}

const output = z.object({
  ...answer,
  results: z
    .array(z.object({ value: z.string(), ...answer }))
    .nullish()
    .describe('Aligned with values, if given; the members above belong to the first.'),
})

export const companyLiveEnrich = operation({
  id: 'companyLiveEnrich',
  route: 'POST /v1/pnet-live-fetch/company/single',
  tag: liveTag,
  summary: 'Fetch a company live',
  tasks: ['fresh data of a company page now', 'current, up to date company'],
  describe:
    'Fetches a company, or up to ten with values, from the live source that the operator has set up, and returns the smaller record of a company page. The result is written to the corpus, where searches find it within a second and a change keeps its history. If no live source has the company, the corpus answers, with live false, observedAt and a warning. getHistoricalHeadcount adds the counts of employees that record and history tell. Each company found is charged: a live one as a live fetch; one from the corpus because no source is set up or none has it as a record of a search (companySearchResult), as advice says. One from the corpus because the live source could not be read is free, and so is a miss. Duplicates are charged once.',
  input,
  output,
  price: () =>
    pagesPrice<z.output<typeof input>, z.input<typeof output>>({
      type: 'company',
      most: ({ values }) => values?.length ?? 1,
      pages: (answered) =>
        (answered.results ?? [answered]).flatMap((one) =>
          one.company ? [{ status: one.liveStatus, entity: entityKey(one.company) }] : [],
        ),
    }),
  limit: perMinute(60),
  timeoutMs: 60_000,
  examples: [
    {
      name: 'By slug, with headcount over time',
      input: { type: 'slug', value: 'behusk-networks-example', getHistoricalHeadcount: true },
    },
    { name: 'Two by organization id', input: { type: 'orgId', values: ['9000000070000000', '1'] } },
  ],
  items: { list: 'values', answers: 'results' },
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { value, values, getHistoricalHeadcount } = input
    const items = oneOrMany({ name: 'value', value }, { name: 'values', values })
    const pages = items.map((item) => pageOfType(input.type, item, deps))
    const fetched = await fetchPages(deps, pages, {
      signal: call.signal,
      historicalHeadcount: getHistoricalHeadcount,
    })
    const statuses = fetched.flatMap(({ record, status }) => (record === undefined ? [] : [status]))
    warnNotLive(call, statuses)
    for (const [index, { withheld }] of fetched.entries())
      warnWithheld(call, items[index]?.text ?? '', withheld)
    advisePrice(call, 'company', statuses)
    const histories = getHistoricalHeadcount ? await readHistories(deps, fetched) : undefined
    const results = fetched.map((one, index) => ({
      value: items[index]?.text ?? '',
      ...buildAnswer(deps, one, histories),
    }))
    const { value: _first, ...first } = results[0] as (typeof results)[number]
    return { ...first, ...(values === undefined ? {} : { results }) }
  },
})

function pageOfType(
  type: (typeof identifierTypes)[number],
  item: { text: string; path: string },
  { network }: LiveDeps,
): NamedPage {
  const page = askedPage(item, companyPage, network)
  const isDigits = /^\d+$/.test(item.text)
  const isAddress = item.text.includes('/')
  if (type === 'orgId' && !isDigits) throw invalidMember(item.path, 'Expected digits.', 'invalid_format')
  if (type === 'slug' && isAddress) throw invalidMember(item.path, 'Expected a slug.', 'invalid_format')
  if ((type === 'pnetUrl' || type === 'liUrl') && !isAddress)
    throw invalidMember(item.path, 'Expected the address of a company page on the network.', 'invalid_url')
  return page
}

async function readHistories(deps: LiveDeps, fetched: readonly FetchedPage[]) {
  const ids = fetched.flatMap(({ record }) => (record === undefined ? [] : [record.id]))
  return deps.history.read('companies', ids, await deps.search.snapshots.newest('companies'))
}

function buildAnswer(
  { network }: LiveDeps,
  { status, record }: FetchedPage,
  histories: ReadonlyMap<string, EntityHistory> | undefined,
) {
  const fresh = {
    live: status === 'live',
    liveStatus: status,
    observedAt: record?.observedAt ?? null,
    source: record?.source ?? null,
  }
  if (record === undefined) return { company: null, message: nothingFound('company', status), ...fresh }
  const stored = JSON.parse(record.body) as CompanyRecord
  const company = buildLiveCompany(stored, network)
  if (histories === undefined) return { company, ...fresh }
  const historical_headcount = historicalHeadcount(stored, histories.get(record.id))
  return { company: showing({ ...company, historical_headcount }, stored), ...fresh }
}

/** Says where the source contradicts the record, which stays as it is. */
function warnWithheld(call: Pick<Call, 'warn'>, item: string, withheld: readonly string[]): void {
  if (withheld.length === 0) return
  const message = `The live source says of ${item} otherwise than the record: ${withheld.join(', ')}. The record stays as it is.`
  call.warn('live', message)
}
