import type { Place } from '../mention.ts'
import type { Word } from '../words.ts'
import { readTableCity, readNamedPlace } from './place-names.ts'
import type { Named, Radius } from './place-words.ts'

/** `within 50 miles of Austin`, `50 km around Berlin`. */
export function readAround(words: readonly Word[], from: number): { to: number; place: Place } | undefined {
  let at = from
  if (['within', 'im', 'dans', 'en'].includes(words[at]?.normal ?? '')) at++
  const number = words[at]
  const unit = readUnit(words[at + 1]?.normal)
  if (number?.isNumber !== true || unit === undefined) return undefined
  at += 2
  while (
    ['radius', 'of', 'from', 'around', 'um', 'autour', 'de', 'von', 'the'].includes(words[at]?.normal ?? '')
  )
    at++
  const named = words[at] === undefined ? undefined : (readTableCity(words, at) ?? readNamedPlace(words, at))
  if (named?.place.type !== 'area' || named.place.strategy.strategy === 'polygon') return undefined
  const { strategy } = named.place
  if (strategy.strategy === 'preset-region') return undefined
  const quantity = Number(number.text.replaceAll(',', ''))
  return { to: named.to, place: { ...named.place, strategy: { ...strategy, radius: { unit, quantity } } } }
}

/** `near Austin within 50 miles`, `in Berlin im Umkreis von 50 km`. */
export function readWithin(
  words: readonly Word[],
  { to, place }: Named,
): { to: number; place: Place } | undefined {
  if (place.type !== 'area') return undefined
  const { strategy } = place
  if (strategy.strategy === 'preset-region' || strategy.strategy === 'polygon') return undefined
  let at = to
  while (['within', 'in', 'a', 'im', 'umkreis', 'radius', 'of', 'von'].includes(words[at]?.normal ?? '')) at++
  const [number, unit] = [words[at], readUnit(words[at + 1]?.normal)]
  if (at === to || number?.isNumber !== true || unit === undefined) return undefined
  const quantity = Number(number.text.replaceAll(',', ''))
  return { to: at + 2, place: { ...place, strategy: { ...strategy, radius: { unit, quantity } } } }
}

function readUnit(word: string | undefined): Radius['unit'] | undefined {
  if (/^(mile|miles|mi)$/.test(word ?? '')) return 'miles'
  return /^(km|kms|kilometers?|kilometres?|kilometern?)$/.test(word ?? '') ? 'kilometers' : undefined
}
