import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { readPublishedCommit } from '../commits/index.ts'
import { kinds, type CorpusKind, type EntityKind } from '../kinds/index.ts'
import { readSaid } from '../record-store/index.ts'
import { tokenDigest } from '../search-index/index.ts'
import {
  findHandMade,
  findOwners,
  isStrong,
  knownVersions,
  readLine,
  withdrawSources,
  writeCommit,
  type CorpusWriter,
  type KnownVersion,
  type SourceWords,
} from '../write/index.ts'
import { groupLines } from './fall-apart.ts'
import { layAgain } from './lay-again.ts'
import { readIds } from './read-ids.ts'
import { dropLines, readOthers, readSameKeys, type OtherLine, type SaidLine } from './line-store.ts'

export interface WithdrawParts {
  db: Postgres
  engine: ClickHouse
  writer: CorpusWriter
}

export interface Withdrawal {
  dataset: number
  source: string
  kind: EntityKind
}

/**
 * Takes some lines of a data set out of the corpus, in one commit, and forgets them: what nobody else says goes, records
 * that nothing else identifies end, and what the lines alone held together falls apart. What other data sets say of the
 * records is laid over them again, because the lines may have covered it. Answers how many records were touched. Safe to
 * repeat: the lines are forgotten last.
 */
export async function withdrawLines(
  { db, engine, writer }: WithdrawParts,
  { dataset, source, kind }: Withdrawal,
  lines: readonly SaidLine[],
): Promise<number> {
  const spec = kinds[kind]
  // An entity loses all lines of a key at once: its lists would keep what only a later one says.
  const all = await readSameKeys(db, { dataset, kind, digests: lines.map(({ digest }) => digest) })
  let others: readonly OtherLine[] = []
  let touched = 0
  await writeCommit({ db, engine }, kind, { entityIds: 0, source }, async (rows) => {
    const published = await readPublishedCommit(db, kind)
    const tokensOf = identifiersBy(spec, source)
    const owners = await ownersOf(db, spec, { lines: all, source, published, tokensOf })
    const versions = [...new Map([...owners.values()].flat().map((each) => [each.id, each])).values()]
    const tokens = versions.map((version) => spec.identifiers(version.members, version.sealed))
    others = await readOthers(db, { dataset, kind, tokens: [...tokens.flat(), ...all.flatMap(tokensOf)] })
    const named = new Set(others.map((each) => each.source))
    const spoken = await findStrangers(db, spec, { versions, except: new Set([source, ...named]) })
    const handMade = await findHandMade(
      db,
      kind,
      versions.map(({ id }) => id),
    )
    const words = new Map<string, SourceWords[]>()
    for (const [index, version] of versions.entries()) {
      const keys = new Set((tokens[index] ?? []).map((token) => String(tokenDigest(token))))
      const theirs = others.filter(({ key }) => keys.has(key))
      const strange = spoken.get(version.id)
      // Whose word it is that records are one is not known of imports.
      const isWhole = (strange?.all.size ?? 0) > 0 || handMade.has(version.id)
      const [own = [], ...apart] = isWhole ? [theirs] : groupLines(theirs, tokensOf)
      // Entries of sources whose words were noted stay one by one; of others only the members are known.
      const staying = { theirs: own.map(({ record }) => record), spoken: strange?.unclear }
      const pruned = all
        .filter((line) => owners.get(line.digest)?.some(({ id }) => id === version.id))
        .map(({ record }) => withoutWordsOf(spec, record, { source, ...staying }))
      const leaving = Map.groupBy(apart.flat(), (line) => line.source)
      words.set(version.id, [
        { source, lines: keepName(version, pruned, strange?.unclear) },
        ...[...leaving].map(([each, those]) => ({
          source: each,
          lines: those.map(({ record }) => withoutWordsOf(spec, record, { source: each, ...staying })),
        })),
      ])
    }
    touched = words.size
    return withdrawSources(db, spec, { words, rows })
  })
  await layAgain(writer, kind, others)
  await dropLines(db, { dataset, kind, digests: all.map(({ digest }) => digest) })
  return touched
}

/** The identifiers that a noted line has, read once. */
function identifiersBy(kind: CorpusKind, source: string): (line: SaidLine) => readonly string[] {
  const read = new WeakMap<SaidLine, readonly string[]>()
  return (line) => {
    const { record, observedAt } = line
    let tokens = read.get(line)
    if (tokens === undefined)
      read.set(line, (tokens = readLine(kind, { line: 0, record }, { source, observedAt }).identifiers))
    return tokens
  }
}

/** The entities that lines are about, by digest: those that a strong identifier names, else those the source spoke of. */
async function ownersOf(
  db: Postgres,
  kind: CorpusKind,
  {
    lines,
    source,
    published,
    tokensOf,
  }: {
    lines: readonly SaidLine[]
    source: string
    published: number
    tokensOf: (line: SaidLine) => readonly string[]
  },
): Promise<Map<string, KnownVersion[]>> {
  const tokens = new Map(lines.map((line) => [line.digest, tokensOf(line)] as const))
  const owners = await findOwners(db, kind.name, [...new Set([...tokens.values()].flat())], published)
  const versions = await knownVersions(db, kind, [...new Set([...owners.values()].flat())], published)
  return new Map(
    [...tokens].map(([digest, identifiers]) => {
      const strong = identifiers.filter(isStrong)
      const named = ownersAmong(strong, { owners, versions })
      const spokenOf = ownersAmong(identifiers, { owners, versions }).filter(
        ({ sealed }) =>
          sealed.entrySources?.[source] !== undefined ||
          sealed.provenance.some((entry) => entry.source === source),
      )
      return [digest, named.length > 0 ? named : spokenOf] as const
    }),
  )
}

function ownersAmong(
  tokens: readonly string[],
  {
    owners,
    versions,
  }: { owners: ReadonlyMap<string, string[]>; versions: ReadonlyMap<string, KnownVersion> },
): KnownVersion[] {
  const ids = new Set(tokens.flatMap((token) => owners.get(token) ?? []))
  return [...ids].flatMap((id) => versions.get(id) ?? [])
}

/** Members that sources which are no data sets have spoken of. */
export interface Strangers {
  all: ReadonlySet<string>
  /** Those of sources of which it was not noted which entries of lists they say. */
  unclear: ReadonlySet<string>
}

/** What sources that are no data sets have spoken of, by entity. */
export async function findStrangers(
  db: Postgres,
  kind: CorpusKind,
  { versions, except }: { versions: readonly KnownVersion[]; except: ReadonlySet<string> },
): Promise<Map<string, Strangers>> {
  const { confirmations } = await readSaid(
    db,
    kind.name,
    versions.map(({ id }) => id),
  )
  return new Map(
    versions.map(({ id, sealed, members }) => {
      const words = [...sealed.provenance, ...(confirmations.get(id) ?? [])].filter(
        (each) => !except.has(each.source),
      )
      // An entry that names no members is for all.
      const namesOf = (each: { members: readonly string[] }) =>
        each.members.length === 0 ? Object.keys(members) : each.members
      const isNoted = (each: { source: string }) => sealed.entrySources?.[each.source] !== undefined
      return [
        id,
        {
          all: new Set(words.flatMap(namesOf)),
          unclear: new Set(words.filter((each) => !isNoted(each)).flatMap(namesOf)),
        },
      ] as const
    }),
  )
}

/** Members whose values are gathered, of which a source alone cannot be told by their provenance. */
const contacts = ['external_ids', 'emails', 'phone_numbers']

/**
 * A line without what others have said as well of members that grow: values of other data sets one by one, and those of
 * imports, of which only the members are known, whole.
 */
function withoutWordsOf(
  kind: CorpusKind,
  record: Record<string, unknown>,
  {
    source,
    theirs,
    spoken,
  }: { source: string; theirs: readonly Record<string, unknown>[]; spoken: ReadonlySet<string> | undefined },
): Record<string, unknown> {
  const rest = spellIds(record)
  for (const name of new Set([...kind.union, ...kind.own, ...contacts])) {
    if (!(name in rest)) continue
    if (spoken?.has(name) === true) rest[name] = ownIdOf(source, name, rest[name])
    else
      rest[name] = withoutValues(
        rest[name],
        theirs.map((other) => spellIds(other)[name]),
      )
  }
  return rest
}

/** A record with its ids as registers write them. */
const spellIds = (record: Record<string, unknown>): Record<string, unknown> =>
  record['external_ids'] ? { ...record, external_ids: readIds(record) } : { ...record }

/** A record that an import named is not left without a name: the only one there is was its word as well. */
function keepName(
  { members }: KnownVersion,
  lines: readonly Record<string, unknown>[],
  spoken: ReadonlySet<string> | undefined,
): object[] {
  if (spoken?.has('preferred_name') !== true) return [...lines]
  const withdrawn = new Set(lines.flatMap((line) => [line['preferred_name'], line['names'] ?? []].flat()))
  const names = (members['names'] as string[] | null | undefined) ?? []
  if (names.some((name) => !withdrawn.has(name))) return [...lines]
  return lines.map(({ preferred_name: _name, names: _names, ...line }) => line)
}

/** The id that a source gives under its own name is nobody else's word. */
function ownIdOf(source: string, member: string, value: unknown): unknown {
  if (member !== 'external_ids') return undefined
  const id = (value as Record<string, unknown> | null | undefined)?.[source]
  return id === undefined ? undefined : { [source]: id }
}

function withoutValues(value: unknown, others: readonly unknown[]): unknown {
  if (Array.isArray(value)) {
    const there = new Set(others.flat().map((entry) => JSON.stringify(entry)))
    return value.filter((entry) => !there.has(JSON.stringify(entry)))
  }
  if (typeof value !== 'object' || value === null) return others.includes(value) ? null : value
  const entries = Object.entries(value).filter(
    ([key, own]) => !others.some((map) => (map as Record<string, unknown> | null | undefined)?.[key] === own),
  )
  return Object.fromEntries(entries)
}
