import { z } from 'zod'
import {
  invalidMember,
  listedPrice,
  optional,
  pageInput,
  perMinute,
  withDefault,
  type Call,
} from '../../../operation/index.ts'
import { companyRecord, personRecord } from '../../../corpus/records/index.ts'
import { answerCompanies, answerPeople, exclusionListIds } from '../../search/index.ts'
import { openSearch, sealSearch, type AskedSearch } from '../page-token.ts'
import { maxQuestionLength } from '../parse/parse-question.ts'
import { companyParams, limit, notices, notUnderstood, profileParams, query } from '../schema.ts'
import { operation, tag, type LanguageDeps } from '../slice.ts'
import { readToSearch, toWordsId } from '../read-to-search.ts'
import type { Understood } from '../understand.ts'

const { pageSize, pageToken } = pageInput({
  sizes: { default: 25, most: 1000 },
  names: { cursor: 'pageToken' },
})

const input = z.object({
  query: optional(query),
  pageSize,
  pageToken: pageToken.describe(
    'nextPageToken of the previous page; query, lists and details are then those of the first page.',
  ),
  companyExclusionListIDs: exclusionListIds,
  peopleExclusionListIDs: exclusionListIds,
  getDetailedEducation: withDefault(z.boolean(), false).describe('Adds detailed_education to people.'),
  getDetailedWorkExperience: withDefault(z.boolean(), false).describe(
    'Adds detailed_work_experiences to people.',
  ),
})
type Input = z.output<typeof input>

export const slushieRun = operation({
  id: 'slushieRun',
  route: 'POST /v1/nlp-search/run',
  tag,
  summary: 'Ask for companies or people in plain words',
  tasks: ['ask a question in natural language', 'answer a question about companies or people'],
  describe: `Reads a question of at most ${maxQuestionLength} characters as nlpSearchParse does, decides whether it means companies or people, and returns a page of them as companySearch and peopleSearch do. \`parsedParams\` shows the filters; parts that are in none of them are in \`notUnderstood\` and in \`warnings\`. A question mostly not understood is refused, free. pageToken continues the same search; it belongs to the organization and keeps its snapshot. ${listedPrice('languageSearchResult')} for each company or person returned.`,
  input,
  output: z.object({
    searchId: z.string().describe('The same on all pages of a search.'),
    parsedParams: z.object({
      queryType: z.enum(['company', 'profile']),
      companySearchParams: companyParams,
      profileSearchParams: profileParams,
      limit,
    }),
    companies: z.array(companyRecord).describe('Empty if the question is about people.'),
    profiles: z.array(personRecord).describe('Empty if the question is about companies.'),
    notices,
    notUnderstood,
    nextPageToken: z.string().nullable().describe('Pass as pageToken for the next page; null at the end.'),
  }),
  pages: 'nextPageToken',
  price: (p) =>
    p.perItem({
      key: 'languageSearchResult',
      most: (request) => request.pageSize,
      count: ({ companies, profiles }) => companies.length + profiles.length,
    }),
  limit: perMinute(60),
  timeoutMs: 60_000,
  fails: ['invalid-cursor', 'cursor-expired'],
  examples: [
    {
      name: 'Companies',
      input: { query: 'Companies in the United States with more than 10 employees', pageSize: 10 },
    },
    { name: 'People', input: { query: 'Directors at companies in the United States', pageSize: 10 } },
  ],
  effect: 'spends',
  async handle({ input: request, call, deps }) {
    const { search, read } = await readSearch(deps, call, request)
    const size = Math.min(request.pageSize, search.left ?? request.pageSize)
    const page = await readPage(deps, call, { search, pageSize: size })
    const left =
      search.left === undefined ? undefined : search.left - page.companies.length - page.profiles.length
    const goesOn = page.nextCursor !== null && (left === undefined || left > 0)
    const owner = { key: deps.secret, organizationId: call.organizationId, of: 'slushieRun' as const }
    return {
      searchId: `search_${search.words}`,
      parsedParams: {
        queryType: search.kind === 'companies' ? ('company' as const) : ('profile' as const),
        companySearchParams: search.company ?? null,
        profileSearchParams: search.person ?? null,
        limit: search.left ?? null,
      },
      companies: page.companies,
      profiles: page.profiles,
      notices: read?.notices ?? [],
      notUnderstood: read?.notUnderstood ?? [],
      nextPageToken: goesOn
        ? sealSearch({ ...search, left, cursor: page.nextCursor ?? undefined }, owner)
        : null,
    }
  },
})

/** The question: by the token of the previous page, else as asked. */
async function readSearch(
  deps: LanguageDeps,
  call: Call,
  request: Input,
): Promise<{ search: AskedSearch; read?: Understood }> {
  if (request.pageToken !== undefined) {
    const search = openSearch(request.pageToken, {
      key: deps.secret,
      organizationId: call.organizationId,
      of: 'slushieRun' as const,
    })
    if (request.query !== undefined && toWordsId(request.query) !== search.words)
      call.warn('query', 'pageToken goes on with another question; query was ignored.')
    return { search }
  }
  if (request.query === undefined)
    throw invalidMember('query', 'Expected a question, or the pageToken of one.', 'required')
  const read = await readToSearch(deps, call, request.query, 'query')
  if (read.isCount)
    call.advise('The question asks how many: nlpSearchParse names the free operation that counts.')
  const details = {
    ...(request.getDetailedEducation && { getDetailedEducation: true }),
    ...(request.getDetailedWorkExperience && { getDetailedWorkExperience: true }),
  }
  const isPeople = read.kind === 'people'
  const person = isPeople ? { ...read.profileSearchParams, ...details } : undefined
  const search: AskedSearch = {
    kind: isPeople ? 'people' : 'companies',
    company: read.companySearchParams,
    person: person as AskedSearch['person'],
    companyLists: request.companyExclusionListIDs,
    peopleLists: request.peopleExclusionListIDs,
    left: read.limit,
    words: toWordsId(request.query),
  }
  return { search, read }
}

async function readPage(
  deps: LanguageDeps,
  call: Call,
  { search, pageSize: size }: { search: AskedSearch; pageSize: number },
) {
  const page = {
    cursor: search.cursor,
    pageSize: size,
    priceKey: 'languageSearchResult' as const,
    companyExclusionListIDs: search.companyLists,
  }
  if (search.kind === 'companies') {
    const { data, nextCursor } = await answerCompanies(deps.search, call, {
      ...page,
      searchParams: search.company ?? ({} as never),
    })
    return { companies: data, profiles: [], nextCursor }
  }
  const { data, nextCursor } = await answerPeople(deps.search, call, {
    ...page,
    searchParams: search.person,
    companyParams: search.company,
    currentCompanies: [],
    prospectExclusionListIDs: search.peopleLists,
    peopleListsMember: 'peopleExclusionListIDs',
  })
  return { companies: [], profiles: data, nextCursor }
}
