import { findOrigin, type CorpusKind, type Sealed, type Split } from '../kinds/index.ts'
import type { Entity } from './merge.ts'

/** Statements of one source about an entity. */
export interface SourceLines {
  source: string
  lines: readonly Pick<Split, 'members' | 'emails' | 'phoneNumbers' | 'externalIds'>[]
}

/**
 * An entity without what a source has said of it: members of its provenance, its values in lists that grow by union,
 * entries of lists that others have completed, and its identifiers, also where another source has repeated them.
 * Undefined when others know it by nothing else.
 */
export function withoutSource(
  kind: CorpusKind,
  { id, members, sealed }: Entity & { id: string },
  { source, lines }: SourceLines,
): Entity | undefined {
  if (sealed.provenance.every((entry) => entry.source === source)) return undefined
  const records = lines.map((line) => kind.complete(line.members, id))
  const remaining: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(members)) {
    const values = records.map((record) => record[name])
    if (kind.union.includes(name)) remaining[name] = withoutValues(value, values)
    else if (kind.own.includes(name) && values.includes(value)) continue
    else if (findOrigin(kind, sealed, { member: name, record: members })?.source !== source)
      remaining[name] = withoutEntries(value, values)
  }
  const tokens = new Set(
    lines.flatMap((line, index) =>
      kind.identifiers(records[index] as Record<string, unknown>, { ...line, provenance: [] }),
    ),
  )
  const entity = { members: remaining, sealed: sealedWithout(sealed, { source, lines, tokens }) }
  return listIdentifiers(kind, entity).some((token) => !tokens.has(token)) ? entity : undefined
}

/** A list or map that grew by union, without the values a source has given. */
function withoutValues(value: unknown, withdrawn: readonly unknown[]): unknown {
  if (Array.isArray(value)) return withoutEqual(value, withdrawn)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([key, own]) => !withdrawn.some((map) => (map as Record<string, unknown> | null)?.[key] === own),
  )
  return Object.fromEntries(entries)
}

/** Objects equal in every member are one source's entry that another has completed the list of; equal words may be both's. */
function withoutEntries(value: unknown, withdrawn: readonly unknown[]): unknown {
  const isOfObjects = Array.isArray(value) && value.some((entry) => typeof entry === 'object')
  return isOfObjects ? withoutEqual(value, withdrawn) : value
}

function withoutEqual(list: readonly unknown[], withdrawn: readonly unknown[]): unknown[] {
  const there = new Set(
    withdrawn.flatMap((each) => (Array.isArray(each) ? each : [])).map((entry) => JSON.stringify(entry)),
  )
  return list.filter((entry) => !there.has(JSON.stringify(entry)))
}

function sealedWithout(
  sealed: Sealed,
  { source, lines, tokens }: SourceLines & { tokens: ReadonlySet<string> },
): Sealed {
  const emails = new Set(lines.flatMap((line) => line.emails.map(({ email }) => email.toLowerCase())))
  const numbers = new Set(lines.flatMap((line) => line.phoneNumbers.map(({ number }) => number)))
  const { stateKept: _state, ...rest } = sealed
  return {
    ...rest,
    emails: sealed.emails.filter(({ email }) => !emails.has(email.toLowerCase())),
    phoneNumbers: sealed.phoneNumbers.filter(({ number }) => !numbers.has(number)),
    externalIds: Object.fromEntries(
      Object.entries(sealed.externalIds).filter(
        ([name, value]) => !lines.some(({ externalIds }) => externalIds[name] === value),
      ),
    ),
    ...(sealed.aliases && { aliases: sealed.aliases.filter((token) => !tokens.has(token)) }),
    provenance: sealed.provenance.filter((entry) => entry.source !== source),
  }
}

/** Without a slug of our making. */
function listIdentifiers(kind: CorpusKind, { members, sealed }: Entity): string[] {
  const own = kind.isNamedById === true ? { primary_slug: '', ...members } : members
  return kind.identifiers(kind.complete(own, '0'), sealed).filter((token) => token !== 'slug:')
}
