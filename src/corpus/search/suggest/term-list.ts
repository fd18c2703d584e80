import { setImmediate as nextTurn } from 'node:timers/promises'
import { openWordList, type WordList } from './word-list.ts'

/** A term that matches what was typed, by its place among the terms. */
export interface TermMatch {
  index: number
  /** Whether it was typed as it is written, and not only like it. */
  isExact: boolean
}

/** Terms of one sort, the most frequent first, found by the beginnings of their words. */
export interface TermList {
  /**
   * Terms in which each word of a text begins a word: the one that is the text itself, then the others in order, then
   * those that slips of the keyboard lead to, if there is room.
   */
  find(text: string, limit: number): TermMatch[]
}

/** Words of a text that are looked up; who types more has found it. */
const maxWords = 6
/** Words of fewer letters have too many neighbours. */
const minLettersPerSlip = 4
/** Terms worked on before others get their turn. */
const termsPerTurn = 5_000

/** Lists terms, each with the texts by which it is found, in normal form. Gives others their turn while it works. */
export async function openTermList(terms: readonly (readonly string[])[]): Promise<TermList> {
  const byWord = new Map<string, number[]>()
  const byText = new Map<string, number>()
  for (const [index, texts] of terms.entries()) {
    for (const text of texts) if (!byText.has(text)) byText.set(text, index)
    for (const word of new Set(texts.flatMap((text) => text.split(' ')))) {
      if (word === '') continue
      const carriers = byWord.get(word)
      if (carriers === undefined) byWord.set(word, [index])
      else carriers.push(index)
    }
    if (index % termsPerTurn === termsPerTurn - 1) await nextTurn()
  }
  const words = await sortWords([...byWord.keys()])
  const carriers = words.map((word) => Uint32Array.from(byWord.get(word)!))
  const list = openWordList(words)
  return {
    find(text, limit) {
      const typed = text.split(' ').filter((word) => word !== '')
      if (typed.length === 0) return []
      const exact = findCarriers(list, carriers, { typed, terms: terms.length, maySlip: false })
      const matches = firstOf(exact, byText.get(text), limit)
      if (matches.length >= limit || typed.every((word) => countSlips(word) === 0)) return matches
      const alike = findCarriers(list, carriers, { typed, terms: terms.length, maySlip: true })
      for (let index = 0; index < terms.length && matches.length < limit; index++)
        if (alike[index] === 1 && exact[index] !== 1) matches.push({ index, isExact: false })
      return matches
    },
  }
}

const countSlips = (word: string) => Math.min(2, Math.floor(word.length / minLettersPerSlip))

/** 1 for each term that carries words which begin like all that are typed. */
function findCarriers(
  list: WordList,
  carriers: readonly Uint32Array[],
  { typed, terms, maySlip }: { typed: readonly string[]; terms: number; maySlip: boolean },
): Uint8Array {
  const matched = new Uint8Array(terms)
  const wanted = typed.slice(0, maxWords)
  for (const [place, word] of wanted.entries())
    list.eachBeginning(word, maySlip ? countSlips(word) : 0, (from, to) => {
      for (let at = from; at < to; at++)
        for (const term of carriers[at]!) if (matched[term] === place) matched[term] = place + 1
    })
  for (let term = 0; term < terms; term++) matched[term] = Number(matched[term] === wanted.length)
  return matched
}

/** The first terms that match, before them the one that is the text. */
function firstOf(matched: Uint8Array, same: number | undefined, limit: number): TermMatch[] {
  const matches = same === undefined ? [] : [{ index: same, isExact: true }]
  for (let index = 0; index < matched.length && matches.length < limit; index++)
    if (matched[index] === 1 && index !== same) matches.push({ index, isExact: true })
  return matches
}

/** Sorts by the first letter and then within each, so that no stretch of work is long. */
async function sortWords(words: readonly string[]): Promise<string[]> {
  const sorted: string[] = []
  for (const [, group] of [...Map.groupBy(words, (word) => word.charAt(0))].toSorted(byKey)) {
    for (const word of group.toSorted()) sorted.push(word)
    await nextTurn()
  }
  return sorted
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1
