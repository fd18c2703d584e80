import { containsWords, hasAny, or, type Condition } from '../../corpus/search/index.ts'
import { exactToken } from '../../corpus/search-index/index.ts'
import type { Experience, PersonRecord } from '../../corpus/records/index.ts'
import { strongest, type Assessment, type Clue } from './clue.ts'
import { isKnown, organizationLikeness, partialName, type Organization } from './organization.ts'

/** The worth of a past position compared with a current one. */
const pastShare = 0.7
/** Names of one organization that candidates are looked for under. */
const maxNames = 5

/** The employer, now or in the past. */
export function employerClue(employer: Organization, { fuzzy }: { fuzzy: boolean }): Clue {
  return {
    member: employer.member,
    weight: 0.7,
    penalty: 0.6,
    conditions: organizationConditions(employer, { id: 'co', name: 'cname', domain: 'cdom' }),
    assess(person) {
      const isListed = isKnown(employer)
      return strongest(
        (person.experiences ?? []).map((position): Assessment => {
          const organization = heldAt(position)
          const likeness = organizationLikeness(employer, organization, { fuzzy })
          const present = position.is_current === true
          // Of one known by its domain alone, a position that does not name it may still be there.
          if (likeness === 0 && !isListed) return { verdict: 'unknown' }
          if (likeness === 0) return { verdict: 'differs', evidence: `${employer.member}: no position there` }
          return {
            verdict: 'agrees',
            strength: likeness * (present ? 1 : pastShare),
            present,
            evidence: `${employer.member}: ${present ? 'works' : 'worked'} at ${organization.name ?? organization.domain ?? organization.id}`,
          }
        }),
      )
    },
  }
}

const heldAt = ({ pnet_company_id, company_name, company_domain }: Experience) => ({
  id: pnet_company_id,
  name: company_name,
  domain: company_domain,
})

/** Whether a person holds a position at the employer now, beyond a similar name. */
export function worksThere(
  person: PersonRecord,
  employer: Organization,
  { fuzzy }: { fuzzy: boolean },
): boolean {
  return (person.experiences ?? []).some(
    (position) =>
      position.is_current === true &&
      organizationLikeness(employer, heldAt(position), { fuzzy }) > partialName,
  )
}

/** A school attended. */
export function schoolClue(school: Organization, { fuzzy }: { fuzzy: boolean }): Clue {
  return {
    member: school.member,
    weight: 0.5,
    penalty: 0.75,
    conditions: organizationConditions(school, { id: 'school', name: 'sname' }),
    assess(person) {
      if (!isKnown(school)) return { verdict: 'unknown' }
      return strongest(
        (person.education ?? []).map((entry): Assessment => {
          const schoolAttended = { id: entry.school_id, name: entry.school_name }
          const strength = organizationLikeness(school, schoolAttended, { fuzzy })
          if (strength === 0) return { verdict: 'differs', evidence: `${school.member}: not attended` }
          return {
            verdict: 'agrees',
            strength,
            present: true,
            evidence: `${school.member}: attended ${schoolAttended.name ?? schoolAttended.id}`,
          }
        }),
      )
    },
  }
}

/** By id, domain or name key where the index has them, and by its name anywhere in the record, which covers the past. */
function organizationConditions(
  { orgIds, nameKeys, domains }: Organization,
  facet: { id: 'co' | 'school'; name: 'cname' | 'sname'; domain?: 'cdom' },
): Condition[] {
  const tokens = [
    ...[...orgIds].map((id) => exactToken(facet.id, id)),
    ...[...nameKeys].map((key) => exactToken(facet.name, key)),
    ...[...domains].flatMap((domain) => (facet.domain ? exactToken(facet.domain, domain) : [])),
  ]
  if (tokens.length === 0) return []
  return [hasAny('facets', tokens), or([...nameKeys].slice(0, maxNames).map(containsWords))].filter(
    (condition) => condition.kind !== 'never',
  )
}
