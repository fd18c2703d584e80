import type { Snapshot } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import { and, type Condition } from './condition.ts'

/**
 * A condition within a snapshot: rows published by then and not superseded by then. It reads `id` and `born`, which
 * search rows and identifiers both have, so every read of the corpus sees the same versions.
 */
export function seen(kind: EntityKind, condition: Condition, snapshot: Snapshot): Condition {
  const { number, mayHoldLater, mayHoldSuperseded } = snapshot
  if (!mayHoldLater && !mayHoldSuperseded) return condition
  const visible: Condition = {
    kind: 'sql',
    text: (bind) => {
      const tests: string[] = []
      const bound = bind('UInt32', number)
      if (mayHoldLater) tests.push(`born <= ${bound}`)
      if (mayHoldSuperseded) {
        const gone = `SELECT id, born FROM ${kinds[kind].supersededTable} WHERE dead <= ${bound}`
        tests.push(`(id, born) ${bind.within.replace('IN', 'NOT IN')} (${gone})`)
      }
      return tests.join(' AND ')
    },
  }
  return and([condition, visible])
}
