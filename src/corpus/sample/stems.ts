import { hash } from './random.ts'

// Names of companies, schools and investors are coined from syllables. Every syllable is an onset and one vowel, so
// two different sequences never spell the same word, and distinct numbers give distinct stems.

const onsets =
  'b br c cr d dr f fr g gr h j k kr l m n p pr r s st sv t tr v vr w z zr bl cl fl gl pl sl kv sk sp sm sn th'.split(
    ' ',
  )
const vowels = ['a', 'e', 'i', 'o', 'u']
const codas = ['n', 'x', 'r', 'l', 's', 'm', 'nt', 'rn', 'sk', 'th', 'lm', 'rx', 'va', 'nzo', 'lda', 'qo']
const syllables = onsets.flatMap((onset) => vowels.map((vowel) => onset + vowel))

const perLevel = syllables.length ** 2 * codas.length

// Coined words that happen to be well-known names. They get one more syllable.
const stems = new Set(
  `rolex canon nikon sonos kodak xerox visas tesla titan bolas venus mars cisco lexus scala salesforce
   verizon pepsi nokia sharp timex fujix pentax tomra dacom regus moderna`.split(/\s+/),
)

/**
 * The stem of a number: lower-case ASCII letters, different for every number below 10^9 under one seed. `salt` makes
 * stems of companies, schools and investors look different; they may still collide.
 */
export function stem(seed: number, salt: number, number: number): string {
  const level = Math.floor(number / perLevel)
  const offset = hash(seed, salt, 0x51ed)
  // A step prime to the size visits every combination once, far apart from one number to the next.
  const place = ((number % perLevel) * 104_729 + offset) % perLevel
  const coda = codas[place % codas.length] as string
  const rest = Math.floor(place / codas.length)
  const first = syllables[rest % syllables.length] as string
  const second = syllables[Math.floor(rest / syllables.length)] as string
  const middle = level === 0 ? '' : makeMiddle(level - 1)
  const word = first + middle + second + coda
  return stems.has(word) ? `${word}dova` : word
}

function makeMiddle(level: number): string {
  const one = syllables[level % syllables.length] as string
  const rest = Math.floor(level / syllables.length)
  return rest === 0 ? one : makeMiddle(rest - 1) + one
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
