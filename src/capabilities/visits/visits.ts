import type { CompanyRecord } from '../../corpus/records/index.ts'
import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import { visitedCompany, type VisitedCompany } from './company.ts'
import type { VisitParts } from './visit-parts.ts'
import { visitBoards, type BoardVisit } from './visit-boards.ts'
import { visitNews, type NewsVisit } from './visit-news.ts'
import { visitSite, type SiteVisit } from './visit-site.ts'
import { selectDue, storeVisit, type About } from './visit-rows.ts'

/** What became of the visits to a company. */
export interface CompanyVisit {
  /** Entity id, decimal. */
  id: string
  postings?: BoardVisit
  site?: SiteVisit
  news?: NewsVisit
}

/** Visits to what companies publish themselves: sources that need no request of a customer. */
export interface Visits {
  /** What sources are set up for. */
  about(): readonly About[]
  /** Companies, of some, whose last visit about something is older than a moment; the oldest first. */
  due(order: { about: About; ids: readonly string[]; olderThanMs: number; most: number }): Promise<string[]>
  /** Visits some companies and writes to the corpus what they say. */
  make(order: {
    about: readonly About[]
    ids: readonly string[]
    signal: AbortSignal
  }): Promise<CompanyVisit[]>
}

/** Companies that are visited at once. */
const atOnce = 5

const capabilityOf = { postings: 'board.postings', site: 'company.site', news: 'company.news' } as const

export function openVisits(parts: VisitParts): Visits {
  const { db, clock, sources, search } = parts
  return {
    about: () =>
      (Object.keys(capabilityOf) as (keyof typeof capabilityOf)[]).filter(
        (about) => sources.names(capabilityOf[about]).length > 0,
      ),
    due: ({ olderThanMs, ...order }) =>
      selectDue(db, { ...order, before: new Date(clock.now() - olderThanMs) }),
    async make({ about, ids, signal }) {
      const snapshot = await search.snapshots.newest('companies')
      const records = await search.lookupIds('companies', { ids, snapshot, isAsStored: true, signal })
      const inTurn = limitConcurrency(atOnce)
      return Promise.all(
        records.map(({ id, body }) =>
          inTurn(() =>
            visit(parts, visitedCompany(id, JSON.parse(body) as CompanyRecord), { about, signal }),
          ),
        ),
      )
    },
  }
}

async function visit(
  parts: VisitParts,
  company: VisitedCompany,
  { about, signal }: { about: readonly About[]; signal: AbortSignal },
): Promise<CompanyVisit> {
  const made: CompanyVisit = { id: company.id }
  const at = new Date(parts.clock.now())
  // One after the other: they ask the same site.
  if (about.includes('site')) made.site = await visitSite(parts, company, signal)
  if (about.includes('postings')) made.postings = await visitBoards(parts, company, signal)
  if (about.includes('news')) made.news = await visitNews(parts, company, signal)
  for (const each of about)
    if (made[each]?.isUnfinished === false)
      await storeVisit(parts.db, { companyId: company.id, about: each, at })
  return made
}
