import { stored, type Call, type PriceKey, type PriceLine } from '../../operation/index.ts'
import {
  and,
  listClauses,
  requestBudget,
  companyFilters,
  profileFilters,
  type Clause,
  type CompanySearchParams,
  type Condition,
  type FilterContext,
  type OtherKind,
  type RequestBudget,
  type Others,
  type PageRequest,
  type Position,
  type ProfileSearchParams,
  type RecordPage,
} from '../../corpus/search/index.ts'
import type { EntityKind, Snapshot } from '../../corpus/commits/index.ts'
import { companiesLeft, findExcluded, listVersions, type Excluded, type Lists } from './exclusions.ts'
import { addsMembers, withSearchMembers, type Ordering } from './order.ts'
import type { Asker, SearchDeps } from './slice.ts'
import { dayMs } from '../../lib/time.ts'

const findToday = (call: Asker): number => Math.floor(call.nowMs / dayMs)

export function filterContext(
  deps: SearchDeps,
  call: Asker,
  { path, moment, companies }: { path: string; moment: FilterMoment; companies?: Snapshot | undefined },
): FilterContext {
  return {
    path,
    network: deps.network,
    today: moment.today,
    readSnapshot: moment.readSnapshot,
    advise: (line) => call.advise(line),
    companies,
    budget: findBudget(call),
  }
}

const budgets = new WeakMap<Asker, RequestBudget>()

/** One budget a request, whichever of its parameters spends it. */
export function findBudget(call: Asker): RequestBudget {
  const budget = budgets.get(call) ?? requestBudget()
  budgets.set(call, budget)
  return budget
}

/** When filters are read. */
export type FilterMoment = Pick<Moment, 'today' | 'readSnapshot'>

/** Where parameters stand in the request, and when they are asked. */
interface AskedParams<P> {
  params: P | undefined
  path: string
  moment: FilterMoment
  /** The companies that people's employers and schools are looked for in. */
  companies?: Snapshot | undefined
}

/** What each company parameter asks for, one by one. */
export function companyClauses(
  deps: SearchDeps,
  call: Asker,
  params: AskedParams<CompanySearchParams>,
): Clause[] {
  return listClauses(companyFilters, params.params, filterContext(deps, call, params))
}

export function profileClauses(
  deps: SearchDeps,
  call: Asker,
  params: AskedParams<ProfileSearchParams>,
): Clause[] {
  return listClauses(profileFilters, params.params, filterContext(deps, call, params))
}

/** Companies that satisfy the parameters and are on no exclusion list. */
export function companiesAsked(
  deps: SearchDeps,
  call: Asker,
  { params, path, moment }: { params: CompanySearchParams | undefined; path: string; moment: Moment },
): Condition {
  return joinClauses([
    ...companyClauses(deps, call, { params, path, moment }),
    ...companiesLeft(moment.excluded),
  ])
}

export function companyCondition(
  deps: SearchDeps,
  call: Asker,
  params: AskedParams<CompanySearchParams>,
): Condition {
  return joinClauses(companyClauses(deps, call, params))
}

/** Clauses joined by AND. */
export const joinClauses = (clauses: readonly Clause[]): Condition =>
  and(clauses.map((clause) => clause.condition))

/** When a question is asked: the same for every page of it. */
export interface Moment {
  /** Days since 1970. */
  today: number
  /** The companies that employers are looked for in. */
  employers(): Promise<Snapshot>
  /** Rows of other kinds that company filters look at. */
  readSnapshot(kind: OtherKind): Snapshot
  /** What exclusion lists leave out. */
  excluded: Excluded
}

/** When filters are read that are read now. */
export async function filtersNow(deps: Pick<SearchDeps, 'search'>, call: Asker): Promise<FilterMoment> {
  const { readSnapshot } = await lookAround(deps)
  return { today: findToday(call), readSnapshot }
}

/** A question asked now. */
export async function askedNow(deps: SearchDeps, call: Asker, lists: Lists): Promise<Moment> {
  return {
    today: findToday(call),
    employers: () => deps.search.snapshots.newest('companies'),
    ...(await lookAround(deps)),
    excluded: await findExcluded(deps, call, lists),
  }
}

/** Snapshots of other kinds, at hand because filters do not wait; `used` holds those that were looked at. */
async function lookAround(
  { search }: Pick<SearchDeps, 'search'>,
  pinned: Others = {},
): Promise<{ readSnapshot(kind: OtherKind): Snapshot; used: Others }> {
  const used: Others = {}
  const findSnapshot = (kind: OtherKind) =>
    pinned[kind] === undefined ? search.snapshots.newest(kind) : Promise.resolve(pinned[kind])
  const [people, postings] = await Promise.allSettled([findSnapshot('people'), findSnapshot('postings')])
  return {
    used,
    readSnapshot(kind) {
      const snapshot = kind === 'people' ? people : postings
      // Only who looks at a kind is refused when it cannot be read now.
      if (snapshot.status === 'rejected') throw snapshot.reason
      return (used[kind] = snapshot.value)
    },
  }
}

/** Makes records of the stored bodies of a page; `ids` are aligned with them. */
export type Finish<R> = (bodies: string[], moment: FilterMoment, ids: readonly string[]) => Promise<R[]>

/** One page of one side of a search. */
export interface RowsQuestion {
  kind: EntityKind
  condition(moment: Moment, snapshot: Snapshot): Condition | Promise<Condition>
  /** The fingerprint of this question; part of every cursor. */
  question: string
  lists: Lists
  /** Rank order and no scores when left out. */
  ordering?: Ordering
  /** Reads the page where it is not the search itself that orders it: then `ordering` says its name alone. */
  read?(request: PageRequest): Promise<RecordPage>
  cursor: string | undefined
  pageSize: number
  priceKey: PriceKey
  /** What the next cursor carries along. */
  carry?: unknown
  /** Turns stored bodies into the records of the answer; without it they are answered as they are. */
  finish?: Finish<unknown> | undefined
  /** Units this call has already used. */
  spent?: PriceLine[]
}

/** Before the first row: entity ids start at 1, and no key is beyond what stands for an unknown one. */
function findStart({ ordering, read }: Pick<RowsQuestion, 'ordering' | 'read'>): Position {
  const start = { rank: 0, id: '0' }
  const isDescending = read === undefined ? ordering?.order?.descending : true
  if (isDescending === undefined) return start
  return { ...start, key: isDescending ? Number.MAX_VALUE : -Number.MAX_VALUE }
}

/** Reads as many records as asked for and paid for, and seals where the next page begins. */
export async function answerPage<R>(
  deps: SearchDeps,
  call: Call,
  ask: RowsQuestion,
): Promise<{ data: R[]; nextCursor: string | null }> {
  const { finish } = ask
  if (finish === undefined) {
    const { bodies, bytes = bodies, nextCursor } = await answerRows(deps, call, ask, { asBytes: true })
    return { data: bytes.map((body) => stored<R>(body)), nextCursor }
  }
  const { bodies, ids, nextCursor, moment } = await answerRows(deps, call, ask)
  return { data: (await finish(bodies, moment, ids)) as R[], nextCursor }
}

/** A page before it becomes an answer. */
export interface Rows {
  /** Stored JSON of the records. */
  bodies: string[]
  /** In UTF-8 instead of `bodies`, where nothing was to be added to them. */
  bytes?: Uint8Array[] | undefined
  /** Entity ids, aligned. */
  ids: string[]
  nextCursor: string | null
  /** What was asked, of which snapshot. */
  condition: Condition
  snapshot: Snapshot
  /** When it was asked: the same for every page. */
  moment: FilterMoment
}

/** Where the page begins; undefined for a first one. Throws Failure 'invalid-cursor'. */
const openCursor = async (
  { cursors }: SearchDeps,
  { organizationId }: Call,
  { cursor, kind, question }: RowsQuestion,
) => (cursor === undefined ? undefined : cursors.open(cursor, { kind, organizationId, question }))

function adviseBalance(call: Call, limit: number, wanted: number): void {
  if (limit < wanted)
    call.advise(
      `The balance covered ${limit} of the ${wanted} requested records; the cursor continues there.`,
    )
}

/** Advice on a first page that shows everything, or nothing. */
function adviseFirst(
  call: Call,
  { kind, condition, count }: { kind: RowsQuestion['kind']; condition: Condition; count: number },
): void {
  if (condition.kind === 'always' && count > 0)
    call.advise('No filter narrows this search, so it finds everything, the most prominent first.')
  const isExplained = kind === 'companies' || kind === 'people'
  if (isExplained && count === 0)
    call.advise(
      'Nothing satisfies all parameters together. POST /v1/search/explain, free, shows how many rows each one leaves out.',
    )
}

/** Where nothing can be paid for, nothing is read, and the next page begins where this one does. */
async function readAffordable(
  { search }: SearchDeps,
  ask: RowsQuestion,
  request: PageRequest,
): Promise<Pick<RecordPage, 'bodies' | 'bytes' | 'ids' | 'sortKeys' | 'next'>> {
  if (request.limit === 0) return { bodies: [], ids: [], next: request.after ?? findStart(ask) }
  return ask.read === undefined ? search.page(ask.kind, request) : ask.read(request)
}

/**
 * The stored JSON of a page's records, and what was asked of which snapshot. `asBytes` is for who sends them as they
 * are.
 */
export async function answerRows(
  deps: SearchDeps,
  call: Call,
  ask: RowsQuestion,
  { asBytes = false }: { asBytes?: boolean } = {},
): Promise<Rows> {
  const { kind, question, carry } = ask
  const { organizationId } = call
  const { snapshots } = deps.search
  const from = await openCursor(deps, call, ask)
  const snapshot = from?.snapshot ?? (await snapshots.newest(kind))
  const today = from?.today ?? findToday(call)
  let employers = from?.employers
  const excluded = await findExcluded(deps, call, ask.lists, from?.sets)
  const own = kind === 'people' ? { people: snapshot } : {}
  const { readSnapshot, used } = await lookAround(deps, { ...from?.others, ...own })
  const moment = {
    today,
    excluded,
    readSnapshot: readSnapshot,
    employers: async () => (employers ??= await snapshots.newest('companies')),
  }
  const sets = listVersions(excluded)
  const request = { kind, organizationId, question, snapshot, today, sets, carry }
  const goOn = (position: Position) => deps.cursors.seal({ ...request, employers, others: used, position })
  const condition = await ask.condition(moment, snapshot)
  const limit = call.credit.affords(ask.priceKey, ask.pageSize, ask.spent)
  const page = await readAffordable(deps, ask, {
    condition,
    limit,
    snapshot,
    order: ask.ordering?.order,
    after: from?.position,
    today,
    asBytes: asBytes && !addsMembers(ask.ordering),
    signal: call.signal,
  })
  if (page.next !== undefined) adviseBalance(call, limit, ask.pageSize)
  if (from === undefined && limit > 0) adviseFirst(call, { kind, condition, count: page.ids.length })
  const nextCursor = page.next === undefined ? null : goOn(page.next)
  const bodies = ask.ordering === undefined ? page.bodies : await withSearchMembers(page, ask.ordering)
  return { bodies, bytes: page.bytes, ids: page.ids, nextCursor, condition, snapshot, moment }
}
