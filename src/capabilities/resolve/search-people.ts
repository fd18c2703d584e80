import { and, or, type Condition } from '../../corpus/search/index.ts'
import type { Snapshot } from '../../corpus/commits/index.ts'
import { personHeadOf, readPersonCareer, type PersonHead, type ShownBody } from '../../corpus/lookup/index.ts'
import type { PersonRecord } from '../../corpus/records/index.ts'
import type { Clue } from './clue.ts'
import type { NameQuery } from './name-query.ts'
import type { Candidate } from './score.ts'
import type { Asking, LookupDeps } from './slice.ts'

/** A candidate whose name is read before the rest of the record. */
export interface NamedCandidate extends Candidate {
  head: PersonHead
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
  isEnough(candidates: readonly NamedCandidate[], stage: 'described' | 'named'): boolean
}

/** Candidates of one question, in rank order. A body costs up to a third of a millisecond to read. */
const maxCandidates = { low: 25, high: 100 }
/** People of a name who are read at once, whatever else is known of them: most names have fewer. */
const fewCarriers = 25

/**
 * Looks for candidates in widening rings: people whose name and employer sound so, people of the name who satisfy a clue,
 * then people of the name, then the same with a wider name. The index narrows, the caller decides; a ring is searched only
 * when the one inside it did not give enough. The rings of a name with few carriers are read by one question.
 */
export async function searchByName(deps: LookupDeps, call: Asking, search: NameSearch): Promise<void> {
  const { name, clues, thoroughness, isEnough } = search
  const snapshot = await deps.search.snapshots.newest('people')
  const limit = maxCandidates[thoroughness]
  const ask = (condition: Condition, most = limit) =>
    candidates(deps, call, { condition, snapshot, limit: most })
  const lookup = async (tokens: readonly string[]) => {
    if (tokens.length === 0) return []
    const question = { tokens, snapshot, perToken: limit, signal: call.signal }
    return (await deps.search.lookup('people', question)).map((record) => readCandidate(record, record))
  }
  const described = clues.flatMap((clue) => clue.conditions)
  if (name === undefined)
    return askUntil(describe(clues), async (parts) => isEnough(await ask(and(parts)), 'described'))
  if (search.soundsLike.length > 0 && isEnough(await lookup(search.soundsLike), 'described')) return
  const closest = name.conditions.slice(0, name.narrow)
  const [together, spelledElsewhere] = await Promise.all([
    ask(or(closest), fewCarriers),
    lookup(search.spelledElsewhere),
  ])
  // These are all there are, and no ring within has anybody else.
  const isAll = together.length < fewCarriers
  if (isAll && groupRings(name, together, spelledElsewhere).some((ring) => fills(ring, isEnough))) return
  if (!isAll && thoroughness === 'low') {
    const strong = await askStrongest(described, (strongest) => ask(and([or(closest), strongest])))
    if (isEnough(strong, 'described') || isEnough([...together, ...spelledElsewhere], 'named')) return
  }
  const isRead = isAll || thoroughness === 'low'
  const narrow = thoroughness === 'low' ? described.slice(0, 1) : described
  for (const [ring, named] of name.conditions.entries()) {
    if (isRead && ring < name.narrow) continue
    if (narrow.length > 0) {
      const lists = await Promise.all(narrow.map((condition) => ask(and([named, condition]))))
      if (isEnough(lists.flat(), 'described')) return
    }
    if (isEnough([...(await ask(named)), ...(ring === 0 ? spelledElsewhere : [])], 'named')) return
  }
}

async function askUntil<T>(
  questions: readonly T[],
  isAnswered: (question: T) => Promise<boolean>,
): Promise<void> {
  for (const question of questions) if (await isAnswered(question)) return
}

/** The candidates of the strongest clue; none where there is no clue. */
const askStrongest = async (
  described: readonly Condition[],
  ask: (strongest: Condition) => Promise<NamedCandidate[]>,
): Promise<NamedCandidate[]> => (described[0] === undefined ? [] : await ask(described[0]))

/** Whether the people of a ring are enough, described or not. */
const fills = (ring: readonly NamedCandidate[], isEnough: NameSearch['isEnough']): boolean =>
  isEnough(ring, 'described') || isEnough([], 'named')

/** Without a name no clue alone narrows enough, so all of them must hold; those that hold now come first. */
const describe = (clues: NameSearch['clues']): Condition[][] =>
  combinations(clues.map((clue) => clue.conditions).filter((choices) => choices.length > 0))

/** The carriers of a name by the narrow rings they are in. */
function groupRings(
  name: NameQuery,
  carriers: readonly NamedCandidate[],
  spelledElsewhere: readonly NamedCandidate[],
): NamedCandidate[][] {
  const rings = Array.from({ length: name.narrow }, (): NamedCandidate[] => [])
  for (const carrier of carriers) rings[name.findRing(carrier.head)]?.push(carrier)
  rings[0]?.push(...spelledElsewhere)
  return rings
}

async function candidates(
  deps: LookupDeps,
  call: Asking,
  ask: { condition: Condition; snapshot: Snapshot; limit: number },
): Promise<NamedCandidate[]> {
  if (ask.condition.kind === 'never') return []
  const page = await deps.search.page('people', { ...ask, asRecords: true, signal: call.signal })
  const { records = [], ids, ranks } = page
  return records.map((record, index) =>
    readCandidate(record, { id: ids[index] as string, rank: ranks[index] as number }),
  )
}

/** Most candidates are of another name or employed elsewhere, so the record is parsed as far as it is looked at. */
function readCandidate(
  record: Partial<ShownBody> & Pick<ShownBody, 'body'>,
  { id, rank }: Pick<Candidate, 'id' | 'rank'>,
): NamedCandidate {
  let whole: PersonRecord | undefined
  return {
    id,
    rank,
    get body() {
      return record.body
    },
    head: personHeadOf(record),
    get career() {
      return readPersonCareer(record.storedBody ?? record.body)
    },
    get person() {
      return (whole ??= JSON.parse(record.body) as PersonRecord)
    },
  }
}

/** Every way to take one of each; clues have one or two conditions, so at most a few. */
function combinations<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>(
    (all, list) => all.flatMap((chosen) => list.map((one) => [...chosen, one])),
    [[]],
  )
}
