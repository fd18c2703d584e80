import { sql, type Postgres } from '../../store/postgres/index.ts'
import type { CorpusKind, JoinVerdict } from '../kinds/index.ts'
import { conflict, conflictingIds, isStrong, findOwners } from './identify.ts'
import type { UnjoinedRecords } from './ingest.ts'
import { joinWorking } from './joined-working.ts'
import { freshen, knownVersions } from './stored-versions.ts'
import type { Line } from './read-line.ts'
import { areOfOneImport, judgeShared } from './same-entity.ts'
import { listIdentifiers, type BatchState, type Working } from './take-line.ts'

/** The outcome for entities that share identifiers. */
export interface Bridged {
  /** By the stored entity that was joined with another one: why. */
  reasons: Map<string, JoinVerdict>
  unjoined: UnjoinedRecords[]
}

interface Batch {
  db: Postgres
  state: BatchState
  published: number
  lineAt(place: number): Line | undefined
  /** Entities by the one they were made part of. */
  into: Map<string, string>
}

/** An identifier that more entities share says nothing of any two of them. */
const maxSharers = 8
/** Each round joins what the one before has brought together. */
const maxRounds = 20

/**
 * Makes entities one that lines of a batch bring together: they carry the same strong identifier, or share another one and
 * their names agree, and nothing contradicts. What they are joined to is compared in turn, so that the order of lines and
 * the size of batches decide nothing.
 */
export async function joinBridged(request: Omit<Batch, 'into'>): Promise<Bridged> {
  const bridged: Bridged = { reasons: new Map(), unjoined: [] }
  if (request.state.kind.identity.sameName === undefined) return bridged
  const batch: Batch = { ...request, into: new Map() }
  let queue = [...request.state.work.keys()]
  let { verdicts } = request.state
  for (let round = 0; round < maxRounds && queue.length > 0; round++) {
    await knowSharers(batch, queue)
    const pairs = [...listPairs(batch, queue), ...shownPairs(batch, verdicts)]
    verdicts = []
    if (pairs.length === 0) break
    const split = await splitPairs(batch, pairs)
    queue = joinPairs(batch, { pairs, split, bridged })
  }
  const { work } = request.state
  // Another round may have joined what one could not.
  bridged.unjoined = bridged.unjoined.filter(({ ids: [a, b] }) => findId(batch, a) !== findId(batch, b))
  for (const id of bridged.reasons.keys()) if (work.has(id)) bridged.reasons.delete(id)
  return bridged
}

const findId = ({ into }: Pick<Batch, 'into'>, id: string): string => {
  let now = id
  for (let next = into.get(now); next !== undefined; next = into.get(now)) now = next
  return now
}

/** Asks who shares identifiers that no line of the batch carries: of entities that have another name now, or are joined. */
async function knowSharers({ db, state, published }: Batch, ids: readonly string[]): Promise<void> {
  if (published === 0) return
  const { kind, owners, versions: storedVersions, work } = state
  const wanted = new Set<string>()
  for (const id of ids) {
    const working = work.get(id)
    if (working === undefined || !hasOtherNames(kind, working)) continue
    for (const token of working.identifiers) if (!owners.has(token)) wanted.add(token)
  }
  if (wanted.size === 0) return
  const carriers = await findOwners(db, kind.name, [...wanted], published)
  for (const token of wanted) owners.set(token, carriers.get(token) ?? [])
  const others = [...new Set([...carriers.values()].flat())].filter((id) => !storedVersions.has(id))
  const versions = await knownVersions(db, kind, others, published)
  await freshen(db, kind, versions)
  for (const [id, version] of versions) storedVersions.set(id, version)
}

function hasOtherNames(kind: CorpusKind, { stored, absorbed = [], record }: Working): boolean {
  if (stored === undefined) return false
  if (absorbed.length > 0) return true
  const names = [...kind.naming, 'names']
  return names.some((name) => JSON.stringify(record[name]) !== JSON.stringify(stored.members[name]))
}

/** Two entities that share identifiers. */
interface Pair {
  a: string
  b: string
  tokens: string[]
  /** Their own statements, if they share no identifier. */
  verdict?: JoinVerdict
}

function listPairs(batch: Batch, queue: readonly string[]): Pair[] {
  const { kind, owners, versions, work } = batch.state
  const pairs = new Map<string, Pair>()
  for (const id of queue) {
    for (const token of work.get(id)?.identifiers ?? []) {
      const sharers = owners.get(token)
      if (sharers === undefined || (sharers.length < 2 && sharers[0] === id)) continue
      // Some of these ended, or are one by now.
      if (sharers.length > 4 * maxSharers && !isStrong(token)) continue
      const others = new Set(sharers.map((owner) => findId(batch, owner)))
      others.delete(id)
      if (others.size >= maxSharers && !isStrong(token)) continue
      for (const other of others) {
        if (!work.has(other) && !versions.has(other)) continue
        if (!listIdentifiers(kind, other, batch.state).includes(token)) continue
        const [a, b] = Number(id) < Number(other) ? [id, other] : [other, id]
        const pair = pairs.get(`${a} ${b}`)
        if (pair === undefined) pairs.set(`${a} ${b}`, { a, b, tokens: [token] })
        else if (!pair.tokens.includes(token)) pair.tokens.push(token)
      }
    }
  }
  return [...pairs.values()]
}

/** Pairs that lines have shown to be one. */
function shownPairs(batch: Batch, verdicts: BatchState['verdicts']): Pair[] {
  return verdicts.map(({ a, b, verdict }) => {
    const [one, other] = [a, b].map((id) => findId(batch, id)).toSorted((x, y) => Number(x) - Number(y))
    return { a: one as string, b: other as string, tokens: [], verdict }
  })
}

/** Pairs that were one entity, and that somebody made two again. */
async function splitPairs({ db, state }: Batch, pairs: readonly Pair[]): Promise<ReadonlySet<string>> {
  const stored = pairs.filter(({ a, b }) => state.versions.has(a) && state.versions.has(b))
  if (stored.length === 0) return new Set()
  const ids = [...new Set(stored.flatMap(({ a, b }) => [a, b]))]
  // For a line that was taken out again, the commit that did it made the entity.
  const rows = await db.query<{ kept: string; restored: string }>(sql`
    SELECT m.entity_id::text AS kept, COALESCE(m.merged_id, u.first_entity_id)::text AS restored
    FROM corpus_merges m JOIN corpus_commit_log u ON u.kind = m.kind AND u.number = m.undone_commit
    WHERE m.kind = ${state.kind.name} AND m.entity_id = ANY (${ids}::bigint[])`)
  return new Set(rows.flatMap(({ kept, restored }) => [`${kept} ${restored}`, `${restored} ${kept}`]))
}

interface Judged extends Pair {
  verdict: JoinVerdict | undefined
  reason: string
}

/** Joins pairs, the surest first; answers the entities that came of it. */
function joinPairs(
  batch: Batch,
  { pairs, split, bridged }: { pairs: readonly Pair[]; split: ReadonlySet<string>; bridged: Bridged },
): string[] {
  const { state } = batch
  const judged = pairs
    .map((pair) => judge(state, pair, split))
    .toSorted((one, other) => (other.verdict?.score ?? 0) - (one.verdict?.score ?? 0) || byIds(one, other))
  const joined = new Set<string>()
  for (const before of judged) {
    const [a, b] = [findId(batch, before.a), findId(batch, before.b)]
    if (a === b) continue
    const isMoved = joined.has(a) || joined.has(b)
    const { verdict, reason, tokens } = isMoved ? judge(state, { ...before, a, b }, split) : before
    if (verdict === undefined) {
      tell(batch, bridged, { a, b, tokens, reason })
      continue
    }
    const stored = [a, b].filter((id) => state.versions.has(id))
    const survivor = joinWorking(state, [a, b], batch.lineAt)
    for (const id of [a, b]) if (id !== survivor) batch.into.set(id, survivor)
    if (stored.length === 2) bridged.reasons.set(stored.find((id) => id !== survivor) as string, verdict)
    joined.delete(a)
    joined.delete(b)
    joined.add(survivor)
  }
  return [...joined]
}

const byIds = (one: Pair, other: Pair) => Number(one.a) - Number(other.a) || Number(one.b) - Number(other.b)

function judge(state: BatchState, pair: Pair, split: ReadonlySet<string>): Judged {
  const { kind, work, versions } = state
  const [one, other] = [pair.a, pair.b].map((id) => work.get(id)?.entity ?? versions.get(id))
  const [ids, others] = [pair.a, pair.b].map((id) => listIdentifiers(kind, id, state)) as [string[], string[]]
  const no = (reason: string): Judged => ({ ...pair, verdict: undefined, reason })
  if (one === undefined || other === undefined) return no('')
  const { sameName, besidesNames } = kind.identity
  const [a, b] = [one.members, other.members]
  const agreement = sameName?.(a, b)
  const isNamedOtherwise = agreement?.likeness === 0
  const named = pair.tokens.find(isStrong)
  if (conflict(ids, others)) {
    // Two that share less than that and are called otherwise are nobody's bridge.
    return no(named === undefined && isNamedOtherwise ? '' : conflictingIds(ids, others).join(' and '))
  }
  if (split.has(`${pair.a} ${pair.b}`)) return no('they were split by hand')
  if (pair.verdict !== undefined) return { ...pair, verdict: pair.verdict, reason: '' }
  if (named !== undefined) {
    const shared = ids.filter((token) => others.includes(token))
    const differs = isNamedOtherwise && shared.length === 1 && besidesNames?.(a, b) === 'differs'
    if (differs) return no(agreement.text)
    const evidence = [`${named}: the same`, ...(agreement === undefined ? [] : [agreement.text])]
    return { ...pair, verdict: { score: isNamedOtherwise ? 0.9 : 1, evidence }, reason: '' }
  }
  const hasOtherSlug = [ids, others].every((tokens) => tokens.some((token) => token.startsWith('slug:')))
  const isOneImport = areOfOneImport(kind, one, other)
  const contacts = [one.sealed, other.sealed] as const
  // Colleagues share a telephone, and numbers are passed on: two who each have a page stay two.
  const telling = hasOtherSlug ? pair.tokens.filter((token) => !token.startsWith('ph:')) : pair.tokens
  const verdicts = telling.flatMap(
    (token) => judgeShared(kind, token, { a, b, contacts, hasOtherSlug, isOneImport }) ?? [],
  )
  const [verdict] = verdicts.toSorted((x, y) => y.score - x.score)
  return { ...pair, verdict, reason: '' }
}

/** Keeps what a line of the batch has brought together and stays apart. */
function tell(batch: Batch, { unjoined }: Bridged, pair: Pair & { reason: string }): void {
  const { a, b, tokens, reason } = pair
  if (reason === '' || unjoined.some(({ ids }) => ids.includes(a) && ids.includes(b))) return
  for (const [side, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const line = (batch.state.work.get(side)?.places ?? [])
      .map((place) => batch.lineAt(place))
      .find((each) => each?.identifiers.some((token) => tokens.includes(token)))
    if (line === undefined) continue
    unjoined.push({ line: line.item.line, ids: [side, other], tokens, reason })
    return
  }
}
