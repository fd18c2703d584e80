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
  selectSources,
  type SearchQuestion,
} from '../../search/index.ts'
import { sourcesQuestion, withFilters, type SourcesQuestion } from '../question-to-sources.ts'
import {
  companyResult,
  listCompanyResults,
  fewPerCompany,
  personResult,
  listPersonResults,
} from '../brief-results.ts'
import { openSearch, sealSearch, type AskedSearch } from '../page-token.ts'
import { readToSearch, toWordsId } from '../read-to-search.ts'
import { operation, type LanguageDeps } from '../slice.ts'

const provenance = z
  .array(
    z.object({
      source: z.string().describe('`corpus`, or the id of an outside source.'),
      observedAt: z.string().nullable().describe('When it was true there, ISO 8601.'),
    }),
  )
  .describe('Where the record comes from; the first takes precedence, the others add what it lacks.')

const search = z
  .discriminatedUnion('type', [companiesQuestion, peopleQuestionOf, sourcesQuestion])
  .describe(
    'The search: with the members of companySearch or peopleSearch, or a question in prose with `request`.',
  )
  .meta({ id: 'MultiSourceQuestion' })
type Search = z.output<typeof search>

const input = z.object({
  search,
  pageSize,
  maxOutsideResults: withDefault(z.number().int().min(0).max(100), 25).describe(
    'Maximum additional records of outside sources on a first page.',
  ),
  cursor,
})
type Input = z.output<typeof input>

const isAsked = (value: Search): value is SourcesQuestion => 'request' in value
const usualPage = 10

export const multiSourceSearch = operation({
  id: 'multiSourceSearch',
  route: 'POST /v1/multi-source/search',
  tag: 'Search',
  summary: 'Search the corpus and every configured source',
  tasks: ['search outside sources and vendors too'],
  describe: `Asks the corpus and all configured outside sources the same question and merges the results by identity. The question is one of companySearch or peopleSearch, answered with records and the provenance of each in \`companies\` or \`profiles\`; or it is prose (\`request\` initial), read as nlpSearchParse reads it, narrowed by the filters beside it and answered in short in \`data\`; \`message\` says how it was read, and \`request\` subsequent continues with nextCursor. The corpus is paged; outside sources are asked with the first page, and what the corpus does not find itself follows its rows. A source that fails or takes longer than 10 seconds leaves the rest as it is; \`sources\` says how each went. ${listedPrice('companySearchResult')} for each company returned, ${listedPrice('peopleSearchResult')} for each person; ${listedPrice('languageSearchResult')} for each if the question is prose.`,
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
      .describe('If the question is prose: what was found, in short.'),
    message: z.string().optional().describe('If the question is prose: how it was read.'),
    sources: z.array(
      z.object({
        source: z.string(),
        status: z.enum(['ok', 'failed', 'late']),
        found: z.number().int(),
        rejected: z.number().int().describe('Records in the wrong format, or without identity.'),
      }),
    ),
    nextCursor,
  }),
  pages: 'nextCursor',
  price: (p) =>
    p.perItem(
      {
        key: 'companySearchResult',
        most: ({ search: question, ...page }, deps) =>
          question.type === 'companies' ? maxPageRows(page, countOutside(page, deps, question.type)) : 0,
        count: (output) => output.companies.length,
      },
      {
        key: 'peopleSearchResult',
        most: ({ search: question, ...page }, deps) =>
          question.type === 'people' ? maxPageRows(page, countOutside(page, deps, question.type)) : 0,
        count: (output) => output.profiles.length,
      },
      {
        key: 'languageSearchResult',
        most: ({ search: question, ...page }, deps) =>
          isAsked(question) ? maxQuestionRows(question, countOutside(page, deps)) : 0,
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
  async handle({ input: request, call, deps }) {
    const { search: question, ...page } = request
    if (isAsked(question)) return answerQuestion(deps, call, { ...request, search: question })
    const priceKey = question.type === 'companies' ? 'companySearchResult' : 'peopleSearchResult'
    const results = await searchEverywhere(deps.search, call, {
      search: question,
      ...page,
      cursor: page.cursor,
      priceKey,
    })
    const { bodies: _bodies, ...output } = results
    return output
  },
})

/** Records a call may return. */
const maxPageRows = (page: Pick<Input, 'pageSize' | 'cursor'>, outside: number) =>
  page.pageSize + (page.cursor === undefined ? outside : 0)

/** Records that outside sources may add: none where no source is asked such questions. Prose may turn out to be of either. */
function countOutside(
  { maxOutsideResults }: Pick<Input, 'maxOutsideResults'>,
  deps: Partial<LanguageDeps> | undefined,
  type?: SearchQuestion['type'],
): number {
  const sources = deps?.search?.sources
  if (sources === undefined) return maxOutsideResults
  const searched = type === undefined ? sources : selectSources(sources, type)
  return searched.length === 0 ? 0 : maxOutsideResults
}

/** The size of a later page is in its cursor, which only its opener can read: the most it may be. */
const maxQuestionRows = ({ request, pageSize: size }: SourcesQuestion, outside: number) =>
  request === 'initial' ? (size ?? usualPage) + outside : (size ?? 1000)

async function answerQuestion(deps: LanguageDeps, call: Call, request: Input & { search: SourcesQuestion }) {
  const { search: openedSearch, message } = await askedNow(deps, call, request.search)
  const size = Math.min(openedSearch.pageSize ?? usualPage, openedSearch.left ?? Infinity)
  const isPeople = openedSearch.kind === 'people'
  const results = await searchEverywhere(deps.search, call, {
    search: isPeople
      ? {
          type: 'people',
          searchParams: openedSearch.person,
          companyParams: openedSearch.company,
          currentCompanies: [],
          prospectExclusionListIDs: [],
          companyExclusionListIDs: [],
        }
      : { type: 'companies', searchParams: openedSearch.company, companyExclusionListIDs: [] },
    pageSize: size,
    maxOutsideResults: Math.min(request.maxOutsideResults, (openedSearch.left ?? Infinity) - size),
    cursor: openedSearch.cursor,
    priceKey: 'languageSearchResult',
  })
  const { network } = deps.search
  const data = isPeople
    ? {
        type: 'people' as const,
        results: fewPerCompany(listPersonResults(results.bodies, network), openedSearch.perCompany),
      }
    : { type: 'companies' as const, results: listCompanyResults(results.bodies, network) }
  const left = openedSearch.left === undefined ? undefined : openedSearch.left - data.results.length
  const goesOn = results.nextCursor !== null && (left === undefined || left > 0)
  return {
    companies: [],
    profiles: [],
    data,
    message: message ?? `The next ${data.results.length} ${isPeople ? 'people' : 'companies'}.`,
    sources: results.sources,
    nextCursor: goesOn
      ? sealSearch({ ...openedSearch, left, cursor: results.nextCursor ?? undefined }, buildSeal(deps, call))
      : null,
  }
}

const buildSeal = ({ secret: key }: LanguageDeps, { organizationId }: Call) => ({
  key,
  organizationId,
  of: 'multiSourceSearch' as const,
})

/** The question: by the cursor of the previous page, else as asked. */
async function askedNow(
  deps: LanguageDeps,
  call: Call,
  question: SourcesQuestion,
): Promise<{ search: AskedSearch; message?: string }> {
  if (question.request === 'subsequent') {
    if (question.cursor === undefined)
      throw invalidMember('search.cursor', 'Expected nextCursor of the previous page.', 'required')
    const openedSearch = openSearch(question.cursor, buildSeal(deps, call))
    return {
      search:
        question.pageSize === undefined ? openedSearch : { ...openedSearch, pageSize: question.pageSize },
    }
  }
  if (question.query === undefined)
    throw invalidMember('search.query', 'Expected a question in plain words.', 'required')
  const read = await readToSearch(deps, call, question.query, 'search.query')
  const isPeople = read.kind === 'people'
  if (!isPeople && question.peopleFilters !== undefined)
    call.warn('search.peopleFilters', 'The question asks for companies: these filters were ignored.')
  const { company, person } = withFilters(read, question, call)
  const openedSearch: AskedSearch = {
    kind: isPeople ? 'people' : 'companies',
    company,
    person: isPeople ? person : undefined,
    companyLists: [],
    peopleLists: [],
    left: read.limit,
    words: toWordsId(question.query),
    pageSize: question.pageSize ?? usualPage,
    perCompany: question.peopleFilters?.maxPeoplePerCompany,
  }
  const unread = read.notUnderstood.map(({ text }) => JSON.stringify(text)).join(', ')
  const message = `Read as a search of ${openedSearch.kind}${unread === '' ? '' : `; not understood: ${unread}`}.`
  return { search: openedSearch, message }
}
