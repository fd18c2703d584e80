import { readHead } from '../../lib/json-head.ts'
import { upToDateCareer, upToDatePerson, type CareerMembers, type PersonRecord } from '../records/index.ts'
import { listTagsOn, readDayTagFacts, writeTagDays } from '../search-index/index.ts'
import { placeParts } from './members.ts'

/** What watchers of a person learn of a change. */
export function trackedMembers(record: PersonRecord): Record<string, unknown> {
  return {
    name: record.name,
    headline: record.headline,
    summary: record.summary,
    location: placeParts(record.inferred_location),
    experiences: (record.experiences ?? []).map(
      ({
        pnet_company_id,
        company_name,
        company_domain,
        title,
        is_current,
        start_date,
        end_date,
        seniority,
        employment_type,
        locality,
      }) => ({
        pnet_company_id,
        company_name,
        company_domain,
        title,
        is_current,
        start_date,
        end_date,
        seniority,
        employment_type,
        locality,
      }),
    ),
    skills: record.skills,
    certifications:
      record.certifications?.map(({ title, company_name, credential_id, date }) => ({
        title,
        company_name,
        credential_id,
        date,
      })) ?? null,
    tags: record.tags,
    tag_days: writeTagDays(readDayTagFacts(record)),
    connection_count: record.connection_count,
    follower_count: record.follower_count,
    open_to_work: record.open_to_work,
    premium: record.premium,
    influencer: record.influencer,
    is_hiring: record.is_hiring,
    // Records have no members for these. Operators who know them store them with their own members.
    top_voice: flagged(record, 'top_voice'),
    verified: flagged(record, 'verified'),
  }
}

/** Null where the operator's members do not say. */
function flagged({ custom_data }: PersonRecord, name: string): boolean | null {
  const value = custom_data?.[name]
  return value === undefined || value === null ? null : /^(true|yes|1)$/i.test(value)
}

/**
 * Labels of a stored person by the day. Records of earlier programs lack levels and functions that rows are built
 * with, so they are completed first. What labels follow from stands in the first half of a record.
 */
export function readPersonLabels(body: string): (today: number) => readonly string[] {
  const career = readHead<CareerMembers>(body, 'inferred_location', ['tags', 'education', 'experiences'])
  const facts = readDayTagFacts(upToDateCareer(career) ?? upToDatePerson(JSON.parse(body) as PersonRecord))
  return (today) => listTagsOn(facts, today)
}
