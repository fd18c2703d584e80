import type { Schemas } from '../call/client.ts'
import { number } from '../words.ts'
import type { RecordView } from './view.ts'

export type Person = Omit<Schemas['PersonRecord'], 'courses'>

export const month = (day: string | null | undefined) => day?.slice(0, 7) ?? ''

/** Where the page of a person is: by the id that never changes, else by the profile. */
export const personPlace = (person: Pick<Person, 'entity_id' | 'primary_slug'>) =>
  person.entity_id ?? person.primary_slug

export const viewPerson = (person: Person): RecordView => ({
  headline: person.headline,
  facts: [
    ['Lives in', person.inferred_location?.formatted_address ?? person.locality],
    ['Industry', person.industry_name],
    ['Working since', person.career_began_at?.slice(0, 4)],
    ['Connections', person.connection_count === null ? '' : number(person.connection_count)],
    ['Speaks', (person.languages ?? []).flatMap(({ name }) => name ?? []).join(', ')],
  ],
  text: person.summary,
  lists: [
    {
      title: 'Positions',
      items: (person.experiences ?? []).map((job) => ({
        over: [job.title, job.company_name].filter(Boolean).join(', '),
        under: `${month(job.start_date)} to ${month(job.end_date) || 'now'}`,
      })),
    },
    {
      title: 'Education',
      items: (person.education ?? []).map((school) => ({
        over: school.school_name ?? '',
        under: [school.degree, school.field_of_study_name].filter(Boolean).join(', '),
      })),
    },
  ],
  tags: person.skills ?? [],
})
