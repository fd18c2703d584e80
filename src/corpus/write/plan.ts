import type { Postgres } from '../../store/postgres/index.ts'
import { readPublishedCommit, type Commit } from '../commits/index.ts'
import type { CorpusKind, Sighting, Terms } from '../kinds/index.ts'
import { readContested } from '../record-store/index.ts'
import type { BatchLines, FreshLine } from './batch-lines.ts'
import { openBatchNames } from './batch-names.ts'
import { findAlike } from './blocking.ts'
import { joinBridged, type Bridged } from './bridges.ts'
import { listTokens, withholdContested, type ContestedTokens, type Withheld } from './contested.ts'
import { corpusTerms, termsWithLines } from './corpus-terms.ts'
import { finish, settledFresh, type Plan } from './finish-plan.ts'
import { isStrong, findOwners } from './identify.ts'
import type { IngestOptions, IngestOutcome, SuppressedPeople, WriterStores } from './ingest.ts'
import { loggedJoins, storedWorking } from './joined-working.ts'
import { freshen, knownVersions, type KnownVersion } from './stored-versions.ts'
import { findLinked } from './links.ts'
import { lineWithout, unidentified, type Line, type LineSummary } from './read-line.ts'
import { standingAlone } from './fresh-lines.ts'
import { takeLine, type BatchState, type Working } from './take-line.ts'

interface Batch {
  lines: BatchLines
  commit: Commit
  /** Identifiers that earlier batches of the import found contested. */
  contested: ContestedTokens
  options: IngestOptions
}

/** Decides for every line which entity it is about and what it changes; writes nothing. */
export async function planBatch(stores: WriterStores, kind: CorpusKind, batch: Batch): Promise<Plan> {
  const { db } = stores
  const { lines: batchLines, commit, options } = batch
  const outcome: IngestOutcome = { created: 0, changed: 0, unchanged: 0, rejected: [] }
  const { places, suppressedTokens } = await placesToWrite(stores.suppressed, batchLines.summaries, outcome)
  const summaries = places.map((place) => batchLines.summaries[place] as LineSummary)
  const published = await readPublishedCommit(db, kind.name)
  const tokens = [...new Set(summaries.flatMap(({ identifiers }) => identifiers))]
  const owners =
    published === 0 ? new Map<string, string[]>() : await findOwners(db, kind.name, tokens, published)
  const earlier = await contestedBefore(db, kind, { tokens, options })
  // A contested identifier is not taken by a line alone, either.
  for (const token of [...listTokens(batch.contested), ...earlier])
    if (!owners.has(token)) owners.set(token, [])
  const alone = await standingAlone(db, kind.name, { lines: batchLines, places, owners, published })
  const compared = places.filter(
    (place) => !alone.has(place) || namesAny(batchLines.summaries[place], suppressedTokens),
  )
  const whole = (await batchLines.whole(compared)).map((line) => lineWithout(kind, line, suppressedTokens))
  const read = await whatIsKnown(db, kind, {
    whole,
    owners,
    published,
    contested: batch.contested,
    earlier,
    run: options.run,
  })
  markRun(read.versions.values(), { commit, options })
  // An entity that another line is about is laid over by both, in their order.
  const passed = [...(batchLines.passed?.lines ?? [])].filter(([, { id }]) => read.versions.has(id))
  if (batchLines.passed !== undefined && passed.length > 0) {
    await batchLines.passed.take(passed.map(([place]) => place))
    return planBatch(stores, kind, batch)
  }
  const byPlace = new Map(compared.map((place, index) => [place, read.lines[index] as Line]))
  const { state, fresh } = takeLines(kind, { places, byPlace, owners, read, commit, outcome })
  const bridged = await joinBridged({ db, state, published, lineAt: (place) => byPlace.get(place) })
  const linked = await linkAll(db, kind, { work: state.work, fresh, summaries: batchLines.summaries, commit })
  outcome.created += fresh.length
  Object.assign(outcome, describeWithheld(read, bridged))
  const { sighted } = read
  const done = await finish(db, kind, { work: state.work, sighted, outcome, published, commit })
  const settled = [...settledFresh(linked), ...done.settled]
  const joins = done.joins.flatMap((working) => loggedJoins(kind, working, bridged.reasons))
  return { ...done, merges: [...state.merges, ...joins], fresh: linked, settled }
}

/** The report of the import on identifiers, if there is anything to report. */
const describeWithheld = ({ contested }: Withheld, { unjoined }: Bridged): Partial<IngestOutcome> => ({
  ...(contested.length > 0 && { contested }),
  ...(unjoined.length > 0 && { unjoined }),
})

/** Identifiers that an earlier import of the source found contested. */
async function contestedBefore(
  db: Postgres,
  { name, identity }: CorpusKind,
  { tokens, options: { source, run } }: { tokens: readonly string[]; options: IngestOptions },
): Promise<ReadonlySet<string>> {
  if (identity.sameName === undefined || run === undefined) return new Set()
  return readContested(db, name, { source, tokens: tokens.filter(isStrong) })
}

/** Says of entities whether the import that is being written has written them before. */
function markRun(
  versions: Iterable<KnownVersion>,
  { commit, options }: Pick<Batch, 'commit' | 'options'>,
): void {
  const { run, observedAt } = options
  if (run === undefined) return
  run.firstCommit ??= commit.number
  for (const version of versions) {
    version.isOfRun = version.born >= run.firstCommit
    if (run.isOfNow) version.runAt = observedAt.toISOString()
  }
}

/** Lines as they are compared, and what they are compared with. */
interface Read extends Withheld, Pick<BatchState, 'alike' | 'versions'> {
  sighted: Map<string, Sighting[]>
  terms: Terms | undefined
}

/** Versions of the entities that lines may be about, and the lines without identifiers that decide nothing. */
async function whatIsKnown(
  db: Postgres,
  kind: CorpusKind,
  at: {
    whole: readonly Line[]
    owners: ReadonlyMap<string, string[]>
    published: number
    contested: ContestedTokens
    earlier: ReadonlySet<string>
    run: IngestOptions['run']
  },
): Promise<Read> {
  const { owners, published } = at
  const versions = await knownVersions(db, kind, [...new Set([...owners.values()].flat())], published)
  const sighted = await freshen(db, kind, versions)
  const withheld = withholdContested(kind, at.whole, {
    owners,
    versions,
    remembered: at.contested,
    earlier: at.earlier,
    run: at.run,
  })
  const unheard = withheld.lines.filter(
    (line) => !line.identifiers.some((token) => isStrong(token) && owners.has(token)),
  )
  const stored = unheard.length === 0 ? undefined : await corpusTerms(db, kind, published)
  const terms = termsWithLines(kind, stored, withheld.lines)
  const alike = await findAlike(db, kind, { lines: unheard, published, terms })
  const others = new Map([...alike.versions].filter(([id]) => !versions.has(id)))
  const alsoSighted = await freshen(db, kind, others)
  for (const [id, version] of others) versions.set(id, version)
  return { ...withheld, versions, alike: alike.joins, terms, sighted: new Map([...sighted, ...alsoSighted]) }
}

/** Lays lines over what they are about, in their order; those that stand alone make an entity each. */
function takeLines(
  kind: CorpusKind,
  batch: {
    places: readonly number[]
    byPlace: ReadonlyMap<number, Line>
    owners: Map<string, string[]>
    read: Read
    commit: Commit
    outcome: IngestOutcome
  },
): { state: BatchState; fresh: { place: number; id: string }[] } {
  const { lines, versions, alike, stored, terms } = batch.read
  const names = openBatchNames(kind, lines, terms)
  const state: BatchState = {
    kind,
    owners: batch.owners,
    versions,
    alike,
    names,
    work: new Map(),
    merges: [],
    verdicts: [],
  }
  for (const [id, withheld] of stored)
    state.work.set(id, storedWorking(kind, versions.get(id) as KnownVersion, { absorbed: [], withheld }))
  const fresh: { place: number; id: string }[] = []
  let nextId = batch.commit.firstEntityId
  const newId = () => String(nextId++)
  for (const place of batch.places) {
    const line = batch.byPlace.get(place)
    if (line === undefined) fresh.push({ place, id: newId() })
    else if (line.identifiers.length === 0)
      batch.outcome.rejected.push(unidentified(line.item.line, line.leftOut))
    else takeLine(state, line, { place, newId })
  }
  return { state, fresh }
}

const namesAny = (summary: LineSummary | undefined, suppressedTokens: ReadonlySet<string>) =>
  summary?.named.some((token) => suppressedTokens.has(token)) === true

/** Looks up the entities that the records of the batch refer to. */
async function linkAll(
  db: Postgres,
  kind: CorpusKind,
  batch: {
    work: ReadonlyMap<string, Working>
    fresh: readonly { place: number; id: string }[]
    summaries: BatchLines['summaries']
    commit: Commit
  },
): Promise<FreshLine[]> {
  const { links } = kind
  const { work, summaries } = batch
  const describe = (place: number, id: string, to: string[] | undefined): FreshLine => {
    const { observedAt } = summaries[place] as LineSummary
    return { place, id, born: batch.commit.number, observedAt, links: to }
  }
  if (links === undefined) return batch.fresh.map(({ place, id }) => describe(place, id, undefined))
  const all = [...work.values()].map((working) => ({ working, refers: links.of(working.record) }))
  const fresh = batch.fresh.map((each) => ({ ...each, refers: summaries[each.place]?.refers ?? [] }))
  const findId = await findLinked(
    db,
    [...all, ...fresh].flatMap(({ refers }) => refers),
  )
  for (const { working, refers } of all) working.entity.sealed.links = refers.map(findId)
  return fresh.map(({ place, id, refers }) => describe(place, id, refers.map(findId)))
}

/**
 * Places of the lines that can be recognised, but for people who asked not to be here; who they were is not told. `gone`:
 * tokens of such people, also of those whom lines of others name.
 */
async function placesToWrite(
  suppressed: SuppressedPeople | undefined,
  summaries: BatchLines['summaries'],
  outcome: IngestOutcome,
): Promise<{ places: number[]; suppressedTokens: ReadonlySet<string> }> {
  const identified: number[] = []
  for (const [place, summary] of summaries.entries()) {
    if (summary === undefined) continue
    if (summary.identifiers.length > 0) identified.push(place)
    else outcome.rejected.push(unidentified(summary.line))
  }
  const readSubjects = (place: number) => summaries[place]?.subjects ?? []
  const namedBy = (place: number) => summaries[place]?.named ?? []
  const tokens = identified.flatMap((place) => [...readSubjects(place), ...namedBy(place)])
  const suppressedTokens = (await suppressed?.among(tokens)) ?? new Set<string>()
  if (suppressedTokens.size === 0) return { places: identified, suppressedTokens }
  const remaining = identified.filter(
    (place) => !readSubjects(place).some((token) => suppressedTokens.has(token)),
  )
  outcome.suppressed = identified.length - remaining.length
  return { places: remaining, suppressedTokens }
}
