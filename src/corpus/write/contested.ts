import type { CorpusKind, Split } from '../kinds/index.ts'
import { identifierDigests } from '../record-store/index.ts'
import { isStrong } from './identify.ts'
import type { ContestedIdentifier, ImportRun } from './ingest.ts'
import type { KnownVersion } from './stored-versions.ts'
import { makeLine, type Line } from './read-line.ts'
import { isSameOrigin, nameOrigin } from './same-entity.ts'
import { withoutTokens } from './remove-tokens.ts'

/** Identifiers that an import has found contested, so that rows of later batches do not take them either. */
export type ContestedTokens = Set<string>

/** Beyond this an import has other troubles. */
const maxRememberedIdentifiers = 200_000
/** Lines named in a report. */
const maxLines = 3
/** Names that carriers of one identifier are compared with. */
const maxNames = 6

/** Lines without what is contested, and what of stored entities has to be taken back. */
export interface Withheld {
  lines: Line[]
  contested: ContestedIdentifier[]
  /** Identifiers by the stored entity that loses them. */
  stored: Map<string, string[]>
}

/**
 * Finds strong identifiers that lines of one source and day carry under names that differ, while nothing else they have is
 * the same, and takes them from all of these lines. An entity that an earlier batch of the import made counts as such a line.
 * Between two days a name may change: a line loses an identifier to the entity that an earlier file of the source gave it to
 * only where nothing else that both have is the same.
 */
export function withholdContested(
  kind: CorpusKind,
  lines: readonly Line[],
  at: {
    owners: ReadonlyMap<string, readonly string[]>
    versions: ReadonlyMap<string, KnownVersion>
    remembered: ContestedTokens
    /** Identifiers that earlier imports of the source found contested. */
    earlier: ReadonlySet<string>
    run: ImportRun | undefined
  },
): Withheld {
  const none = { lines: [...lines], contested: [], stored: new Map<string, string[]>() }
  if (kind.identity.sameName === undefined) return none
  const stored = new Map<string, string[]>()
  const [removedByLine, ownedByLine] = [new Map<Line, string[]>(), new Map<Line, string[]>()]
  const contested = new Map<string, ContestedIdentifier>()
  for (const [key, those] of groupCarriers(lines)) {
    const token = tokenIn(key)
    const before = storedCarriers(kind, those[0] as Line, { ...at, token })
    const wasContested = at.earlier.has(token)
    const isContested = at.remembered.has(key) || isContestedBy(kind, those, { ...at, token, before })
    if (!isContested && !wasContested) {
      withholdOwned(kind, those, { ...at, token, removedByLine, ownedByLine, contested })
      continue
    }
    if (isContested) at.run?.unsettled?.delete(token)
    if (isContested && at.remembered.size < maxRememberedIdentifiers) at.remembered.add(key)
    for (const line of those) removedByLine.set(line, [...(removedByLine.get(line) ?? []), token])
    for (const version of before)
      if (kind.identifiers(version.members, version.sealed).includes(token))
        stored.set(version.id, [...(stored.get(version.id) ?? []), token])
    const numbers = those.map(({ item }) => item.line)
    contested.set(key, { token, lines: numbers.slice(0, maxLines), rows: those.length })
  }
  if (removedByLine.size === 0) return none
  const remaining = lines.map((line) => {
    const tokens = removedByLine.get(line)
    return tokens === undefined
      ? line
      : lineWithoutTokens(kind, line, { tokens, apart: ownedByLine.get(line) })
  })
  return { lines: remaining, contested: [...contested.values()], stored }
}

/** Lines by the strong identifier that they carry, each source and day by itself. */
function groupCarriers(lines: readonly Line[]): Map<string, Line[]> {
  const carriers = new Map<string, Line[]>()
  for (const line of lines) {
    // A line that only adds to a company may know it by an earlier name.
    if (line.split.extend !== undefined) continue
    for (const token of line.identifiers.filter(isStrong)) {
      const key = makeKey(line, token)
      const those = carriers.get(key)
      if (those === undefined) carriers.set(key, [line])
      else those.push(line)
    }
  }
  return carriers
}

/** Whether the carriers of an identifier, or they and the records that earlier batches made, are two by their names. */
function isContestedBy(
  kind: CorpusKind,
  carriers: readonly Line[],
  at: {
    token: string
    before: readonly KnownVersion[]
    earlier: ReadonlySet<string>
    run: ImportRun | undefined
  },
): boolean {
  const { token, before, earlier, run } = at
  return (
    (earlier.has(token) && isUnsettled(kind, carriers, { token, run })) ||
    haveOtherNames(kind, carriers, token) ||
    carriers.some((line) => before.some((version) => areTwo(kind, line, asNamed(kind, version), token)))
  )
}

/** Takes an identifier from the lines to which it is somebody else's. */
function withholdOwned(
  kind: CorpusKind,
  lines: readonly Line[],
  at: Parameters<typeof otherOwner>[2] & {
    removedByLine: Map<Line, string[]>
    ownedByLine: Map<Line, string[]>
    contested: Map<string, ContestedIdentifier>
  },
): void {
  const { contested, ownedByLine, removedByLine, token } = at
  for (const line of lines) {
    const owner = otherOwner(kind, line, at)
    if (owner === undefined) continue
    removedByLine.set(line, [...(removedByLine.get(line) ?? []), token])
    ownedByLine.set(line, [...(ownedByLine.get(line) ?? []), token])
    addOwned(contested, { token, line: line.item.line, record: owner.id })
  }
}

/** The entity that an earlier file of a line's source gave an identifier to, where it is somebody else in all that both have. */
function otherOwner(
  kind: CorpusKind,
  line: Line,
  {
    owners,
    versions,
    token,
  }: {
    owners: ReadonlyMap<string, readonly string[]>
    versions: ReadonlyMap<string, KnownVersion>
    token: string
  },
): KnownVersion | undefined {
  const stored = (owners.get(token) ?? []).flatMap((id) => versions.get(id) ?? [])
  const isOther = (version: KnownVersion) =>
    nameOrigin(kind, version)?.source === line.observation.source &&
    areStrangers(kind, line, asNamed(kind, version), token)
  return stored.length > 0 && stored.every(isOther) ? stored[0] : undefined
}

/** Whether two share no word of their names, and no address or number though both have some. */
function areStrangers(kind: CorpusKind, a: Named, b: Named, token: string): boolean {
  if (kind.identity.ofStranger !== 'withheld' || !areTwo(kind, a, b, token)) return false
  return kind.identity.besidesNames?.(a.record, b.record) === 'differs' && haveOtherContacts(a, b)
}

const contactSorts = ['em:', 'ph:']

/** Whether both have an address or a number; `areTwo` knows that none of them is the same. */
const haveOtherContacts = (a: Named, b: Named): boolean =>
  contactSorts.some((sort) =>
    [a, b].every(({ identifiers }) => identifiers.some((each) => each.startsWith(sort))),
  )

function addOwned(
  contested: Map<string, ContestedIdentifier>,
  { token, line, record }: { token: string; line: number; record: string },
): void {
  const key = `${token}${separator}${record}`
  const before = contested.get(key) ?? { token, lines: [], rows: 0, record }
  const lines = [...before.lines, line].slice(0, maxLines)
  contested.set(key, { ...before, lines, rows: before.rows + 1 })
}

/** Whether lines of an import carry what an earlier one found contested under other names, as far as it has been read. */
function isUnsettled(
  kind: CorpusKind,
  those: readonly Line[],
  { token, run }: { token: string; run: ImportRun | undefined },
): boolean {
  const [line] = those
  if (run === undefined || line === undefined) return false
  run.unsettled ??= new Map()
  const before = run.unsettled.get(token) as Line | undefined
  if (before === undefined) run.unsettled.set(token, line)
  return before !== undefined && those.some((each) => areTwo(kind, each, before, token))
}

const separator = '\u0000'
const makeKey = ({ observation: { source, observedAt } }: Line, token: string) =>
  [source, observedAt, token].join(separator)
const tokenIn = (key: string) => key.slice(key.lastIndexOf(separator) + 1)

/** The identifiers that an import has found contested, of whatever source and day. */
export const listTokens = (remembered: ContestedTokens): string[] => [...remembered].map(tokenIn)

/** Entities that an earlier batch of the same import made of lines that carry an identifier. */
function storedCarriers(
  kind: CorpusKind,
  line: Line,
  {
    owners,
    versions,
    token,
  }: {
    owners: ReadonlyMap<string, readonly string[]>
    versions: ReadonlyMap<string, KnownVersion>
    token: string
  },
): KnownVersion[] {
  return (owners.get(token) ?? []).flatMap((id) => {
    const version = versions.get(id)
    return version !== undefined && isSameOrigin(nameOrigin(kind, version), line.observation) ? [version] : []
  })
}

interface Named {
  identifiers: readonly string[]
  record: Readonly<Record<string, unknown>>
}

const asNamed = (kind: CorpusKind, { members, sealed }: KnownVersion): Named => ({
  identifiers: kind.identifiers(members, sealed),
  record: members,
})

function haveOtherNames(kind: CorpusKind, lines: readonly Line[], token: string): boolean {
  if (lines.length < 2) return false
  const distinct: Line[] = []
  for (const line of lines) {
    if (distinct.some((other) => areTwo(kind, line, other, token))) return true
    const isNew = distinct.length < maxNames && distinct.every((other) => !haveOneName(kind, line, other))
    if (distinct.length === 0 || isNew) distinct.push(line)
  }
  return false
}

const haveOneName = ({ naming }: CorpusKind, a: Named, b: Named) =>
  naming.every((name) => a.record[name] === b.record[name])

/** Whether a line and the company that one identifier names have other names and other sites, and share nothing else. */
export function isOtherFirm(kind: CorpusKind, line: Line, owner: Named, token: string): boolean {
  if (kind.identity.ofStranger !== 'doubtful' || haveOneName(kind, line, owner)) return false
  const haveSites = [line, owner].every(({ identifiers }) =>
    identifiers.some((each) => each.startsWith('dom:')),
  )
  return haveSites && areTwo(kind, line, owner, token)
}

/** Whether names of two differ, and they share nothing but one identifier. */
function areTwo({ identity }: CorpusKind, a: Named, b: Named, token: string): boolean {
  if (identity.sameName?.(a.record, b.record)?.likeness !== 0) return false
  if (a.identifiers.some((each) => each !== token && b.identifiers.includes(each))) return false
  return identity.besidesNames?.(a.record, b.record) !== 'agrees'
}

/** A line that says nothing of some identifiers. */
function lineWithoutTokens(
  kind: CorpusKind,
  line: Line,
  { tokens, apart }: { tokens: readonly string[]; apart: readonly string[] | undefined },
): Line {
  const { emails, phoneNumbers, externalIds, members } = line.split
  const sealed = { emails, phoneNumbers, externalIds, provenance: [] }
  const left = withoutTokens(kind, { members, sealed }, { id: '0', tokens })
  const split: Split = {
    ...line.split,
    members: left.members,
    externalIds: left.sealed.externalIds,
    ...(apart && { apart: identifierDigests(apart) }),
  }
  return { ...makeLine(kind, line.item, split, line.observation), leftOut: tokens }
}
