import type { Random } from './resolution-sets.ts'

/** Ways one edit is made in a word; each anywhere in it, the first and last letter included. */
export const edits = ['insert', 'delete', 'replace', 'swap'] as const
export type Edit = (typeof edits)[number]

const letters = 'abcdefghijklmnopqrstuvwxyz'
const pick = (random: Random, count: number) => Math.floor(random() * count)

/** A word with one edit of a kind; undefined where it is too short or nothing would change. */
export function withEdit(word: string, edit: Edit, random: Random): string | undefined {
  if (word.length < 4 || !/^[A-Za-z]+$/.test(word)) return undefined
  const at = pick(random, word.length)
  const letter = letters.charAt(pick(random, letters.length))
  const [before, after] = [word.slice(0, at), word.slice(at)]
  const changed = {
    insert: before + letter + after,
    delete: before + after.slice(1),
    replace: before + letter + after.slice(1),
    swap: before + after.charAt(1) + after.charAt(0) + after.slice(2),
  }[edit]
  return changed.toLowerCase() === word.toLowerCase()
    ? undefined
    : changed.charAt(0).toUpperCase() + changed.slice(1).toLowerCase()
}
