import { upToDatePerson, type PersonRecord } from '../records/index.ts'
import { listTagsOn, readDayTagFacts, writeTagDays } from '../search-index/index.ts'
import { placeParts } from './members.ts'

/** What a change of is told to those who watch a person. */
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
    // Records have no members of their own for these: operators who know them keep them with their own.
    top_voice: flagged(record, 'top_voice'),
    verified: flagged(record, 'verified'),
  }
}

/** Null if the operator's members do not say. */
function flagged({ custom_data }: PersonRecord, name: string): boolean | null {
  const value = custom_data?.[name]
  return value === undefined || value === null ? null : /^(true|yes|1)$/i.test(value)
}

/**
 * Labels of a stored person by the day. Records of earlier programs lack levels and functions, which rows are built with:
 * they are completed first.
 */
export function readPersonLabels(body: string): (today: number) => readonly string[] {
  const facts = readDayTagFacts(upToDatePerson(JSON.parse(body) as PersonRecord))
  return (today) => listTagsOn(facts, today)
}
