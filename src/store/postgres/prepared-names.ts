import { createHash } from 'node:crypto'

const usesBeforePreparing = 3
const maxPrepared = 400
const maxCounted = 4000

/**
 * Decides which statements are prepared under a name. A statement earns it by its third use; the number of names is
 * capped because each connection keeps every one of them, and texts with value lists come in endless variants.
 */
export function preparedNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined) return known
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
