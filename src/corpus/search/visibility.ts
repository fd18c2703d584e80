import type { Snapshot } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import { and, dated, type Condition } from './condition.ts'
import { withinRows } from './lacking-rows.ts'

/** A condition within a snapshot: rows published by then and not superseded by then, with the identifiers of then. */
export function visibleAt(kind: EntityKind, condition: Condition, snapshot: Snapshot): Condition {
  const { number, mayHoldLater, mayHoldSuperseded } = snapshot
  const then = dated(withinRows(kind, condition, snapshot), number, { kind, snapshot })
  const inSnapshot: Condition = { kind: 'snapshot', rows: { kind, snapshot } }
  if (!mayHoldLater && !mayHoldSuperseded) return and([then, inSnapshot])
  const visible: Condition = {
    kind: 'sql',
    text: (bind) => {
      const tests: string[] = []
      const bound = bind.value('UInt32', number)
      if (mayHoldLater) tests.push(`born <= ${bound}`)
      if (mayHoldSuperseded) {
        const superseded = `SELECT id, born FROM ${kinds[kind].supersededTable} WHERE dead <= ${bound}`
        tests.push(`(id, born) ${bind.notWithin} (${superseded})`)
      }
      return tests.join(' AND ')
    },
  }
  return and([then, visible, inSnapshot])
}

/** Rows in rank order up to one of them, within the snapshot that it was read in. */
export function upTo({ rank, id }: { rank: number; id: string }): Condition {
  return {
    kind: 'sql',
    text: (bind) => {
      const last = bind.value('UInt32', rank)
      return `(rank <= ${last} AND (rank < ${last} OR id <= ${bind.value('UInt64', id)}))`
    },
  }
}
