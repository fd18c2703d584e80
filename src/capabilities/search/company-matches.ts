import type { CompanySearchParams } from '../../corpus/search/index.ts'
import type { CompanyRecord, JobPosting } from '../../corpus/records/index.ts'
import { filterContext, filtersNow } from './ask.ts'
import type { Asker, SearchDeps } from './slice.ts'

/** A posting as it is told beside its company: without the text, of which hundreds would be held in memory. */
export type MatchedPosting = Pick<JobPosting, (typeof shownMembers)[number]>

const shownMembers = [
  'job_id',
  'title',
  'job_url',
  'posted_at',
  'status',
  'seniority_level',
  'employment_type',
  'job_location_type',
  'job_function',
  'annual_salary_usd',
] as const satisfies readonly (keyof JobPosting)[]

/** What a search matched of a company in addition to the company itself. */
export interface CompanyMatches {
  /** Postings that satisfy a rule of `jobPostingsV2`: how many, and the newest; undefined if it asks for none. */
  postings?: { total: number; newest: MatchedPosting[] } | undefined
  /** People whom the rules of `employees` count, added up; undefined if it has none. */
  employees?: number | undefined
}

/** A company of a page: its entity and its record. */
interface Matched {
  id: string
  record: CompanyRecord
}

/** Postings told of a company. */
const maxPostings = 20
/** Records of postings held at a time: some kilobytes each. */
const readAtOnce = 500

/**
 * What the parameters match of each of some companies now, aligned; a page of some hundreds at a time. Groups are not
 * looked into, as in `companyExtras`.
 */
export async function companyMatches(
  deps: SearchDeps,
  asker: Omit<Asker, 'advise'>,
  { params, companies }: { params: CompanySearchParams | undefined; companies: readonly Matched[] },
): Promise<CompanyMatches[]> {
  const { jobPostingsV2, employees } = params ?? {}
  const rules = employees?.rules ?? []
  const asksPostings = [...(jobPostingsV2?.anyOf ?? []), ...(jobPostingsV2?.allOf ?? [])].length > 0
  if (companies.length === 0 || (!asksPostings && rules.length === 0)) return companies.map(() => ({}))
  const asking = { ...asker, advise: () => undefined }
  const moment = await filtersNow(deps, asking)
  const makeContext = (path: string) => filterContext(deps, asking, { path, moment })
  const { signal } = asker
  const counted =
    rules.length === 0
      ? undefined
      : await deps.search.roleTotals({
          rules,
          companies: companies.map(({ record }) => record),
          context: makeContext('companySearchParams.employees'),
          signal,
        })
  const matched =
    jobPostingsV2 === undefined || !asksPostings
      ? undefined
      : await deps.search.matchedPostings({
          filter: jobPostingsV2,
          companies: companies.map(({ id }) => id),
          most: maxPostings,
          context: makeContext('companySearchParams.jobPostingsV2'),
          signal,
        })
  const postings = await readPostings(
    deps,
    [...(matched?.values() ?? [])].flatMap(({ newest }) => newest),
    signal,
  )
  return companies.map(({ id }, index) => {
    const { total = 0, newest = [] } = matched?.get(id) ?? {}
    return {
      employees: counted?.[index],
      postings: matched && { total, newest: newest.flatMap((posting) => postings.get(posting) ?? []) },
    }
  })
}

async function readPostings(
  { search }: SearchDeps,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, MatchedPosting>> {
  const postings = new Map<string, MatchedPosting>()
  if (ids.length === 0) return postings
  const snapshot = await search.snapshots.newest('postings')
  for (let start = 0; start < ids.length; start += readAtOnce) {
    const some = ids.slice(start, start + readAtOnce)
    for (const { id, body } of await search.lookupIds('postings', { ids: some, snapshot, signal })) {
      const record = JSON.parse(body) as JobPosting
      postings.set(id, Object.fromEntries(shownMembers.map((name) => [name, record[name]])) as MatchedPosting)
    }
  }
  return postings
}
