import { normalText } from '../../../lib/text-normal.ts'

/** A word or number of the question. Offsets are UTF-16 units of the text as it was sent. */
export interface Word {
  /** As written. */
  text: string
  /** In the form in which words are compared; a slip of the keyboard is put right here. */
  normal: string
  start: number
  end: number
  /** What is between the word before and this one. */
  gap: string
  /** Of digits. */
  isNumber: boolean
  /** Set where a slip was put right: what is taken to have been meant. */
  meant?: string
  /** A misspelt negation, perhaps: what follows is neither wanted nor excluded. */
  mayExclude?: true
}

/** Languages without spaces between words; the rest is letters, digits and what is between. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const pieces = /(?<![\p{L}\p{N}])[cf]#|c\+\+|\d+(?:[.,]\d+)*|[\p{L}\p{M}]+|(?<=(?:^|[\s(]))[!-](?=\p{L})/giu

/** `!Salesforce` excludes, as in search engines; `-crypto` may, or a dash has lost its space. */
const readSign: Readonly<Record<string, Pick<Word, 'normal' | 'text'> & Partial<Word>>> = {
  // Its text is a word as well: tables that compare texts leave signs out, and would take `Spain !` for Spain.
  '!': { text: 'not', normal: 'not' },
  '-': { text: 'not', normal: '-', mayExclude: true },
}

/** German and Dutch write the trade and the noun for its companies as one word. */
const compoundNoun = /^\p{L}{3,}?(unternehmen|firmen|firma|startups?|makler|bedrijven|bedrijf)$/iu

let segmenter: Intl.Segmenter | undefined

/** Cuts a question into words. Linear in its length. */
export function splitWords(text: string): Word[] {
  const words: Word[] = []
  let last = 0
  for (const match of text.matchAll(pieces)) {
    for (const { piece, offset } of splitSegments(match[0])) {
      const start = match.index + offset
      const sign = readSign[piece]
      const normal = sign?.normal ?? normalText(piece)
      if (normal === '') continue
      const end = start + piece.length
      const isNumber = /^\d/.test(piece)
      const gap = text.slice(last, start)
      const tail = compoundNoun.exec(piece)?.[1]
      if (tail === undefined) words.push({ text: piece, normal, start, end, gap, isNumber, ...sign })
      else {
        const middle = end - tail.length
        const head = piece.slice(0, -tail.length)
        words.push({ text: head, normal: normalText(head), start, end: middle, gap, isNumber })
        words.push({ text: tail, normal: normalText(tail), start: middle, end, gap: '', isNumber })
      }
      last = end
    }
  }
  return words
}

function splitSegments(run: string): { piece: string; offset: number }[] {
  if (!unspaced.test(run)) return [{ piece: run, offset: 0 }]
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  return Array.from(segmenter.segment(run), ({ segment, index }) => ({ piece: segment, offset: index }))
}

/** The words of a phrase of a table, as `wordsOf` cuts them, with one space between. */
export function toPhraseKey(phrase: string): string {
  return splitWords(phrase)
    .map(({ normal }) => normal)
    .join(' ')
}

/** Whether words may be of one phrase: no comma, stop or bracket between them. */
export const isJoined = (word: Word): boolean =>
  /^[\s\-‐‑–'’./&_+]*$/u.test(word.gap) && !/\.\s/.test(word.gap)

/** English plurals; other words come back as they are. */
export function toSingular(normal: string): string {
  if (normal.length < 3 || !normal.endsWith('s') || /(ss|us|is)$/.test(normal)) return normal
  if (normal.endsWith('ies') && normal.length > 4) return `${normal.slice(0, -3)}y`
  if (/(ss|x|ch|sh|z)es$/.test(normal)) return normal.slice(0, -2)
  return normal.slice(0, -1)
}

/** The text of words, in the form of the question. */
export function cutText(question: string, words: readonly Word[], from: number, to: number): string {
  return question.slice(words[from]?.start ?? 0, words[to - 1]?.end ?? 0)
}
