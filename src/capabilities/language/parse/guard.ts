import { guards } from './tables/guards.ts'
import type { Word } from './words.ts'

/** Words whose phrases are guarded, too: `offices in` after `family`. */
const wholePhrases = new Set(['offices', 'office', 'hiring'])

/** Whether the words beside a word or phrase give it another meaning than that of its table. */
export function isOtherwise(words: readonly Word[], from: number, to: number): boolean {
  const isPhrase = to > from + 1
  const guard =
    isPhrase && !wholePhrases.has(words[from]!.normal) ? undefined : guards.get(words[from]!.normal)
  if (guard === undefined) return false
  const next = words[to]
  const isNear = next !== undefined && !/[,;:.(]/.test(next.gap)
  return (
    (isNear && guard.behind?.test(next.normal) === true) ||
    (!/[,;:.(]/.test(words[from]!.gap) && guard.before?.test(words[from - 1]?.normal ?? '') === true)
  )
}
