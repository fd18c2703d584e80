import { and, type Condition } from '../../corpus/search/index.ts'
import type { Snapshot } from '../../corpus/commits/index.ts'
import type { Clue } from './clue.ts'
import type { NameQuery } from './name-query.ts'
import type { Asking, LookupDeps } from './slice.ts'

export interface FoundBody {
  id: string
  rank: number
  body: string
}

export interface NameSearch {
  name: NameQuery | undefined
  clues: readonly Clue[]
  /** Identifier tokens of people whose name and employer sound like those given; a point look-up. */
  soundsLike: readonly string[]
  /** Identifier tokens of people of the name whose record has it in another script, which the index does not spell. */
  spelledElsewhere: readonly string[]
  thoroughness: 'low' | 'high'
  /** Takes candidates and says whether those seen so far are enough; `described`: they also satisfy a clue. */
  isEnough(candidates: readonly FoundBody[], stage: 'described' | 'named'): boolean
}

/** Candidates of one question, in rank order. A body costs up to a third of a millisecond to read. */
const mostCandidates = { low: 25, high: 100 }

/**
 * Looks for candidates in widening rings: people whose name and employer sound so, people of the name who satisfy a clue, then people of the name, then the
 * same with a wider name. The index narrows, the caller decides; a ring is searched only when the one inside it did
 * not give enough.
 */
export async function searchByName(deps: LookupDeps, call: Asking, search: NameSearch): Promise<void> {
  const { name, clues, thoroughness, isEnough } = search
  const snapshot = await deps.search.snapshots.newest('people')
  const limit = mostCandidates[thoroughness]
  const ask = (condition: Condition) => candidates(deps, call, { condition, snapshot, limit })
  const lookup = (tokens: readonly string[]) =>
    deps.search.lookup('people', { tokens, snapshot, perToken: limit, signal: call.signal })
  const described = clues.flatMap((clue) => clue.conditions)
  if (name === undefined) {
    // Without a name no clue alone narrows enough, so all of them must hold; those that hold now come first.
    const conditions = clues.map((clue) => clue.conditions).filter((choices) => choices.length > 0)
    for (const parts of combinations(conditions)) if (isEnough(await ask(and(parts)), 'described')) return
    return
  }
  if (search.soundsLike.length > 0) {
    if (isEnough(await lookup(search.soundsLike), 'described')) return
  }
  const narrow = thoroughness === 'low' ? described.slice(0, 1) : described
  let elsewhere = search.spelledElsewhere
  for (const named of name.conditions) {
    if (narrow.length > 0) {
      const found = await Promise.all(narrow.map((condition) => ask(and([named, condition]))))
      if (isEnough(found.flat(), 'described')) return
    }
    const found = await Promise.all([ask(named), elsewhere.length === 0 ? [] : lookup(elsewhere)])
    elsewhere = []
    if (isEnough(found.flat(), 'named')) return
  }
}

async function candidates(
  deps: LookupDeps,
  call: Asking,
  ask: { condition: Condition; snapshot: Snapshot; limit: number },
): Promise<FoundBody[]> {
  if (ask.condition.kind === 'never') return []
  const page = await deps.search.page('people', { ...ask, signal: call.signal })
  return page.bodies.map((body, index) => ({
    body,
    id: page.ids[index] as string,
    rank: page.ranks[index] as number,
  }))
}

/** Every way to take one of each; clues have one or two conditions, so at most a few. */
function combinations<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((all, list) => all.flatMap((taken) => list.map((one) => [...taken, one])), [[]])
}
