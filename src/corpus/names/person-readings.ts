import {
  isFamilyNameOf,
  isHungarianFirstName,
  isKnownFirstName,
  isListedFamilyName,
  koreanFamilySpellings,
} from './family-names.ts'
import { isListedFirstName } from './first-name.ts'
import type { PersonName } from './person-name.ts'
import { particleWords } from './person-words.ts'
import { hasSlavicEnding, isPatronymic, japaneseKey } from './romanization.ts'

/** One way to tell given names and family names apart in a name; single words in normal form. */
export interface NameReading {
  given: readonly string[]
  family: readonly string[]
}

/** Words beyond these only appear in text that is not a name. */
const maxWords = 10

/**
 * The ways a name may be read. The first is that of `parsePersonName`: the last name is the family's. The others need
 * evidence of a culture in the words: two surnames, family name first, the father's initials for a family name. Few
 * names have more than two; none has more than eight.
 */
export function nameReadings(name: PersonName): NameReading[] {
  const givenNames = listWords([name.first, ...name.middle])
  const family = listWords([name.last])
  const readings: NameReading[] = [{ given: givenNames, family }]
  const add = (reading: NameReading | undefined) => {
    if (reading !== undefined && reading.given.length > 0 && reading.family.length > 0) readings.push(reading)
  }
  if (family.length > 0 && givenNames.length > 0) {
    if (name.isInverted !== true) for (const each of unparted([...givenNames, ...family])) add(each)
    for (const each of [readings[0] as NameReading, ...readings.slice(1)]) add(vietnameseGiven(each))
  }
  for (const nickname of name.nicknames ?? [])
    for (const { family: of } of readings.slice(0, 2)) add({ given: listWords([nickname]), family: of })
  if (name.former !== undefined) add({ given: givenNames, family: listWords([name.former]) })
  if (name.joinedInitials !== undefined) add(withInitials([...givenNames, ...family], name.joinedInitials))
  return readings
}

const isInitial = (word: string): boolean => [...word].length === 1
const isFull = (word: string) => !isInitial(word)

const listWords = (parts: readonly string[]) => parts.join(' ').split(' ').filter(Boolean).slice(0, maxWords)

/** Readings of words in the order in which they are written. */
function unparted(written: readonly string[]): (NameReading | undefined)[] {
  const words = joinedCompound(written)
  return [
    words.length === written.length ? undefined : { given: words.slice(0, -1), family: words.slice(-1) },
    severalSurnames(words),
    patronymicChain(words),
    familyFirst(words),
    initialsBehind(words),
    fathersInitials(words),
  ]
}

const compounds = new Set('ouyang sima zhuge szeto situ namgung hwangbo shangguan'.split(' '))

/** `Ou Yang` is one family name. */
function joinedCompound(words: readonly string[]): string[] {
  const start = words.findIndex((word, index) => compounds.has(word + (words[index + 1] ?? '')))
  if (start < 0) return [...words]
  return words.toSpliced(start, 2, `${words[start]}${words[start + 1]}`)
}

/** `Lucía Suárez Marín`, `Ana Paula Ferreira da Silva`, `Ayşe Kaya Öztürk`: all surnames make the family name. */
function severalSurnames(words: readonly string[]): NameReading | undefined {
  const culture = (['iberian', 'turkish'] as const).find((each) =>
    words.slice(-2).some((word) => isFamilyNameOf(each, word)),
  )
  if (culture === undefined) return undefined
  let start = words.length - 1
  for (let index = start - 1; index > 0; index--) {
    const word = words[index] as string
    if (particleWords.has(word)) continue
    const isSurname = isFamilyNameOf(culture, word) || (isFull(word) && !isKnownFirstName(word))
    if (!isSurname) break
    start = index
  }
  if (start === words.length - 1) return undefined
  return { given: words.slice(0, start), family: words.slice(start) }
}

/**
 * The one reading that its owner would give, for members that hold the given and the family name apart: the plain one, but
 * for what the words leave no doubt of. Two surnames that are both common in Spain or Portugal; family name first where
 * no word could as well stand the other way round.
 */
export function customaryReading(name: PersonName): NameReading {
  const givenNames = listWords([name.first])
  const plain = { given: givenNames, family: listWords([name.last]) }
  if (name.isInverted === true || plain.family.length === 0 || givenNames.length === 0) return plain
  const words = listWords([name.first, ...name.middle, name.last])
  return iberianSurnames(words, givenNames) ?? surelyFamilyFirst(name, words) ?? plain
}

/** The surnames of a name with two that are common in Spain or Portugal, without particles; empty for any other name. */
export function listSurnames(name: PersonName): string[] {
  const words = listWords([name.first, ...name.middle, name.last])
  const reading = name.isInverted === true ? undefined : iberianSurnames(words, listWords([name.first]))
  return (reading?.family ?? []).filter((word) => !particleWords.has(word))
}

/** Surnames that are written so in Portuguese alone. */
const portuguese = new Set(
  (
    'silva santos oliveira sousa souza pereira ferreira alves ribeiro carvalho gomes rodrigues lopes marques fernandes ' +
    'goncalves martins nunes soares vieira monteiro mendes teixeira moreira correia correa cardoso rocha dias nascimento ' +
    'araujo barbosa azevedo melo mello fonseca pinto coelho cunha barros cavalcanti batista baptista lima moura freitas ' +
    'machado andrade tavares figueiredo guimaraes magalhaes simoes esteves neves antunes henriques'
  ).split(' '),
)

/** The last surname of a Portuguese name with two, by which many go there alone; undefined for any other name. */
export function lastPortugueseSurname(name: PersonName): string | undefined {
  const surnames = listSurnames(name)
  return surnames.length > 1 && surnames.every((word) => portuguese.has(word)) ? surnames.at(-1) : undefined
}

function iberianSurnames(words: readonly string[], givenNames: readonly string[]): NameReading | undefined {
  let start = words.length
  let count = 0
  for (let index = words.length - 1; index >= givenNames.length; index--) {
    const word = words[index] as string
    if (particleWords.has(word)) continue
    if (!isFamilyNameOf('iberian', word) || (count > 0 && isKnownFirstName(word))) break
    start = index
    count++
  }
  return count > 1 ? { given: givenNames, family: words.slice(start) } : undefined
}

function surelyFamilyFirst(name: PersonName, words: readonly string[]): NameReading | undefined {
  const [first = '', ...rest] = words
  if (rest.length === 0 || rest.length > 3) return undefined
  const family = [first]
  // `Kim Min-jun`: after a frequent family name two syllables with a hyphen are a given name, else two of the family's.
  const isHyphened = rest.length === 2 && name.last.split(' ').length === 2
  if (
    isHyphened &&
    koreanFamilySpellings(first).length > 0 &&
    rest.every((word) => koreanSyllable.test(word))
  )
    return { given: rest, family }
  if (isListedFirstName(first)) return undefined
  const isHungarianName = isFamilyNameOf('hungarian', first) && isHungarian(first, rest)
  if (isHungarianName || (rest.length === 2 && eastSlavicPatronymic.test(rest[1] as string)))
    return { given: rest.slice(0, 1), family }
  if (isListedFamilyName(rest.at(-1) as string) || rest.some((word) => isKnownFirstName(word)))
    return undefined
  // Japanese spelling fits names of other languages as well (`Iida Nieminen`).
  return isFamilyNameOf('chinese', first) && pinyin.test(rest.join('')) ? { given: rest, family } : undefined
}

const eastSlavicPatronymic = /.{2}(?:[oe]vich|[oe]vych|[oe]vna|ivna|ichna|[ое]вич|[ое]вна|ична|івна|йович)$/u

/** One or two syllables as Mandarin is spelt in Latin letters. */
const pinyin =
  /^(?:(?:[zcs]h?|[bpmfdtnlgkhjqxryw])?(?:i?ang|i?ong|uang|uai|uan|iao|ian|ang|eng|ing|ong|ai|ei|ui|ao|ou|iu|ie|ue|an|en|in|un|ia|ua|uo|[aeiou])){1,2}$/
/** A syllable as Korean is spelt in Latin letters. */
const koreanSyllable =
  /^(?:kk|tt|pp|ss|jj|ch|sh|[bcdghjkmnprstwy])?(?:yeo|yae|wae|yoo|you|woo|yu|ya|ye|yo|wo|wa|we|wi|ae|eo|eu|ui|oo|ee|ou|oe|[aeiou])(?:ng|ck|[bgklmnprt]|hn|h)?$/

const sonOf = new Set(['bin', 'ibn', 'ben', 'bint'])

/** `Mohammed bin Salman Al Saud`: what follows is the father's name, by which he is called, too. */
function patronymicChain(words: readonly string[]): NameReading | undefined {
  const start = words.findIndex((word, index) => index > 0 && sonOf.has(word))
  return start < 0 ? undefined : { given: words.slice(0, start), family: words.slice(start + 1) }
}

function familyFirst(words: readonly string[]): NameReading | undefined {
  const [first = '', ...rest] = words
  if (rest.length === 0 || rest.length > 4 || isInitial(first)) return undefined
  const reading = { given: rest, family: [first] }
  const isAsian = (['chinese', 'korean', 'vietnamese'] as const).some((each) => isFamilyNameOf(each, first))
  // `Lee Ann` is a first name; `Watanabe Ken` is not.
  if (isAsian && !rest.some((word) => isListedFirstName(word) && word.length > 2)) return reading
  if (isFamilyNameOf('japanese', japaneseKey(first) ?? first) && rest.length === 1) return reading
  if (isHungarian(first, rest)) return reading
  // `Tóth-Varga Gábor`
  const [second = '', ...others] = rest
  if (others.length > 0 && isFamilyNameOf('hungarian', first) && isHungarian(second, others))
    return { given: others, family: [first, second] }
  return isSlavicOrder(first, rest) ? reading : undefined
}

/** `Ivanov Sergei`, `Kuznets Anna Petrovna`. */
function isSlavicOrder(family: string, [name = '', patronymic = '', ...others]: readonly string[]): boolean {
  if (others.length > 0) return false
  if (hasSlavicEnding(family) && !isKnownFirstName(family) && isListedFirstName(name)) return true
  return isPatronymic(patronymic) && !isListedFirstName(family)
}

function isHungarian(family: string, givenNames: readonly string[]): boolean {
  if (!givenNames.every((word) => isHungarianFirstName(word))) return false
  // `Simon Márton`, but not `Simon Adam`.
  if (isListedFirstName(family))
    return isFamilyNameOf('hungarian', family) && givenNames.every((word) => !isListedFirstName(word))
  return (
    isFamilyNameOf('hungarian', family) ||
    (!isKnownFirstName(family) && givenNames.every((word) => !isListedFirstName(word)))
  )
}

/** `Narayan R K`, `Kuznetsova O`: as authors and Indians are cited. */
function initialsBehind(words: readonly string[]): NameReading | undefined {
  const [first = '', ...rest] = words
  return isFull(first) && rest.every((word) => word.length <= 2) && rest.some(isInitial)
    ? { given: rest, family: [first] }
    : undefined
}

/** `S. Ramanathan`, `Ramanathan S`: the initial is the father's, and stands for a family name. */
function fathersInitials(words: readonly string[]): NameReading | undefined {
  const full = words.filter(isFull)
  const [name = ''] = full
  const initials = words.filter(isInitial)
  if (full.length !== 1 || initials.length === 0 || isKnownFirstName(name)) return undefined
  return { given: [name], family: initials }
}

/** Vietnamese are called by the last of their given names. */
function vietnameseGiven({ given: givenNames, family }: NameReading): NameReading | undefined {
  const [name = ''] = family
  if (family.length !== 1 || givenNames.length < 2 || !isFamilyNameOf('vietnamese', name)) return undefined
  const called = givenNames.at(-1) as string
  return isInitial(called) ? undefined : { given: [called, ...givenNames.slice(0, -1)], family }
}

function withInitials(words: readonly string[], joined: string): NameReading | undefined {
  const rest = words.filter((word) => word !== joined)
  // `Grace LI`, `WANG Wei`: a family name in capitals.
  if (isListedFamilyName(joined)) return undefined
  return { given: [...joined, ...rest.slice(0, -1)], family: rest.slice(-1) }
}
