import type { ClickHouse } from '../../../store/clickhouse/index.ts'
import type { CompanySearchParams } from '../company-filters.ts'
import type { ConditionCompiler } from '../compiler.ts'
import { and, or, type Condition } from '../condition.ts'
import { readSnapshot, type FilterContext } from '../filter.ts'
import { requireColumns } from '../lacking-rows.ts'
import { visibleAt } from '../visibility.ts'
import { postingCondition } from './job-postings.ts'

export interface MatchedPostingsRequest {
  /** The search's rules on postings. Rules that exclude postings match none. */
  filter: NonNullable<CompanySearchParams['jobPostingsV2']>
  /** Entity ids. */
  companies: readonly string[]
  /** Postings listed for each company, at most. */
  most: number
  /** Context of the filter `jobPostingsV2`, whose rows are read. */
  context: FilterContext
  signal?: AbortSignal | undefined
}

/** Postings of a company that satisfy one of the rules. */
export interface MatchedPostings {
  total: number
  /** Entity ids, the newest first. */
  newest: string[]
}

/** Reads the postings by which companies satisfy `jobPostingsV2`, by company. Companies without any are missing. */
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
    // Ranks count the seconds down, so the newest come first.
    sql: `SELECT toString(company_id) AS company, count() AS total,
        arrayMap(posting -> toString(posting.2), groupArraySorted({most:UInt32})((rank, id))) AS newest
      FROM job_postings WHERE ${sql} GROUP BY company_id`,
    params: { ...params, most },
    ...(signal === undefined ? {} : { signal }),
  })
  return new Map(rows.map(({ company, total, newest }) => [company, { total: Number(total), newest }]))
}
