import type { Mention } from './mention.ts'

/** Which words some mention explains. */
export function markCovered(mentions: readonly Mention[], length: number): boolean[] {
  const covered = Array.from({ length }, () => false)
  for (const { from, to } of mentions) covered.fill(true, from, to)
  return covered
}
