import { isJoined, toPhraseKey, toSingular, type Word } from './words.ts'

/** Something a phrase stands for, at words of the question. */
export interface Match<T> {
  from: number
  /** After the last word. */
  to: number
  values: readonly T[]
  /** The last word is a plural of the phrase. */
  isPlural: boolean
}

/** Phrases of one or several words and what they stand for. */
export interface Phrases<T> {
  /** The longest phrase that begins at a word. */
  at(words: readonly Word[], from: number): Match<T> | undefined
  /** Single words of all phrases, for slips of the keyboard. */
  vocabulary(): Iterable<string>
}

/** Builds a table once; `entries` are a phrase and its value, several values of a phrase are kept in their order. */
export function buildPhrases<T>(entries: Iterable<readonly [phrase: string, value: T]>): Phrases<T> {
  const byPhrase = new Map<string, T[]>()
  const beginnings = new Set<string>()
  for (const [phrase, value] of entries) {
    const key = toPhraseKey(phrase)
    if (key === '') continue
    const values = byPhrase.get(key)
    if (values === undefined) byPhrase.set(key, [value])
    else if (!values.includes(value)) values.push(value)
    for (let space = key.indexOf(' '); space !== -1; space = key.indexOf(' ', space + 1))
      beginnings.add(key.slice(0, space))
  }
  return {
    at(words, from) {
      let key = ''
      let best: Match<T> | undefined
      for (let to = from; to < words.length; to++) {
        const word = words[to] as Word
        if (to > from && !isJoined(word)) break
        const before = key === '' ? '' : `${key} `
        key = before + word.normal
        const exact = byPhrase.get(key)
        const values = exact ?? byPhrase.get(before + toSingular(word.normal))
        if (values !== undefined) best = { from, to: to + 1, values, isPlural: exact === undefined }
        if (!beginnings.has(key)) break
      }
      return best
    },
    *vocabulary() {
      for (const key of byPhrase.keys()) yield* key.split(' ')
    },
  }
}

/**
 * Phrases of Romance languages with the plural at their first word: `escritórios de advocacia` beside `escritório de
 * advocacia`.
 */
export function* withFirstPlurals<T>(
  entries: Iterable<readonly [phrase: string, value: T]>,
): Iterable<[string, T]> {
  for (const [phrase, value] of entries) {
    yield [phrase, value]
    const [, first = '', rest = ''] = /^(\p{L}+[^s\P{L}])( d[eiou]?[ '’].+)$/u.exec(phrase) ?? []
    if (first !== '') yield [`${first}s${rest}`, value]
  }
}

/** Rows of a table: a value, and its phrases separated by commas. */
export function* listRows<T extends string>(
  table: readonly (readonly [value: T, phrases: string])[],
): Iterable<[string, T]> {
  for (const [value, phrases] of table) for (const phrase of phrases.split(', ')) yield [phrase, value]
}
