import { companyNameForms, companyNameLikeness } from '../../../lib/company-likeness.ts'
import { normalName } from '../../../lib/first-name.ts'
import { matchPersonName } from '../../../lib/person-match.ts'
import { generation, isDaySlip } from './birth.ts'
import { fullName } from './full-name.ts'
import { givenLikeness } from './same-name.ts'
import type { Agreement } from './weigh.ts'

/** Names this alike are one person's. */
const sameName = 0.6

type Members = Readonly<Record<string, unknown>>

/** Undefined when one of them has no name. */
export function samePersonName(a: Members, b: Members): Agreement | undefined {
  const [one, other] = [fullName(a), fullName(b)]
  if (one === '' || other === '') return undefined
  const found = matchPersonName(one, other, { loose: true })
  const against = bornOtherwise(a, b)
  if (against !== undefined) return { likeness: 0, text: `name: ${one} and ${other}, ${against}` }
  const likeness = found >= sameName ? found : 0
  return { likeness, text: `name: ${one} and ${other}${likeness === 0 ? ' differ' : ''}` }
}

/** Members of a family share a mailbox: what tells them apart by birth; undefined where nothing does. */
function bornOtherwise(a: Members, b: Members): string | undefined {
  const [one, other] = [wholeDay(a), wholeDay(b)]
  const isOfFamily = isFamilyAlone(a, b) || isFamilyAlone(b, a)
  if (one === undefined || other === undefined) return isOfFamily ? 'a family name alone' : undefined
  if (one === other) {
    const [first = '', second = ''] = [a, b].map(
      ({ first_name }) => normalName(String(first_name ?? '')).split(' ')[0],
    )
    return givenLikeness(first, second) === 'other' ? 'twins' : undefined
  }
  const years = Math.abs(Number(one.slice(0, 4)) - Number(other.slice(0, 4)))
  const isNamed = [a, b].every(({ first_name }) => Boolean(first_name))
  return (years > generation || !isNamed) && !isDaySlip(one, other) ? `born ${one} and ${other}` : undefined
}

/** Whether the first says no more than the family name of the second. */
const isFamilyAlone = (a: Members, b: Members) =>
  !a['first_name'] && Boolean(a['last_name']) && Boolean(b['first_name'])

function wholeDay({ dob }: Members): string | undefined {
  return typeof dob === 'string' && /^\d{4}-\d\d-\d\d$/.test(dob) ? dob : undefined
}

/** Undefined when one of them has no name. */
export function sameCompanyName(a: Members, b: Members): Agreement | undefined {
  const [ones, others] = [allNames(a), allNames(b)]
  if (ones.length === 0 || others.length === 0) return undefined
  let best = 0
  for (const one of ones)
    for (const other of others) {
      const found = companyNameLikeness(companyNameForms(one), companyNameForms(other), { fuzzy: true })
      best = Math.max(best, found?.likeness ?? 0)
    }
  return { likeness: best, text: `name: ${ones[0]} and ${others[0]}${best === 0 ? ' differ' : ''}` }
}

const mostNames = 10

function allNames(members: Members): string[] {
  const names = [members['preferred_name'], ...((members['names'] as unknown[] | null | undefined) ?? [])]
  return names.filter((name): name is string => typeof name === 'string' && name !== '').slice(0, mostNames)
}
