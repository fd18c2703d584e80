import { stored, type Call, type PriceKey, type PriceLine } from '../../operation/index.ts'
import {
  companyFilters,
  conditionOf,
  profileFilters,
  type CompanySearchParams,
  type Condition,
  type FilterContext,
  type ProfileSearchParams,
} from '../../corpus/search/index.ts'
import type { EntityKind, Snapshot } from '../../corpus/commits/index.ts'
import type { SearchDeps } from './slice.ts'

const dayMs = 86_400_000

export function filterContext(deps: SearchDeps, call: Call, path: string): FilterContext {
  return {
    path,
    network: deps.network,
    today: Math.floor(call.nowMs / dayMs),
    advise: (line) => call.advise(line),
  }
}

export function companyCondition(
  deps: SearchDeps,
  call: Call,
  at: { params: CompanySearchParams | undefined; path: string },
): Condition {
  return conditionOf(companyFilters, at.params, filterContext(deps, call, at.path))
}

export function profileCondition(
  deps: SearchDeps,
  call: Call,
  at: { params: ProfileSearchParams | undefined; path: string },
): Condition {
  return conditionOf(profileFilters, at.params, filterContext(deps, call, at.path))
}

/** One page of one side of a search. */
export interface PageQuestion {
  kind: EntityKind
  condition(snapshot: Snapshot): Condition | Promise<Condition>
  /** What tells this question from others; part of every cursor. */
  question: string
  cursor: string | undefined
  pageSize: number
  priceKey: PriceKey
  /** What the next cursor carries along. */
  carry?: unknown
  /** Units this call has already used. */
  spent?: PriceLine[]
}

/** Reads as many records as asked for and paid for, and seals where the next page begins. */
export async function answerPage<R>(
  deps: SearchDeps,
  call: Call,
  ask: PageQuestion,
): Promise<{ data: R[]; nextCursor: string | null }> {
  const { kind, question } = ask
  const { organizationId } = call
  const from =
    ask.cursor === undefined
      ? undefined
      : await deps.cursors.open(ask.cursor, { kind, organizationId, question })
  const snapshot = from?.snapshot ?? (await deps.search.snapshots.newest(kind))
  const limit = call.credit.affords(ask.priceKey, ask.pageSize, ask.spent)
  if (limit === 0) return { data: [], nextCursor: ask.cursor ?? null }
  const condition = await ask.condition(snapshot)
  const page = await deps.search.page(kind, {
    condition,
    limit,
    snapshot,
    after: from?.position,
    signal: call.signal,
  })
  if (limit < ask.pageSize && page.next !== undefined) {
    call.advise(
      `The balance paid for ${limit} of the ${ask.pageSize} records asked for; the cursor goes on from there.`,
    )
  }
  return {
    data: page.bodies.map((body) => stored<R>(body)),
    nextCursor:
      page.next === undefined
        ? null
        : deps.cursors.seal({
            kind,
            organizationId,
            question,
            snapshot,
            position: page.next,
            carry: ask.carry,
          }),
  }
}
