import type { EntityKind } from '../../kinds/index.ts'
import { checkRecord, type IngestItem } from '../../write/index.ts'
import { importTargets, type ImportKind } from '../mapping/target.ts'

/** The form rows are written in: a funding round is an observation of its company. */
export function writtenAs(
  target: ImportKind,
  items: readonly IngestItem[],
): [EntityKind, readonly IngestItem[]] {
  const { kind, asLine } = importTargets[target]
  if (asLine === undefined) return [kind, items]
  return [
    kind,
    items.map(({ line, record }) => ({ line, record: asLine(record as Record<string, unknown>) })),
  ]
}

/** Tokens of the people that a row is about, by which they are suppressed. */
export function subjectsOf(target: ImportKind, record: object, observedAt: Date): readonly string[] {
  const [kind, [item]] = writtenAs(target, [{ line: 1, record }])
  return item === undefined ? [] : checkRecord(kind, item, { source: '', observedAt }).subjects
}
