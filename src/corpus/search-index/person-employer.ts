import {
  companyNameForms,
  firstNameForms,
  inLatin,
  koreanFamilySpellings,
  LEFT_OUT,
  nameReadings,
  parsePersonName,
  PARTICLES,
} from '../names/index.ts'
import { latinText, toSound, withoutUmlauts } from '../../lib/latin-text.ts'
import { memo } from '../../lib/memo.ts'
import type { Experience, PersonRecord } from '../records/index.ts'
import { isInOtherScript, slugNames } from './person-names.ts'
import { exactToken } from './tokens.ts'

/** Employers of one person that are looked up, present ones first. */
const maxEmployers = 3
/** Limits: forms under which one name is stored, forms that are asked for, and tokens of one question. */
const maxStoredEmployers = 8
const maxEmployersRead = 24
const maxTokens = 240

/**
 * Tokens for finding a person by name and employer: how both sound, so that typical misspellings are found. Names
 * with several surnames, with the family name first, or in another script have a token for each reading. Tokens
 * propose candidates and do not identify.
 */
export function personEmployerTokens(record: PersonRecord, names = nameSounds(record)): string[] {
  const tokens = makeTokens(names, employerSounds(record))
  if (isInOtherScript(record)) tokens.push(...makeTokens(names, [anywhere]))
  return tokens
}

/** The same with the domains of employers, which are taken as they are: no sound has a dot. */
export function personDomainTokens(record: PersonRecord, names = nameSounds(record)): string[] {
  const domains = listEmployers(record, ({ company_domain }) => company_domain ?? '')
  return domains.size === 0 ? [] : makeTokens(names, domains)
}

/** The tokens that people with a record's name at its employers may carry. */
export function personAlikeTokens(record: PersonRecord): string[] {
  const sounds = employerSounds(record)
  const { first_name, last_name } = record
  const names: NameSounds[] = []
  if (first_name && last_name)
    names.push({ initials: givenInitials(first_name), families: lastSounds(last_name) })
  if (names.length === 0 || isComplex(record)) names.push(...soundsAsked(wholeName(record)))
  return makeTokens(names.flatMap(combined).slice(0, maxEmployersRead), sounds).slice(0, maxTokens)
}

function employerSounds(record: PersonRecord): Set<string> {
  return listEmployers(record, ({ company_name }) => (company_name ? employerSound(company_name) : ''))
}

/** Values of each of the first employers, present ones first; nothing for empty ones. */
function listEmployers({ experiences }: PersonRecord, read: (position: Experience) => string): Set<string> {
  const employers = new Set<string>()
  for (const current of [true, false]) {
    for (const position of experiences ?? []) {
      if ((position.is_current === true) !== current || employers.size >= maxEmployers) continue
      const employer = read(position)
      if (employer !== '') employers.add(employer)
    }
  }
  return employers
}

/**
 * The tokens that people of a name at employers of some names, or domains, may carry, for every nickname and order of
 * the name. At most 240, those of the likeliest reading first.
 */
export function personEmployerQuery(
  name: string,
  employers: readonly string[],
  domains: readonly string[] = [],
): string[] {
  const sounds = employers.map(employerSound).filter((sound) => sound !== '')
  return makeTokens(nameSoundsAsked(name), new Set([...sounds, ...domains])).slice(0, maxTokens)
}

/** The tokens of people whose record has a name in another script, wherever they work. */
export function nativeNameQuery(name: string): string[] {
  return makeTokens(nameSoundsAsked(name), [anywhere])
}

/** Stands in the place of an employer, since a sound is never empty. */
const anywhere = ''

export interface NameSound {
  initial: string
  family: string
}

interface NameSounds {
  initials: readonly string[]
  families: readonly string[]
}

const combined = ({ initials, families }: NameSounds): NameSound[] =>
  families.flatMap((family) => initials.map((initial) => ({ initial, family })))

function makeTokens(names: readonly NameSound[], employers: Iterable<string>): string[] {
  const uniqueNames = new Set<string>()
  const all = [...employers]
  for (const { initial, family } of names)
    for (const employer of all) uniqueNames.add(exactToken('nc', `${family}.${initial}@${employer}`))
  return [...uniqueNames]
}

const nameSoundsAsked = (name: string) =>
  unique(soundsAsked(name).flatMap(combined)).slice(0, maxEmployersRead)

/** Tokens for every reading of the name, and for two words also reversed, because candidates need no evidence. */
function soundsAsked(name: string): NameSounds[] {
  return [name, ...(beyondLatin.test(name) ? [inLatin(name)] : [])].flatMap((written) => {
    const readings = nameReadings(parsePersonName(written)).filter(({ family }) => family.length > 0)
    const [plain] = readings
    const isPair = plain !== undefined && plain.given.length === 1 && plain.family.length === 1
    const all = isPair ? [...readings, { given: plain.family, family: plain.given }] : readings
    return all.map(({ given: givenNames, family }) => ({
      initials: listInitials(givenNames[0] ?? ''),
      families: unique([...familySounds(family), ...family.flatMap(koreanSounds)]),
    }))
  })
}

const koreanSounds = (word: string) => koreanFamilySpellings(word).map(wordSound)

/** Tokens of the first name and of every nickname of it. */
function listInitials(first: string): string[] {
  return unique(firstNameForms(first.split(' ')[0] ?? '').map((form) => readInitial(form)))
}

const unique = <T>(all: readonly T[]): T[] => {
  const byText = new Map(all.map((each) => [typeof each === 'string' ? each : JSON.stringify(each), each]))
  return [...byText.values()]
}

const beyondLatin = /[\u0370-\uffff]/
const wholeName = ({ name, first_name, last_name }: PersonRecord) =>
  name ?? `${first_name ?? ''} ${last_name ?? ''}`

/** Whether a name may be read in more ways than one. Most may not, and taking one apart costs 10 µs. */
const isComplex = (record: PersonRecord) =>
  /\S\s+\S+\s+\S|["“”„«»()[\]]|[\u0370-\uffff]/.test(wholeName(record))

/** How a person's name sounds. Taken from the parts where the record has them, because parts repeat and whole names do not. */
export function nameSounds(record: PersonRecord): NameSound[] {
  const { first_name, last_name } = record
  const sounds: NameSound[] = []
  if (first_name && last_name)
    sounds.push(...combined({ initials: [givenSound(first_name)], families: lastSounds(last_name) }))
  if (sounds.length === 0 || isComplex(record))
    for (const name of [wholeName(record), ...slugNames(record), ...transliterated(record)])
      for (const { given: givenNames, family } of nameReadings(parsePersonName(name)))
        sounds.push(...combined({ initials: storedInitials(givenNames), families: familySounds(family) }))
  return unique(sounds.filter(({ family }) => family !== '')).slice(0, maxStoredEmployers)
}

const transliterated = (record: PersonRecord) => (isInOtherScript(record) ? [inLatin(wholeName(record))] : [])

/** The second name counts as well where the first is often left out. */
function storedInitials([first = '', second = '']: readonly string[]): string[] {
  const isLeftOut = second.length > 1 && (first.length === 1 || LEFT_OUT.has(first))
  return unique((isLeftOut ? [first, second] : [first]).map(readInitial))
}

const readInitial = (first: string) => toSound(latinText(first)).charAt(0)
const wordSound = (word: string) => toSound(withoutUmlauts(latinText(word).replaceAll('tsch', 'ch')))

/** The family name as one word, and each word of it that is a name. */
function familySounds(words: readonly string[]): string[] {
  const names = words.length === 1 ? [] : words.filter((word) => !PARTICLES.has(word) && word.length > 1)
  return unique([words.join(''), ...names].map(wordSound)).filter((sound) => sound !== '')
}

const givenSound = memo((first: string) => readInitial(parsePersonName(`${first} x`).first))
const givenInitials = memo((first: string) => listInitials(parsePersonName(`${first} x`).first))
const lastSounds = memo((last: string) =>
  familySounds(
    parsePersonName(`${last.replaceAll(',', ' ')}, x`)
      .last.split(' ')
      .filter(Boolean),
  ),
)
const employerSound = memo((name: string) => {
  const { sound, joined } = companyNameForms(name)
  return sound.length < 3 ? joined : sound
})
