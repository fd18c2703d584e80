import { firstNameForms, parsePersonName, PARTICLES } from '../../corpus/names/index.ts'
import { latinText } from '../../lib/latin-text.ts'

/** One way to write a part of a name in an address. Lower-case ASCII. */
export interface Form {
  /** `jean-luc`, `vanderberg`. */
  full: string
  /** What stands for it where a pattern takes the initial. */
  initial: string
  /** The ways taken where the name leaves several open, as `factor=value`; their odds stand in `priors.ts`. */
  choices: readonly string[]
  /** Part of the choices' odds that falls to this form, where several forms share them (nicknames). */
  share: number
}

/** A name in one spelling of its letters. */
export interface NameForms {
  givenNames: Form[]
  family: Form[]
  /** First middle name, and its initial. Undefined where there is none. */
  middle: { full: string; initial: string } | undefined
  choices: readonly string[]
}

const maxNicknames = 12

/**
 * Ways to write a name in addresses: letters spelled plain or out (`muller`, `mueller`), compound names whole or in
 * part, with and without particles, nicknames. Empty when the name has no letters to write.
 */
export function nameForms(name: string): NameForms[] {
  const plain = readParts(name)
  const spelledOut = readParts(spellOut(name))
  if (plain === undefined) return []
  if (spelledOut === undefined || JSON.stringify(spelledOut) === JSON.stringify(plain))
    return [makeForms(plain, [])]
  return [makeForms(plain, ['letters=plain']), makeForms(spelledOut, ['letters=spelled-out'])]
}

interface Parts {
  givenNames: string[]
  middle: string[]
  family: string[]
  /** `William "Bill" Clinton` */
  quoted: string | undefined
}

function readParts(name: string): Parts | undefined {
  const { first, middle, last } = parsePersonName(name)
  const words = (text: string) => latinText(text).split(' ').map(keepLetters).filter(Boolean)
  let [givenNames, family] = [words(first), words(last)]
  // One word in Han characters is a family name and what follows it.
  if (family.length === 0 && givenNames.length > 1 && /^\p{Script=Han}+$/u.test(name.trim()))
    [family, givenNames] = [givenNames.slice(0, 1), [givenNames.slice(1).join('')]]
  if (givenNames.length + family.length === 0) return undefined
  const quoted = /["“„«(]\s*(\p{L}{2,20})\s*["”“»)]/u.exec(name)?.[1]
  return {
    givenNames,
    middle: middle.flatMap(words),
    family,
    quoted: quoted && keepLetters(latinText(quoted)),
  }
}

const keepLetters = (word: string) => word.replace(/[^a-z0-9]/g, '')

const expansions: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa', æ: 'ae' }

/** Letters that some write as two. */
function spellOut(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[äöüøåæ]/gi, (letter) => {
      const two = expansions[letter.toLowerCase()] ?? letter
      return letter === letter.toLowerCase() ? two : two.charAt(0).toUpperCase() + two.slice(1)
    })
    .replace(/х/gi, 'h')
    .replace(/й/gi, 'y')
}

function makeForms(parts: Parts, choices: readonly string[]): NameForms {
  const middle = parts.middle[0]
  return {
    givenNames: givenForms(parts),
    family: familyForms(parts),
    middle: middle === undefined ? undefined : { full: middle, initial: middle.charAt(0) },
    choices,
  }
}

const form = (full: string, choices: readonly string[] = [], initial = full.charAt(0), share = 1): Form => ({
  full,
  initial,
  choices,
  share,
})

function givenForms({ givenNames, middle, quoted }: Parts): Form[] {
  const first = givenNames[0]
  if (first === undefined) return []
  const second = middle[0]
  // `A. J. Lee` goes by both initials.
  const isPair = givenNames.length === 1 && first.length === 1 && second?.length === 1
  const own = isPair ? [form(first + second)] : compoundForms(givenNames, 'compound')
  const nicknames = firstNameForms(givenNames.join(' '))
    .map(keepLetters)
    .filter((name) => name.length > 1 && name !== givenNames.join(''))
    .slice(0, maxNicknames)
  let forms = own
  /** Adds forms that one choice stands for; what was there before stands for the other. */
  const orElse = (other: readonly Form[], choice: string) => {
    forms = [...forms.map((one) => ({ ...one, choices: [...one.choices, choice] })), ...other]
  }
  if (nicknames.length > 0) {
    const share = 1 / nicknames.length
    const others = nicknames.map((name) => form(name, ['nickname=other'], name.charAt(0), share))
    orElse(others, 'nickname=own')
  }
  if (quoted) orElse([form(quoted, ['quoted=quoted'])], 'quoted=own')
  const called = middle.findLast((word) => word.length > 1)
  if (called !== undefined) {
    // `J. Robert Smith` is called Robert; most others go by their first name.
    const factor = first.length === 1 ? 'called-by-initial' : 'called'
    orElse([form(called, [`${factor}=middle`])], `${factor}=first`)
  }
  return forms
}

/** `Jean-Luc`, `García-Márquez`: several words that are one name. */
function compoundForms(words: readonly string[], factor: 'compound' | 'double'): Form[] {
  const [first, ...rest] = words
  if (first === undefined) return []
  if (rest.length === 0) return [form(first)]
  const initials = words.map((word) => word.charAt(0)).join('')
  return [
    form(words.join(''), [`${factor}=joined`]),
    form(words.join('-'), [`${factor}=hyphen`]),
    form(words.join('.'), [`${factor}=dot`]),
    form(first, [`${factor}=first`]),
    form(words.at(-1) ?? first, [`${factor}=last`]),
    form(words.join(''), [`${factor}=initials`], initials),
  ]
}

function familyForms({ middle, family }: Parts): Form[] {
  const own = particleForms(family)
  const before = middle.filter((word) => word.length > 1)
  const paternal = before.at(-1)
  if (paternal === undefined || own.length === 0) return own
  // Spanish speakers use the first of two family names; elsewhere the word before the last is a given name.
  const factor = isSpanish(paternal) ? 'spanish-surnames' : 'surnames'
  const last = family.join('')
  return [
    ...own.map((one) => ({ ...one, choices: [...one.choices, `${factor}=last`] })),
    form(paternal, [`${factor}=first`]),
    form(paternal + last, [`${factor}=joined`]),
    form(`${paternal}-${last}`, [`${factor}=hyphen`]),
    form(`${paternal}.${last}`, [`${factor}=dot`]),
  ]
}

const spanishSurnames = new Set(
  (
    'garcia torres moreno romero navarro castro serrano blanco molina ortega delgado rojas flores herrera medina ' +
    'vargas mendoza reyes rivera ramos morales aguilar cruz guerrero soto contreras vega campos fuentes'
  ).split(' '),
)

const isSpanish = (word: string) => /.[aei]z$/.test(word) || spanishSurnames.has(word)

/** `van der Berg`: particles joined, apart, as initials, or left out. */
function particleForms(words: readonly string[]): Form[] {
  const from = words.findIndex((word) => !PARTICLES.has(word))
  const core = from < 0 ? words.slice(-1) : words.slice(from)
  const particles = words.slice(0, words.length - core.length)
  const cores = compoundForms(core, 'double')
  if (particles.length === 0) return cores
  return cores.flatMap((one) => {
    const written = (prefix: string, value: string) =>
      form(prefix + one.full, [...one.choices, `particle=${value}`])
    return [
      written(particles.join(''), 'joined'),
      written(`${particles.join('-')}-`, 'hyphen'),
      written(`${particles.join('.')}.`, 'dot'),
      written(`${particles.join('_')}_`, 'underscore'),
      written(particles.map((particle) => particle.charAt(0)).join(''), 'initials'),
      written('', 'left-out'),
    ]
  })
}
