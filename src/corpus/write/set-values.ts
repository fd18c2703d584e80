import type { CorpusKind, Provenance, Sealed } from '../kinds/index.ts'
import type { Entity } from './merge.ts'
import { replaceVersion } from './replace-version.ts'
import type { CommitRows } from './rows.ts'
import type { KnownVersion } from './stored-versions.ts'

/** What one source has worked out for one entity: text and its origin by member or entry of a map; undefined takes it back. */
export interface OwnValues {
  version: KnownVersion
  values: ReadonlyMap<string, { text: string; origin: Provenance } | undefined>
}

/**
 * Sets and takes back single values of entities, as rows of the commit that is being written. All else stays, with the
 * history and the provenance of the rest.
 */
export function setValues(
  kind: CorpusKind,
  { all, rows }: { all: readonly OwnValues[]; rows: CommitRows },
): void {
  for (const { version, values } of all)
    replaceVersion(kind, rows, { version, now: withValues(version, values) })
}

function withValues(version: KnownVersion, values: OwnValues['values']): Entity {
  const members = { ...version.members }
  let { provenance } = version.sealed
  for (const [name, value] of values) {
    const [member = name, key] = name.split('.')
    if (key === undefined) members[member] = value?.text ?? null
    else members[member] = withEntry(members[member], key, value?.text)
    provenance = withOrigin(provenance, name, value?.origin)
  }
  return { members, sealed: { ...version.sealed, provenance } }
}

function withEntry(map: unknown, key: string, text: string | undefined): object | null {
  const { [key]: _former, ...others } = (map ?? {}) as Record<string, unknown>
  const entries = text === undefined ? others : { ...others, [key]: text }
  return Object.keys(entries).length === 0 ? null : entries
}

/** Provenance in which a value has this origin, or, where it is gone, none of its own. */
function withOrigin(
  provenance: Sealed['provenance'],
  name: string,
  origin: Provenance | undefined,
): Sealed['provenance'] {
  const others = provenance.flatMap((entry) => {
    const members = entry.members.filter((member) => member !== name)
    return entry.members.length > 0 && members.length === 0 ? [] : [{ ...entry, members }]
  })
  if (origin === undefined) return others
  const { source, observedAt, confidence } = origin
  return [...others, { source, observedAt, confidence, members: [name] }]
}
