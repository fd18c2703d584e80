import { companyNameForms, companyNameLikeness, matchPersonName } from '../../names/index.ts'
import { readHouse, isOneStreet } from '../../../lib/house.ts'
import type { PersonRecord } from '../../records/index.ts'
import { birthLikeness } from './birth.ts'
import { fullName } from './full-name.ts'
import { namesIn } from './life.ts'
import { isOwnMailbox } from './mailbox.ts'
import { sameName as sameNameParts } from './same-name.ts'
import type { Agreement, Beside } from './weigh.ts'

/** Names this alike are one person's. */
const sameName = 0.6

type Members = Readonly<Record<string, unknown>>

/** Undefined when one of them has no name. */
export function samePersonName(a: Members, b: Members, contacts?: Beside['contacts']): Agreement | undefined {
  const [one, other] = [fullName(a), fullName(b)]
  if (one === '' || other === '') return undefined
  const score = matchPersonName(one, other, { loose: true })
  const likeness = score >= sameName ? score : 0
  if (likeness === 0) return { likeness, text: `name: ${one} and ${other} differ` }
  const text = `name: ${one} and ${other}`
  const apart = toldApart(a, b)
  if (apart !== undefined) return { likeness: 0, text: `${text}, ${apart}` }
  const against = otherOfHouse(a, b) ?? (shareOwnMailbox(a, b, contacts) ? undefined : findDoubt(a, b))
  return against === undefined ? { likeness, text } : { likeness, text, against }
}

/** Families share mailboxes and numbers: what tells their members apart; undefined where nothing does. */
function toldApart(a: Members, b: Members): string | undefined {
  const [one, other] = [wholeDay(a), wholeDay(b)]
  if ((isFamilyAlone(a) || isFamilyAlone(b)) && !(fullName(a) === fullName(b) && one === other))
    return 'a family name alone'
  if (one === undefined || other === undefined) return undefined
  const birth = birthLikeness(one, other)
  if (birth === 'other') return `born ${one} and ${other}`
  if (birth === 'apart') return undefined
  const { given: givenName, family, isSwapped, isFamilyFirst } = sameNameParts(namesIn(a), namesIn(b))
  const isOther = givenName === 'other' || ((isSwapped || isFamilyFirst) && family === 'other')
  return isOther ? 'twins' : undefined
}

/** Who has the name of one of the house, and is born on another day: they may have one mailbox, too. */
function otherOfHouse(a: Members, b: Members): string | undefined {
  return shareHouse(a, b) ? bornApart(a, b) : undefined
}

function bornApart(a: Members, b: Members): string | undefined {
  const [one, other] = [wholeDay(a), wholeDay(b)]
  if (one === undefined || other === undefined || birthLikeness(one, other) !== 'apart') return undefined
  return `born ${one} and ${other}`
}

/** What leaves too much doubt, unless they share a mailbox that is one person's. */
function findDoubt(a: Members, b: Members): string | undefined {
  const apart = bornApart(a, b)
  if (apart !== undefined) return apart
  // Parent and child of one name share house, telephone and the family's mailbox.
  const isHalfBorn = (wholeDay(a) === undefined) !== (wholeDay(b) === undefined)
  if (isHalfBorn && shareHouse(a, b)) return 'the day of birth is not known'
  const isInitial = [a, b].some(
    ({ first_name }) => typeof first_name === 'string' && /^\p{L}\.?$/u.test(first_name),
  )
  return isInitial && fullName(a) !== fullName(b) ? 'an initial alone' : undefined
}

function shareOwnMailbox(a: Members, b: Members, contacts: Beside['contacts'] | undefined): boolean {
  const [ones, others] = (contacts ?? []).map((each) =>
    (each?.emails ?? []).map(({ email }) => email.toLowerCase()),
  )
  if (ones === undefined || others === undefined) return false
  const people = [namesIn(a), namesIn(b)]
  return ones.some((email) => others.includes(email) && isOwnMailbox(email, people))
}

function shareHouse(a: Members, b: Members): boolean {
  const [one, other] = [a, b].map(({ inferred_location: place }) =>
    readHouse((place as PersonRecord['inferred_location'])?.street_address),
  )
  if (one === undefined || other === undefined || !isOneStreet(one, other)) return false
  return one.number === other.number || [one, other].some(({ number }) => number === '')
}

/** Whether a record says no more of a name than that of the family. */
const isFamilyAlone = ({ first_name, last_name }: Members) => !first_name && Boolean(last_name)

/** A year alone is stored as its first day. */
function wholeDay({ dob }: Members): string | undefined {
  return typeof dob === 'string' && /^\d{4}-\d\d-\d\d$/.test(dob) && !dob.endsWith('-01-01') ? dob : undefined
}

/** Undefined when one of them has no name. */
export function sameCompanyName(a: Members, b: Members): Agreement | undefined {
  const [ones, others] = [allNames(a), allNames(b)]
  if (ones.length === 0 || others.length === 0) return undefined
  let best = 0
  for (const one of ones)
    for (const other of others) {
      const likeness = companyNameLikeness(companyNameForms(one), companyNameForms(other), { fuzzy: true })
      best = Math.max(best, likeness?.likeness ?? 0)
    }
  return { likeness: best, text: `name: ${ones[0]} and ${others[0]}${best === 0 ? ' differ' : ''}` }
}

const maxNames = 10

function allNames(members: Members): string[] {
  const names = [members['preferred_name'], ...((members['names'] as unknown[] | null | undefined) ?? [])]
  return names.filter((name): name is string => typeof name === 'string' && name !== '').slice(0, maxNames)
}
