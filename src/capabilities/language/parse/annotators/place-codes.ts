import { findState } from '../../../../corpus/reference/index.ts'
import type { Place } from '../mention.ts'
import type { Word } from '../words.ts'

/** Codes of states that are no word of a question; the others (`ok`, `me`, `co`) count beside one of these. */
const plain = new Set('tx ny nj nc nm nv nh ky tn wv wy wi wa az fl ga ks mn sc il ut vt ri ct dc'.split(' '))
/** Never read as a state where they stand between words: `in`, `or`. */
const grammatical = new Set(['in', 'or', 'hi', 'me', 'as', 'la', 'de'])
const beforePlaces = new Set(['in', 'near', 'around', 'based', 'from'])

interface Coded {
  at: number
  place: Place
}

/**
 * Short forms that only their neighbours make places: `tx & ok`, `aus/nz`, `in tx`. All of a list are given at its first
 * word.
 */
export function readCodes(words: readonly Word[], from: number): Coded[] {
  if (isSecond(words, from)) return []
  const codes: Coded[] = []
  for (let at = from; at < words.length;) {
    const place = readPlace(words[at]!)
    if (place === undefined) break
    codes.push({ at, place })
    const next = findNext(words, at)
    if (next === undefined) break
    at = next
  }
  const isCertain = codes.some(({ at }) => plain.has(words[at]!.normal))
  const isListed = codes.length > 1 || beforePlaces.has(words[from - 1]?.normal ?? '')
  const isAustralia = words[from]?.normal === 'aus' && (isBesidePlace(words, from) || isAfterIn(words, from))
  return (isCertain && isListed) || isAustralia ? codes : []
}

const isAfterIn = (words: readonly Word[], at: number) => beforePlaces.has(words[at - 1]?.normal ?? '')
const isBesidePlace = (words: readonly Word[], at: number) =>
  /^\s*[/&,+]/.test(words[at + 1]?.gap ?? '') || /[/&,+]\s*$/.test(words[at]?.gap ?? '')

/** The word that continues with a list of codes: after a mark, or behind `and` and `or`. */
function findNext(words: readonly Word[], at: number): number | undefined {
  const next = words[at + 1]
  if (next === undefined) return undefined
  if (/^\s*[/&,+]\s*$/.test(next.gap)) return at + 1
  const beyond = words[at + 2]
  return ['and', 'or'].includes(next.normal) && beyond !== undefined && readPlace(beyond) !== undefined
    ? at + 2
    : undefined
}

const isSecond = (words: readonly Word[], at: number) =>
  (at >= 1 && readPlace(words[at - 1]!) !== undefined && findNext(words, at - 1) === at) ||
  (at >= 2 && readPlace(words[at - 2]!) !== undefined && findNext(words, at - 2) === at)

function readPlace({ normal }: Word): Place | undefined {
  if (normal === 'aus') return { type: 'country', code: 'AUS', name: 'Australia' }
  if (normal.length !== 2 || grammatical.has(normal) || !/^[a-z]{2}$/.test(normal)) return undefined
  const state = findState('USA', normal.toUpperCase())
  return state && { type: 'state', name: state.name, countryCode: 'USA' }
}
