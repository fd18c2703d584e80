import { companyNameForms, companyNameLikeness } from '../../../lib/company-likeness.ts'
import { matchPersonName } from '../../../lib/person-match.ts'
import type { Agreement } from './weigh.ts'

/** Names this alike are one person's. */
const sameName = 0.6

type Members = Readonly<Record<string, unknown>>

/** Undefined when one of them has no name. */
export function samePersonName(a: Members, b: Members): Agreement | undefined {
  const [one, other] = [fullName(a), fullName(b)]
  if (one === '' || other === '') return undefined
  const found = matchPersonName(one, other, { loose: true })
  const likeness = found >= sameName ? found : 0
  return { likeness, text: `name: ${one} and ${other}${likeness === 0 ? ' differ' : ''}` }
}

/** The name of a person record, or its parts. */
export function fullName(members: Members): string {
  const parts = [members['first_name'], members['last_name']].filter(Boolean).join(' ')
  return String(members['name'] ?? parts)
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
