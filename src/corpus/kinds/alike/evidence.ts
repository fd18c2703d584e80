import { normalText } from '../../../lib/text-normal.ts'

const around =
  /^(?:greater|city of|metropolitan|metro)\s+|\s+(?:city|metropolitan area|metro area|area|metro|region)$/g

/**
 * Whether two names of cities are one: `New York` and `New York City` are. Undefined when one is within the other and
 * says no more (`Frankfurt`, `Frankfurt am Main`), which contradicts nothing and proves nothing.
 */
export function citiesAgree(one: string, other: string): boolean | undefined {
  const [a, b] = [one, other].map((name) => cityKey(name)) as [string, string]
  if (a === b) return true
  return ` ${a} `.includes(` ${b} `) || ` ${b} `.includes(` ${a} `) ? undefined : false
}

/** A name of a city without the words around it. */
export function cityKey(name: string): string {
  const normal = normalText(name).replace(/\bsaint\b/g, 'st')
  return normal.replace(around, '') || normal
}

/** Shorter descriptions are shared by many. */
const minTextLength = 40
/** Letters compared: one source cuts what another gives whole. */
const maxTextLength = 160

type Text = string | null | undefined

/** Words in a row that are compared where neither text begins as the other. */
const wordsInRow = 3
/** Fewer of them are shared by chance. */
const minRows = 8
/** Part of the rows of the shorter text. Of 16,800 pairs of descriptions of two companies none shares a sixth. */
const sharedRows = 0.3
/** Letters in which rows of words are looked for. */
const maxText = 2_000

/** Whether two records share a text that nobody writes twice: one begins as the other, if cut. */
export function sharedText(ones: readonly Text[], others: readonly Text[]): boolean {
  const keys = (texts: readonly Text[]) => normalTexts(texts).map((text) => text.slice(0, maxTextLength))
  const there = keys(others)
  return keys(ones).some((text) => there.some((other) => text.startsWith(other) || other.startsWith(text)))
}

/** The same of texts that are not made by a pattern, as those of companies: also where one was made of the other. */
export function sharedWriting(ones: readonly Text[], others: readonly Text[]): boolean {
  if (sharedText(ones, others)) return true
  const there = normalTexts(others)
  return normalTexts(ones).some((text) => there.some((other) => isMadeOf(text, other)))
}

function normalTexts(texts: readonly Text[]): string[] {
  return texts
    .map((text) => normalText((text ?? '').slice(0, maxText)))
    .filter((text) => text.length >= minTextLength)
}

function isMadeOf(one: string, other: string): boolean {
  const [a, b] = [listRows(one), listRows(other)]
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  if (few.size < minRows) return false
  let shared = 0
  for (const row of few) if (many.has(row)) shared++
  return shared >= sharedRows * few.size
}

function listRows(text: string): Set<string> {
  const words = text.split(' ')
  return new Set(
    words.slice(wordsInRow - 1).map((_, index) => words.slice(index, index + wordsInRow).join(' ')),
  )
}
