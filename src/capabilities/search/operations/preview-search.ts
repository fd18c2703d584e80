import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import type { EntityKind } from '../../../corpus/commits/index.ts'
import type { CompanyRecord, JobPosting, PersonRecord } from '../../../corpus/records/index.ts'
import { companyNameKey } from '../../../corpus/names/index.ts'
import { employeeBounds, exactToken, readHeadcount } from '../../../corpus/search-index/index.ts'
import { joinClauses } from '../ask.ts'
import { countedSearch } from '../question-schema.ts'
import { questionClauses } from '../search-question.ts'
import { operation, tag, type SearchDeps } from '../slice.ts'
import { findWithholding, minRows, withholding } from '../withholding.ts'

/** As many as show what the rows are like. There is no next page, so nothing can be walked. */
const maxRows = 5

const text = z.string().nullable()
const previewRow = z.object({
  title: text.describe('Of a person or posting. null where it names the employer.'),
  level: text.describe('Level of the position.'),
  countryCode: text.describe('Alpha-3.'),
  industry: text.describe('First industry of the company, of the present employer, or of the posting.'),
  employees: z
    .object({ moreThan: z.number().int().nullable(), upTo: z.number().int().nullable() })
    .nullable()
    .describe('Size class of the company or of the present employer.'),
})
type PreviewRow = z.infer<typeof previewRow>

export const previewSearch = operation({
  id: 'previewSearch',
  route: 'POST /v1/search/preview',
  tag,
  summary: 'Show what the rows of a search are like',
  tasks: ['sample of search results before paying', 'are these the right people'],
  describe: `Shows the five most prominent rows of any search without names, ids or contact details: title, level, country, industry and size class. It tells whether a search finds what is meant before it is paid for. There are no rows of fewer than ${minRows}, nor of people or companies named one by one. Free.`,
  input: z.object({ search: countedSearch }),
  output: z.object({
    type: z.enum(['companies', 'people', 'postings']),
    matching: z.number().int().describe('Rows of the search.'),
    withholding,
    rows: z.array(previewRow),
  }),
  price: free('Previews are free.'),
  limit: perMinute(60),
  examples: [
    {
      name: 'What directors in Germany are like',
      input: {
        search: {
          type: 'people',
          searchParams: {
            seniority: { anyOf: ['Director'] },
            country3LetterCode: { anyOf: ['DEU'] },
          },
        },
      },
    },
  ],
  effect: 'reads',
  async handle({ input: { search }, call, deps }) {
    const { kind, clauses } = await questionClauses(deps, call, search)
    const snapshot = await deps.search.snapshots.newest(kind)
    const within = { condition: joinClauses(clauses), snapshot, signal: call.signal }
    const matching = await deps.search.count(kind, within)
    const reason = findWithholding(search, matching)
    if (reason !== null) return { type: kind, matching, withholding: reason, rows: [] }
    const { bodies } = await deps.search.page(kind, { ...within, limit: maxRows })
    const rows = await showRows(deps, kind, bodies, call.signal)
    return { type: kind, matching, withholding: null, rows }
  },
})

async function showRows(
  deps: SearchDeps,
  kind: EntityKind,
  bodies: readonly string[],
  signal: AbortSignal,
): Promise<PreviewRow[]> {
  if (kind === 'companies') return bodies.map((body) => showCompany(JSON.parse(body) as CompanyRecord))
  if (kind === 'postings') return bodies.map((body) => showPosting(JSON.parse(body) as JobPosting))
  const people = bodies.map((body) => JSON.parse(body) as PersonRecord)
  const tokens = people.map(employerToken)
  const employers = await deps.search.lookup('companies', {
    tokens: tokens.filter((token) => token !== undefined),
    perToken: 1,
    snapshot: await deps.search.snapshots.newest('companies'),
    signal,
  })
  return people.map((person, index) => {
    const token = tokens[index]
    const employer = employers.find((company) => token !== undefined && company.tokens.includes(token))
    return showPerson(person, employer && (JSON.parse(employer.body) as CompanyRecord))
  })
}

const presentJob = ({ experiences }: PersonRecord) => experiences?.find((each) => each.is_current === true)

/** How the present employer is found in the corpus. */
function employerToken(person: PersonRecord): string | undefined {
  const { pnet_company_id: id, company_domain: domain } = presentJob(person) ?? {}
  if (id) return exactToken('org', id)
  return domain ? exactToken('dom', domain) : undefined
}

/** A title unless it holds a name (`Founder at Acme`). */
function showTitle(title: string | null | undefined, employer: string | null | undefined): string | null {
  if (!title) return null
  const named = employer ? companyNameKey(employer) : ''
  return named !== '' && ` ${companyNameKey(title)} `.includes(` ${named} `) ? null : title
}

function showPerson(person: PersonRecord, employer: CompanyRecord | undefined): PreviewRow {
  const job = presentJob(person)
  return {
    title: showTitle(job?.title, job?.company_name),
    level: job?.seniority ?? null,
    countryCode: person.inferred_location?.country_code ?? null,
    industry: employer?.standard_industries?.[0] ?? null,
    employees: employer === undefined ? null : showSize(employer),
  }
}

const showCompany = (company: CompanyRecord): PreviewRow => ({
  title: null,
  level: null,
  countryCode: company.location_consensus?.country_code ?? null,
  industry: company.standard_industries?.[0] ?? null,
  employees: showSize(company),
})

const showPosting = (posting: JobPosting): PreviewRow => ({
  title: showTitle(posting.title, posting.company_name),
  level: posting.seniority_level ?? null,
  countryCode: posting.standardized_location?.country_code ?? null,
  industry: posting.standard_industries?.[0] ?? null,
  employees: null,
})

function showSize(company: CompanyRecord): PreviewRow['employees'] {
  const headcount = readHeadcount(company)
  if (headcount === undefined) return null
  const bucket = employeeBounds.findIndex((bound) => headcount <= bound)
  const above = bucket === -1 ? employeeBounds.length : bucket
  return { moreThan: employeeBounds[above - 1] ?? null, upTo: employeeBounds[above] ?? null }
}
