import { notedEntrySources, type CorpusKind } from '../kinds/index.ts'
import type { Entity } from './merge.ts'
import type { KnownVersion } from './stored-versions.ts'
import type { Line } from './read-line.ts'

/** Notes in the sealed part who says the entries of lists, once a second source speaks of the entity. */
export function noteEntrySources(
  kind: CorpusKind,
  entity: Entity,
  {
    line,
    prior,
    stored,
  }: { line: Line; prior: Entity | undefined; stored: readonly (KnownVersion | undefined)[] },
): void {
  if (prior === undefined) return
  const { record, split, observation } = line
  // What the line adds to lists that it does not replace, as its own words.
  const members = { ...record, ...(kind.listed.length > 0 && split.extend?.({}, () => true)) }
  const noted = notedEntrySources(kind, entity, {
    prior: { ...prior, sighted: stored.flatMap((version) => version?.sighted ?? []) },
    line: { members, sealed: split },
    isAdding: split.extend !== undefined,
    source: observation.source,
  })
  if (noted !== undefined) entity.sealed.entrySources = noted
}
