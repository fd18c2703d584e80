import { latinText, toSound, withoutUmlauts } from '../../lib/latin-text.ts'
import { memo } from '../../lib/memo.ts'
import { pickNameWords, normalName } from '../names/index.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { PersonRecord } from '../records/index.ts'
import { exactToken } from './tokens.ts'

/** Words of one name that are looked up: the first and the last ones. */
const maxWords = 3

const listSounds = memo((name: string): readonly string[] => {
  const words = pickNameWords(normalName(name).split(' ')).filter((word) => word.length > 1)
  const ends = words.length > maxWords ? [words[0] as string, ...words.slice(1 - maxWords)] : words
  return [...new Set(ends.map((word) => toSound(withoutUmlauts(latinText(word)))))].filter(
    (sound) => sound !== '',
  )
})

const cityWords = memo(normalText)

/**
 * Tokens for finding people who share no identifier with a record and may be the same: each word of the name, by
 * sound, with the day of birth and with the place, and the day with the place. They propose candidates and do not
 * identify.
 */
export function personLifeTokens(record: PersonRecord): string[] {
  const { name, first_name, last_name, dob, inferred_location: place } = record
  const day = dob && /^\d{4}-\d\d-\d\d$/.test(dob) ? dob : undefined
  const code = normalText(place?.postal_code ?? '').replaceAll(' ', '')
  if (day === undefined && code === '') return []
  const sounds = listSounds(name ?? `${first_name ?? ''} ${last_name ?? ''}`)
  const city = place?.city ? cityWords(place.city) : ''
  // The last letters of a long code stand for a few houses.
  const area = code.length > 5 ? code.slice(0, -2) : code
  const tokens: string[] = []
  const add = (value: string) => tokens.push(exactToken('life', value))
  for (const sound of sounds) {
    if (day !== undefined) add(`${sound}@${day}`)
    if (area !== '') add(`${sound}@${area}`)
    if (city !== '') add(`${sound}@${city}`)
  }
  if (day !== undefined && code !== '') add(`${day}@${code}`)
  if (sounds.length > 1) add([sounds[0], sounds.at(-1)].toSorted().join('+'))
  return tokens
}
