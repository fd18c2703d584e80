import type { ClickHouse } from '../../../store/clickhouse/index.ts'
import type { CompanySearchParams } from '../company-filters.ts'
import type { ConditionCompiler } from '../compiler.ts'
import { and, or, type Condition } from '../condition.ts'
import { readSnapshot, type FilterContext } from '../filter.ts'
import { requireColumns } from '../lacking-rows.ts'
import { visibleAt } from '../visibility.ts'
import { postingCondition } from './job-postings.ts'

export interface MatchedPostingsRequest {
  /** What the search asks of postings; what it asks them not to be is not a match. */
  filter: NonNullable<CompanySearchParams['jobPostingsV2']>
  /** Entity ids. */
  companies: readonly string[]
  /** Most postings named a company. */
  most: number
  /** That of the filter `jobPostingsV2`, whose rows are read. */
  context: FilterContext
  signal?: AbortSignal | undefined
}

/** Postings of a company that satisfy one of the rules. */
export interface MatchedPostings {
  total: number
  /** Entity ids, the newest first. */
  newest: string[]
}

/** The postings by which companies satisfy `jobPostingsV2`, by company; one that has none is left out. */
export async function matchedPostings(
  { engine, compiler }: { engine: ClickHouse; compiler: ConditionCompiler },
  { filter, companies, most, context, signal }: MatchedPostingsRequest,
): Promise<Map<string, MatchedPostings>> {
  const rules = (['anyOf', 'allOf'] as const).flatMap((list) =>
    (filter[list] ?? []).map((rule, index) =>
      postingCondition(rule, { ...context, path: `${context.path}.${list}[${index}]` }),
    ),
  )
  if (rules.length === 0 || companies.length === 0) return new Map()
  const snapshot = readSnapshot(context, 'postings')
  const theirs: Condition = {
    kind: 'sql',
    text(bind) {
      requireColumns('postings', 'company_id', snapshot.lacks)
      return `company_id IN ${bind.value(
        'Array(UInt64)',
        companies.map((id) => BigInt(id)),
      )}`
    },
  }
  const { sql, params } = await compiler.compile(visibleAt('postings', and([theirs, or(rules)]), snapshot))
  const rows = await engine.query<{ company: string; total: string; newest: string[] }>({
    tag: 'matched-postings',
    // Ranks count down the seconds: the newest come first.
    sql: `SELECT toString(company_id) AS company, count() AS total,
        arrayMap(posting -> toString(posting.2), groupArraySorted({most:UInt32})((rank, id))) AS newest
      FROM job_postings WHERE ${sql} GROUP BY company_id`,
    params: { ...params, most },
    ...(signal === undefined ? {} : { signal }),
  })
  return new Map(rows.map(({ company, total, newest }) => [company, { total: Number(total), newest }]))
}
