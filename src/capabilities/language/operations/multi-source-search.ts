import { z } from 'zod'
import { invalidMember, listedPrice, perMinute, withDefault, type Call } from '../../../operation/index.ts'
import { companyRecord, personRecord } from '../../../corpus/records/index.ts'
import {
  companiesQuestion,
  cursor,
  nextCursor,
  pageSize,
  peopleQuestionOf,
  searchEverywhere,
  sourcesOf,
  type SearchQuestion,
} from '../../search/index.ts'
import { askedQuestion, withFilters, type AskedQuestion } from '../asked-everywhere.ts'
import {
  companyResult,
  companyResults,
  fewPerCompany,
  personResult,
  personResults,
} from '../brief-results.ts'
import { openSearch, sealSearch, type AskedSearch } from '../page-token.ts'
import { readToSearch, wordsId } from '../read-to-search.ts'
import { operation, type LanguageDeps } from '../slice.ts'

const provenance = z
  .array(
    z.object({
      source: z.string().describe('`corpus`, or the id of an outside source.'),
      observedAt: z.string().nullable().describe('When it was true there, ISO 8601.'),
    }),
  )
  .describe('Where the record comes from; the first has precedence, the others add what it lacks.')

const search = z
  .discriminatedUnion('type', [companiesQuestion, peopleQuestionOf, askedQuestion])
  .describe(
    'The search: with the members of companySearch or peopleSearch, or a question in prose with `request`.',
  )
  .meta({ id: 'MultiSourceQuestion' })
type Search = z.output<typeof search>

const input = z.object({
  search,
  pageSize,
  maxOutsideResults: withDefault(z.number().int().min(0).max(100), 25).describe(
    'Most records of outside sources that a first page holds besides.',
  ),
  cursor,
})
type Input = z.output<typeof input>

const isAsked = (given: Search): given is AskedQuestion => 'request' in given
const usualPage = 10

export const multiSourceSearch = operation({
  id: 'multiSourceSearch',
  route: 'POST /v1/multi-source/search',
  tag: 'Search',
  summary: 'Search the corpus and every configured source',
  tasks: ['search outside sources and vendors too'],
  describe: `Asks the corpus and all configured outside sources the same question and merges what they find by identity. The question is one of companySearch or peopleSearch, answered with records and the provenance of each in \`companies\` or \`profiles\`; or it is prose (\`request\` initial), read as nlpSearchParse reads it, narrowed by the filters beside it and answered in short in \`data\`; \`message\` says how it was read, and \`request\` subsequent goes on with nextCursor. The corpus is paged; outside sources are asked with the first page, and what the corpus does not find itself follows its rows. A source that fails or takes longer than 10 seconds leaves the rest as it is; \`sources\` says how each went. ${listedPrice('companySearchResult')} for each company returned, ${listedPrice('peopleSearchResult')} for each person; ${listedPrice('languageSearchResult')} for each where the question is prose.`,
  input,
  output: z.object({
    companies: z.array(z.object({ company: companyRecord, provenance })),
    profiles: z.array(z.object({ profile: personRecord, provenance })),
    data: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('companies'), results: z.array(companyResult) }),
        z.object({ type: z.literal('people'), results: z.array(personResult) }),
      ])
      .optional()
      .describe('Where the question is prose: what was found, in short.'),
    message: z.string().optional().describe('Where the question is prose: how it was read.'),
    sources: z.array(
      z.object({
        source: z.string(),
        status: z.enum(['ok', 'failed', 'late']),
        found: z.number().int(),
        rejected: z.number().int().describe('Records that were not of the format or name nobody.'),
      }),
    ),
    nextCursor,
  }),
  price: (p) =>
    p.perItem(
      {
        key: 'companySearchResult',
        most: ({ search: asked, ...page }, deps) =>
          asked.type === 'companies' ? mostOf(page, outsideOf(page, deps, asked.type)) : 0,
        count: (output) => output.companies.length,
      },
      {
        key: 'peopleSearchResult',
        most: ({ search: asked, ...page }, deps) =>
          asked.type === 'people' ? mostOf(page, outsideOf(page, deps, asked.type)) : 0,
        count: (output) => output.profiles.length,
      },
      {
        key: 'languageSearchResult',
        most: ({ search: asked, ...page }, deps) =>
          isAsked(asked) ? mostAsked(asked, outsideOf(page, deps)) : 0,
        count: (output) => output.data?.results.length ?? 0,
      },
    ),
  limit: perMinute(60),
  timeoutMs: 30_000,
  fails: ['invalid-cursor', 'cursor-expired'],
  examples: [
    {
      name: 'Climate companies in Germany, wherever they are known',
      input: {
        search: {
          type: 'companies',
          searchParams: {
            headquartersCountryCode: { anyOf: ['DEU'] },
            keywords: { containsAny: ['climate'] },
          },
        },
        pageSize: 10,
      },
    },
    {
      name: 'In plain words',
      input: {
        search: {
          request: 'initial',
          query: 'Software companies in the United States',
          companyFilters: { employeeCount: { min: 11 } },
        },
      },
    },
  ],
  effect: 'spends',
  async handle({ input: given, call, deps }) {
    const { search: asked, ...page } = given
    if (isAsked(asked)) return answerQuestion(deps, call, { ...given, search: asked })
    const priceKey = asked.type === 'companies' ? 'companySearchResult' : 'peopleSearchResult'
    const found = await searchEverywhere(deps.search, call, {
      search: asked,
      ...page,
      cursor: page.cursor,
      priceKey,
    })
    const { bodies: _bodies, ...output } = found
    return output
  },
})

/** Records a call may return. */
const mostOf = (page: Pick<Input, 'pageSize' | 'cursor'>, outside: number) =>
  page.pageSize + (page.cursor === undefined ? outside : 0)

/** Records that outside sources may add: none where no source is asked such questions. Prose may turn out to be of either. */
function outsideOf(
  { maxOutsideResults }: Pick<Input, 'maxOutsideResults'>,
  deps: Partial<LanguageDeps> | undefined,
  type?: SearchQuestion['type'],
): number {
  const sources = deps?.search?.sources
  if (sources === undefined) return maxOutsideResults
  const asked = type === undefined ? sources : sourcesOf(sources, type)
  return asked.length === 0 ? 0 : maxOutsideResults
}

/** The size of a later page stands in its cursor, which only its opener can read: the most it may be. */
const mostAsked = ({ request, pageSize: size }: AskedQuestion, outside: number) =>
  request === 'initial' ? (size ?? usualPage) + outside : (size ?? 1000)

async function answerQuestion(deps: LanguageDeps, call: Call, given: Input & { search: AskedQuestion }) {
  const { asked, message } = await askedNow(deps, call, given.search)
  const size = Math.min(asked.pageSize ?? usualPage, asked.left ?? Infinity)
  const isPeople = asked.kind === 'people'
  const found = await searchEverywhere(deps.search, call, {
    search: isPeople
      ? {
          type: 'people',
          searchParams: asked.person,
          companyParams: asked.company,
          currentCompanies: [],
          prospectExclusionListIDs: [],
          companyExclusionListIDs: [],
        }
      : { type: 'companies', searchParams: asked.company, companyExclusionListIDs: [] },
    pageSize: size,
    maxOutsideResults: Math.min(given.maxOutsideResults, (asked.left ?? Infinity) - size),
    cursor: asked.cursor,
    priceKey: 'languageSearchResult',
  })
  const { network } = deps.search
  const data = isPeople
    ? {
        type: 'people' as const,
        results: fewPerCompany(personResults(found.bodies, network), asked.perCompany),
      }
    : { type: 'companies' as const, results: companyResults(found.bodies, network) }
  const left = asked.left === undefined ? undefined : asked.left - data.results.length
  const goesOn = found.nextCursor !== null && (left === undefined || left > 0)
  return {
    companies: [],
    profiles: [],
    data,
    message: message ?? `The next ${data.results.length} ${isPeople ? 'people' : 'companies'}.`,
    sources: found.sources,
    nextCursor: goesOn
      ? sealSearch({ ...asked, left, cursor: found.nextCursor ?? undefined }, ownerOf(deps, call))
      : null,
  }
}

const ownerOf = ({ secret: key }: LanguageDeps, { organizationId }: Call) => ({
  key,
  organizationId,
  of: 'multiSourceSearch' as const,
})

/** What is asked: by the cursor of the page before, else by the question. */
async function askedNow(
  deps: LanguageDeps,
  call: Call,
  given: AskedQuestion,
): Promise<{ asked: AskedSearch; message?: string }> {
  if (given.request === 'subsequent') {
    if (given.cursor === undefined)
      throw invalidMember('search.cursor', 'Expected nextCursor of the page before.', 'required')
    const asked = openSearch(given.cursor, ownerOf(deps, call))
    return { asked: given.pageSize === undefined ? asked : { ...asked, pageSize: given.pageSize } }
  }
  if (given.query === undefined)
    throw invalidMember('search.query', 'Expected a question in plain words.', 'required')
  const read = await readToSearch(deps, call, given.query, 'search.query')
  const isPeople = read.kind === 'people'
  if (!isPeople && given.peopleFilters !== undefined)
    call.warn('search.peopleFilters', 'The question asks for companies: these filters were ignored.')
  const { company, person } = withFilters(read, given, call)
  const asked: AskedSearch = {
    kind: isPeople ? 'people' : 'companies',
    company,
    person: isPeople ? person : undefined,
    companyLists: [],
    peopleLists: [],
    left: read.limit,
    words: wordsId(given.query),
    pageSize: given.pageSize ?? usualPage,
    perCompany: given.peopleFilters?.maxPeoplePerCompany,
  }
  const unread = read.notUnderstood.map(({ text }) => JSON.stringify(text)).join(', ')
  const message = `Read as a search of ${asked.kind}${unread === '' ? '' : `; not understood: ${unread}`}.`
  return { asked, message }
}
