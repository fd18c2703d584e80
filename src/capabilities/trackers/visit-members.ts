import { dayMs } from '../../lib/time.ts'
import type { About } from '../visits/index.ts'
import { findRule } from './rules/rule-config.ts'
import type { RefreshParams } from './refreshes.ts'
import type { TrackersDeps } from './slice.ts'

/** Members that one refresh visits. Those whose last visit is the longest ago come first; the next refresh goes on. */
const maxVisits = 1_000
/** Members that are visited before the job is stored. */
const visitedAtOnce = 10
/** Part of the interval after which an answer is old: a refresh is never a whole interval after what the last one asked. */
const oldAfter = 0.9

/** Rules that read what sites say. A search may read any of it. */
const fedBySites = new Set([
  'technology_added',
  'company_logo_changed',
  'company_description_changed',
  'custom_filter_matched',
  'custom_filter_left',
])

/** Members to visit, about one thing. */
export interface VisitItem {
  visit: string[]
  about: About
}

/** What the rules of a list are fed by, of what sources are set up for. */
export function readAbouts(
  { visits }: Pick<TrackersDeps, 'visits'>,
  params: Pick<RefreshParams, 'entityType' | 'rules'>,
): About[] {
  if (params.entityType !== 'company') return []
  const rules = params.rules.flatMap(({ type }) => findRule(type) ?? [])
  const isRead: Record<About, boolean> = {
    postings: rules.some(({ reads }) => reads.includes('postings')),
    news: rules.some(({ reads }) => reads.includes('news')),
    site: rules.some(({ type }) => fedBySites.has(type)),
  }
  return visits.about().filter((about) => isRead[about])
}

/** The visits of a refresh, a few members at a time. */
export async function planVisits(
  deps: Pick<TrackersDeps, 'visits'>,
  params: RefreshParams,
  ids: readonly string[],
): Promise<VisitItem[]> {
  const olderThanMs = params.refreshIntervalDays * dayMs * oldAfter
  const items: VisitItem[] = []
  for (const about of readAbouts(deps, params)) {
    const due = await deps.visits.due({ about, ids, olderThanMs, most: maxVisits })
    for (let from = 0; from < due.length; from += visitedAtOnce)
      items.push({ visit: due.slice(from, from + visitedAtOnce), about })
  }
  return items
}
