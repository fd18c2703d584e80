import { nameParts } from './person-names.ts'
import { withPersonTags } from './person-tags.ts'
import type { PersonRecord } from './person.ts'
import { completeLocation, locationBeside } from './places/complete-location.ts'
import { listTenures } from './tenures.ts'

/**
 * Members of a person that are derived where a line does not give them, each with the member whose change makes it be
 * derived again. Also derived are the parts of the location (`derivedLocationMembers`), and the location itself,
 * which is read from `locality`.
 */
export const derivedPersonMembers = {
  current_job: 'experiences',
  career_began_at: 'experiences',
  tenures: 'experiences',
  tags: 'experiences',
  first_name: 'name',
  last_name: 'name',
} as const

/** Derives missing members from the given ones, in place. The positions are complete. */
export function derivePerson(record: PersonRecord): void {
  deriveNames(record)
  deriveCareer(record)
  record.inferred_location = locationBeside(record.inferred_location, record.locality)
  if (record.inferred_location !== null) completeLocation(record.inferred_location)
  record.tags = withPersonTags(record)
}

function deriveNames(record: PersonRecord): void {
  const { first_name, last_name } = record
  if (record.name === null) {
    const joined = [first_name, last_name].filter(Boolean).join(' ')
    if (joined !== '') record.name = joined
  } else if (first_name === null && last_name === null) {
    const { first, last } = nameParts(record.name)
    record.first_name = first
    record.last_name = last
  }
}

function deriveCareer(record: PersonRecord): void {
  const experiences = record.experiences ?? []
  if (record.career_began_at === null) {
    let began: string | null = null
    for (const { start_date } of experiences)
      if (start_date !== null && (began === null || start_date < began)) began = start_date
    record.career_began_at = began
  }
  if (record.tenures === null || record.tenures.length === 0) record.tenures = listTenures(experiences)
}
