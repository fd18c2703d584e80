import type { Postgres } from '../../store/postgres/index.ts'
import { readPublishedCommit, type Commit } from '../commits/index.ts'
import type { CorpusKind, Link, RecordTerms, Sighting, Terms } from '../kinds/index.ts'
import { readContested } from '../record-store/index.ts'
import type { BatchLines, FreshLine } from './batch-lines.ts'
import { openBatchNames, type BatchNames } from './batch-names.ts'
import { findAlike, listTokens as listLookups } from './blocking.ts'
import { joinBridged, type Bridged } from './bridges.ts'
import { listTokens, withholdContested, type ContestedTokens, type Withheld } from './contested.ts'
import { corpusTerms, termsWithLines } from './corpus-terms.ts'
import { finish, settledFresh, type Plan } from './finish-plan.ts'
import { isStrong, findOwners } from './identify.ts'
import type { IngestOptions, IngestOutcome, SuppressedPeople, WriterStores } from './ingest.ts'
import { loggedJoins, storedWorking } from './joined-working.ts'
import { freshen, knownVersions, type KnownVersion } from './stored-versions.ts'
import { findLinked } from './links.ts'
import { lineWithout, readSort, unidentified, type Line, type LineSummary } from './read-line.ts'
import { standingAlone, type LinesApart } from './fresh-lines.ts'
import { takeLine, type BatchState, type Working } from './take-line.ts'

export interface Batch {
  lines: BatchLines
  commit: Commit
  /** Identifiers that earlier batches of the import found contested. */
  contested: ContestedTokens
  options: IngestOptions
  /** Whether no line is taken to stand alone. The plan is the same, and takes longer. */
  isCompared?: boolean
}

/** Decides for every line which entity it is about and what it changes. Writes nothing. */
export async function planBatch(stores: WriterStores, kind: CorpusKind, batch: Batch): Promise<Plan> {
  const { db } = stores
  const { lines: batchLines, commit, options } = batch
  const { places, suppressedTokens, published, owners, earlier, outcome } = await lookUp(stores, kind, batch)
  const { compared, apart, terms } = await chooseCompared(db, kind, batch, {
    places,
    owners,
    published,
    suppressedTokens,
  })
  const whole = (await batchLines.whole(compared)).map((line) => lineWithout(kind, line, suppressedTokens))
  const read = await whatIsKnown(db, kind, {
    whole,
    owners,
    published,
    contested: batch.contested,
    earlier,
    apart: terms,
    run: options.run,
  })
  markRun(read.versions.values(), { commit, options })
  // A passed line whose entity another line is about is laid over it as well, in its turn.
  const passed = [...(batchLines.passed?.lines ?? [])].filter(([, { id }]) => read.versions.has(id))
  if (batchLines.passed !== undefined && passed.length > 0) {
    await batchLines.passed.take(passed.map(([place]) => place))
    return planBatch(stores, kind, batch)
  }
  const byPlace = new Map(compared.map((place, index) => [place, read.lines[index] as Line]))
  const { state, fresh } = takeLines(kind, {
    places,
    byPlace,
    owners,
    read,
    commit,
    outcome,
    apart: apart?.sorts,
  })
  // Compared lines may have lost an identifier or become one entity, and so look for or be called what none did before.
  if (apart !== undefined && meetsApart(kind, apart, { lines: read.lines, names: state.names }))
    return planBatch(stores, kind, { ...batch, isCompared: true })
  const bridged = await joinBridged({ db, state, published, lineAt: (place) => byPlace.get(place) })
  const { work } = state
  const linked = await linkAll(db, kind, { work, fresh, summaries: batchLines.summaries, commit, outcome })
  outcome.created += fresh.length
  Object.assign(outcome, describeWithheld(read, bridged))
  const done = await finish(db, kind, { work, sighted: read.sighted, outcome, published, commit })
  const settled = [...settledFresh(linked), ...done.settled]
  const joins = done.joins.flatMap((working) => loggedJoins(kind, working, bridged.reasons))
  return { ...done, merges: [...state.merges, ...joins], fresh: linked, settled }
}

/** Who has what the lines of a batch carry. */
export interface LookedUp {
  /** The lines that are written. */
  places: readonly number[]
  suppressedTokens: ReadonlySet<string>
  published: number
  owners: Map<string, string[]>
  /** Identifiers that earlier imports of the source found contested. */
  earlier: ReadonlySet<string>
  outcome: IngestOutcome
}

/** Looks up the identifiers of a batch, as of what is published. */
export async function lookUp(
  { db, suppressed }: WriterStores,
  kind: CorpusKind,
  { lines, contested, options }: Pick<Batch, 'lines' | 'contested' | 'options'>,
): Promise<LookedUp> {
  const outcome: IngestOutcome = { created: 0, changed: 0, unchanged: 0, rejected: [] }
  const { places, suppressedTokens } = await placesToWrite(suppressed, lines.summaries, outcome)
  const summaries = places.map((place) => lines.summaries[place] as LineSummary)
  const published = await readPublishedCommit(db, kind.name)
  const tokens = [...new Set(summaries.flatMap(({ identifiers }) => identifiers))]
  const owners =
    published === 0 ? new Map<string, string[]>() : await findOwners(db, kind.name, tokens, published)
  const earlier = await contestedBefore(db, kind, { tokens, options })
  // A line that stands alone must not take a contested identifier either.
  for (const token of [...listTokens(contested), ...earlier]) if (!owners.has(token)) owners.set(token, [])
  return { places, suppressedTokens, published, owners, earlier, outcome }
}

/** Which lines are compared, and what is counted of the others where any two may be alike. */
async function chooseCompared(
  db: Postgres,
  kind: CorpusKind,
  { lines, isCompared }: Batch,
  at: {
    places: readonly number[]
    owners: ReadonlyMap<string, string[]>
    published: number
    suppressedTokens: ReadonlySet<string>
  },
): Promise<{ compared: readonly number[]; apart?: LinesApart; terms?: readonly RecordTerms[] }> {
  const { places, suppressedTokens } = at
  if (isCompared === true) return { compared: places }
  const { places: alone, apart } = await standingAlone(db, kind, { ...at, lines })
  const isAlone = (place: number) => alone.has(place) && !namesAny(lines.summaries[place], suppressedTokens)
  const compared = places.filter((place) => !isAlone(place))
  if (apart === undefined || compared.length === places.length) return { compared }
  return { compared, apart, terms: await lines.terms(places.filter(isAlone)) }
}

/** Reports identifiers that decided nothing, and lines whose two records were not joined. */
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

/** Marks the entities that the running import has written before. */
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

/** Reads the versions that lines may be about, and drops identifiers that decide nothing from the lines. */
async function whatIsKnown(
  db: Postgres,
  kind: CorpusKind,
  at: {
    whole: readonly Line[]
    owners: ReadonlyMap<string, string[]>
    published: number
    contested: ContestedTokens
    earlier: ReadonlySet<string>
    /** What is counted of lines that stand alone among lines that are compared, where there are any. */
    apart: readonly RecordTerms[] | undefined
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
  const isAllHeard = unheard.length === 0 && at.apart === undefined
  const stored = isAllHeard ? undefined : await corpusTerms(db, kind, published)
  const terms = termsWithLines(kind, stored, {
    lines: withheld.lines,
    apart: at.apart ?? [],
  })
  const alike = await findAlike(db, kind, { lines: unheard, published, terms })
  const others = new Map([...alike.versions].filter(([id]) => !versions.has(id)))
  const alsoSighted = await freshen(db, kind, others)
  for (const [id, version] of others) versions.set(id, version)
  return { ...withheld, versions, alike: alike.joins, terms, sighted: new Map([...sighted, ...alsoSighted]) }
}

/** Whether lines that were compared may be about the same as lines that were not. */
function meetsApart(
  { blocking }: CorpusKind,
  { sorts, lookups, names }: LinesApart,
  compared: { lines: readonly Line[]; names: BatchNames },
): boolean {
  if (blocking === undefined) return false
  const isFound = (token: string) => names.has(token) || !sorts.has(readSort(token))
  return (
    compared.names.hasAny(lookups) || compared.lines.some((line) => listLookups(blocking, line).some(isFound))
  )
}

/** Lays lines over their entities, in order. Lines that stand alone make an entity each. */
function takeLines(
  kind: CorpusKind,
  batch: {
    places: readonly number[]
    byPlace: ReadonlyMap<number, Line>
    owners: Map<string, string[]>
    read: Read
    commit: Commit
    outcome: IngestOutcome
    apart: ReadonlySet<string> | undefined
  },
): { state: BatchState; fresh: { place: number; id: string }[] } {
  const { lines, versions, alike, stored, terms } = batch.read
  const names = openBatchNames(kind, lines, { terms, apart: batch.apart })
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
  for (const place of batch.places) {
    const line = batch.byPlace.get(place)
    const newId = () => idAt(batch.commit, place)
    if (line === undefined) fresh.push({ place, id: newId() })
    else if (line.identifiers.length === 0)
      batch.outcome.rejected.push(unidentified(line.item.line, line.leftOut))
    else takeLine(state, line, { place, newId })
  }
  return { state, fresh }
}

/** The id of the entity that a line makes if it makes one. It depends on no other line, so that rows can be built ahead. */
export const idAt = ({ firstEntityId }: Commit, place: number): string => String(firstEntityId + place)

export const namesAny = (summary: LineSummary | undefined, suppressedTokens: ReadonlySet<string>) =>
  summary?.named.some((token) => suppressedTokens.has(token)) === true

/** Looks up the entities that the records of the batch refer to. */
export async function linkAll(
  db: Postgres,
  kind: CorpusKind,
  batch: {
    work: ReadonlyMap<string, Working>
    fresh: readonly { place: number; id: string }[]
    summaries: BatchLines['summaries']
    commit: Commit
    outcome: IngestOutcome
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
  const unattached: NonNullable<IngestOutcome['unattached']> = []
  const findIds = (refers: readonly Link[], line: number) =>
    refers.map((link) => findId(link, (token) => unattached.push({ line, token })))
  for (const { working, refers } of all)
    working.entity.sealed.links = findIds(refers, summaries[working.places[0] ?? -1]?.line ?? 0)
  const described = fresh.map(({ place, id, refers }) =>
    describe(place, id, findIds(refers, summaries[place]?.line ?? 0)),
  )
  if (unattached.length > 0) batch.outcome.unattached = unattached
  return described
}

/**
 * Picks the lines that are written: those with identifiers, except of people who asked not to be here, who are not
 * named. `suppressedTokens` are tokens of such people, including people that lines of others name.
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
