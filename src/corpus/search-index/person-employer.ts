import { companyNameForms } from '../../lib/company-likeness.ts'
import { firstNameForms } from '../../lib/first-name.ts'
import { latinText, soundOf, withoutUmlauts } from '../../lib/latin-text.ts'
import { memo } from '../../lib/memo.ts'
import { parsePersonName } from '../../lib/person-name.ts'
import type { Experience, PersonRecord } from '../records/index.ts'
import { exactToken } from './tokens.ts'

/** Employers of one person that are looked up, those of today first. */
const mostEmployers = 3

/**
 * What a person is looked up by who is known by name and employer: how both sound, so that typical misspellings find
 * the same. They find candidates and do not identify.
 */
export function personEmployerTokens(record: PersonRecord): string[] {
  const { initial, family } = nameSound(record)
  if (family === '') return []
  return [...employerSounds(record)].map((employer) => employerToken({ initial, family, employer }))
}

/** The same by the domains of the employers, which are taken as they are: no sound has a dot. */
export function personDomainTokens(record: PersonRecord): string[] {
  const domains = employersOf(record, ({ company_domain }) => company_domain ?? '')
  if (domains.size === 0) return []
  const { initial, family } = nameSound(record)
  if (family === '') return []
  return [...domains].map((employer) => employerToken({ initial, family, employer }))
}

/** The tokens that people of a record's name at its employers may carry. */
export function personAlikeTokens(record: PersonRecord): string[] {
  const sounds = employerSounds(record)
  const { name, first_name, last_name } = record
  if (first_name && last_name)
    return tokensOf({ initials: givenInitials(first_name), family: lastSound(last_name) }, sounds)
  return tokensFor(name ?? `${first_name ?? ''} ${last_name ?? ''}`, sounds)
}

function employerSounds(record: PersonRecord): Set<string> {
  return employersOf(record, ({ company_name }) => (company_name ? employerSound(company_name) : ''))
}

/** What is read from each of the first employers, those of today before others; nothing where it is empty. */
function employersOf({ experiences }: PersonRecord, read: (position: Experience) => string): Set<string> {
  const employers = new Set<string>()
  for (const current of [true, false]) {
    for (const position of experiences ?? []) {
      if ((position.is_current === true) !== current || employers.size >= mostEmployers) continue
      const employer = read(position)
      if (employer !== '') employers.add(employer)
    }
  }
  return employers
}

/**
 * The tokens that people of a name at employers of some names, or of some domains, may carry: of every nickname and order
 * the name allows.
 */
export function personEmployerQuery(
  name: string,
  employers: readonly string[],
  domains: readonly string[] = [],
): string[] {
  const sounds = employers.map(employerSound).filter((sound) => sound !== '')
  return tokensFor(name, new Set([...sounds, ...domains]))
}

function tokensFor(name: string, sounds: ReadonlySet<string>): string[] {
  const { first, last } = parsePersonName(name)
  if (last === '') return []
  return tokensOf({ initials: initialsOf(first), family: familySound(last) }, sounds)
}

function tokensOf(
  { initials, family }: { initials: readonly string[]; family: string },
  sounds: ReadonlySet<string>,
): string[] {
  if (family === '') return []
  return initials.flatMap((initial) =>
    [...sounds].map((employer) => employerToken({ initial, family, employer })),
  )
}

/** Of the first name and every nickname it allows. */
function initialsOf(first: string): string[] {
  return [...new Set(firstNameForms(first.split(' ')[0] ?? '').map((form) => initialOf(form)))]
}

interface Sounds {
  initial: string
  family: string
  employer: string
}

function employerToken({ initial, family, employer }: Sounds): string {
  return exactToken('nc', `${family}.${initial}@${employer}`)
}

/** Taken from the parts where the record has them: they repeat, whole names do not, and taking one apart costs 10 µs. */
function nameSound({ name, first_name, last_name }: PersonRecord): { initial: string; family: string } {
  if (first_name && last_name) return { initial: givenSound(first_name), family: lastSound(last_name) }
  const { first, last } = parsePersonName(name ?? `${first_name ?? ''} ${last_name ?? ''}`)
  return { initial: initialOf(first), family: last === '' ? '' : familySound(last) }
}

const initialOf = (first: string) => soundOf(latinText(first)).charAt(0)
const familySound = (last: string) => soundOf(withoutUmlauts(latinText(last).replaceAll(' ', '')))
const givenSound = memo((first: string) => initialOf(parsePersonName(`${first} x`).first))
const givenInitials = memo((first: string) => initialsOf(parsePersonName(`${first} x`).first))
const lastSound = memo((last: string) => familySound(parsePersonName(`x ${last}`).last))
const employerSound = memo((name: string) => {
  const { sound, joined } = companyNameForms(name)
  return sound.length < 3 ? joined : sound
})
