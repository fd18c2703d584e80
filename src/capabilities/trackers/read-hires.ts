import { and, employedBy, type Condition } from '../../corpus/search/index.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { employerTies } from '../../corpus/search-index/index.ts'
import type { PastState } from '../../corpus/history/index.ts'
import type { SearchDeps } from '../search/index.ts'
import { toSnapshot, readRecords, type Check } from './check.ts'
import { addRelated, type RelatedById } from './related-records.ts'
import { listCurrent, isWith } from './rules/compare/career.ts'
import { isOldNews } from './rules/compare/event-age.ts'
import type { Hire, KeptPosition, TrackedPerson } from './rules/states.ts'

const pageSize = 1_000

/** Finds the people whom some companies hired between two refreshes, from the changes of their careers. */
export async function readHires(
  deps: SearchDeps,
  check: Check,
  { ids, around }: { ids: readonly string[]; around: RelatedById },
): Promise<void> {
  const { search, history } = deps
  const commit = check.since.commits['people'] ?? 0
  const upTo = check.to.commits['people'] ?? 0
  if (upTo <= commit) return
  const companies = (await readRecords(deps, check, ids)) as Map<
    string,
    CompanyRecord & Record<string, unknown>
  >
  const names = new Map([...companies].map(([id, record]) => [id, listNames(record)]))
  const condition = and([
    employedBy(toEmployers([...companies.values()]), { status: 'now', isLoose: false }),
    writtenAfter(commit),
  ])
  for (let after, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const snapshot = (await search.snapshots.at('people', upTo)) ?? (await search.snapshots.newest('people'))
    const page: Awaited<ReturnType<typeof search.keys>> = await search.keys('people', {
      condition,
      limit: pageSize,
      snapshot,
      after,
      signal: check.signal,
    })
    after = page.next
    const changed = history.changes('people', { commit }, page.ids, {
      snapshot: toSnapshot(upTo),
      signal: check.signal,
    })
    for await (const { record, before, after: now } of changed)
      for (const [company, own] of names) {
        const position = findNewPosition(own, {
          before,
          now: now.tracked,
          nowMs: check.to.ms,
        })
        if (position === undefined) continue
        addRelated(around, company, {
          reading: 'hires',
          after: buildHire(record as PersonRecord, position),
        })
      }
  }
}

const listNames = ({ li_org_id, domains }: CompanyRecord) => [
  ...(li_org_id ? [li_org_id] : []),
  ...(domains ?? []),
]

const toEmployers = (companies: readonly CompanyRecord[]): Parameters<typeof employedBy>[0] => ({
  ids: companies.flatMap(({ li_org_id }) => (li_org_id && /^\d+$/.test(li_org_id) ? [li_org_id] : [])),
  ties: companies.flatMap(employerTies),
})

/** Finds the present position of a person with a company that did not employ them before. An unknown career shows none. */
function findNewPosition(
  company: readonly string[],
  { before, now, nowMs }: { before: PastState | null; now: TrackedPerson; nowMs: number },
): KeptPosition | undefined {
  const there = (person: TrackedPerson) =>
    listCurrent(person.experiences).find((position) => isWith(position, company))
  const position = there(now)
  // For a person new to the corpus the start of the position decides.
  if (before === null) return isRecent(position, nowMs) ? position : undefined
  const was: TrackedPerson = before.tracked
  if ((was.experiences ?? []).length === 0 || there(was) !== undefined) return undefined
  return isOldNews(position?.start_date, { asOf: before.observedAt }) ? undefined : position
}

const recentDays = 90

function isRecent(position: KeptPosition | undefined, nowMs: number): boolean {
  const start = Date.parse(position?.start_date ?? '')
  return !Number.isNaN(start) && nowMs - start < recentDays * 86_400_000
}

const buildHire = (person: PersonRecord, { title, start_date }: KeptPosition): Hire => ({
  userId: person.user_id,
  name: person.name,
  title: title ?? null,
  startDate: start_date ?? null,
  primarySlug: person.primary_slug,
})

/** Selects rows of later commits. */
const writtenAfter = (commit: number): Condition => ({
  kind: 'sql',
  text: (bind) => `born > ${bind.value('UInt32', commit)}`,
})
