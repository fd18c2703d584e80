import { createHash } from 'node:crypto'
import type { CompiledStatement } from './compile-statement.ts'

const usesBeforePreparing = 3
const maxPrepared = 400
const maxCounted = 4000
/**
 * Values of one list in a statement that is prepared. Of a prepared one Postgres keeps a plan for lists of any length, made
 * when its tables may have been small: for thousands of values it then reads the whole table for each one, 15 s and
 * more. Planned again it takes the index, and planning is nothing to so many.
 */
const maxListed = 64

/**
 * Decides which statements are prepared under a name. A statement earns it by its third use; the number of names is
 * capped because each connection keeps every one of them, and texts with value lists come in endless variants. One with a
 * long list is planned each time.
 */
export function preparedNames(): (statement: CompiledStatement) => string | undefined {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  return ({ text, values }) => {
    if (values.some((value) => Array.isArray(value) && value.length > maxListed)) return undefined
    const existing = names.get(text)
    if (existing !== undefined) return existing
    if (names.size >= maxPrepared) return undefined
    const count = (uses.get(text) ?? 0) + 1
    if (count < usesBeforePreparing) {
      if (uses.size >= maxCounted) uses.clear()
      uses.set(text, count)
      return undefined
    }
    uses.delete(text)
    const name = `a${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
    names.set(text, name)
    return name
  }
}
