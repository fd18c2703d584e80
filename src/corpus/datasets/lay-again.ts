import type { EntityKind } from '../kinds/index.ts'
import type { CorpusWriter } from '../write/index.ts'
import { canEnd, endOf } from './endings.ts'
import type { OtherLine } from './line-store.ts'

interface Statement {
  source: string
  at: Date
  record: object
}

/** Writes lines of other data sets again, each as of its day, the earliest first, and that records had ended. */
export async function layAgain(
  writer: CorpusWriter,
  kind: EntityKind,
  lines: readonly OtherLine[],
): Promise<void> {
  const statements = lines.flatMap(({ source, observedAt, record, endedAt }): Statement[] => [
    { source, at: observedAt, record },
    ...(endedAt === null || !canEnd(kind)
      ? []
      : [{ source, at: endedAt, record: endOf(kind, record, endedAt) }]),
  ])
  const groups = Map.groupBy(statements, ({ source, at }) => `${at.toISOString()} ${source}`)
  for (const key of [...groups.keys()].toSorted()) {
    const group = groups.get(key) ?? []
    const [first] = group
    if (first === undefined) continue
    const items = group.map(({ record }, index) => ({ line: index + 1, record }))
    await writer.write(kind, items, { source: first.source, observedAt: first.at })
  }
}
