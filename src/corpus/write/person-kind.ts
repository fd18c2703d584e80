import { normalText } from '../../lib/text-normal.ts'
import { completePerson, type NativePerson, type PersonRecord } from '../records/index.ts'
import {
  blockToken,
  mailDomainTokens,
  personAlikeTokens,
  personEmployerTokens,
  personIdentifiers,
  personPageTokens,
  personRow,
} from '../search-index/index.ts'
import { alikePeople } from './alike-people.ts'
import { place, withFirst } from './company-kind.ts'
import type { Split, WriteKind } from './kind.ts'
import { subjectTokens } from './subject-tokens.ts'

export const personKind: WriteKind<PersonRecord> = {
  kind: 'people',
  table: 'people',
  columns: [
    ...['org_ids', 'title_count', 'lat', 'lon', 'job_orgs', 'job_titles', 'job_starts'],
    ...['facets', 'titles', 'title_tokens', 'words'],
    ...['connections', 'followers', 'birth', 'began', 'stealth_entered', 'stealth_left'],
    ...['company_starts', 'current_names', 'past_titles', 'past_orgs', 'past_names', 'past_left'],
    ...['edu_texts', 'edu_orgs', 'edu_starts', 'edu_ends'],
  ],
  bodyTable: 'person_bodies',
  union: ['slugs', 'entity_urns'],
  derived: { current_job: 'experiences' },
  split(line) {
    const { source, observed_at, confidence, emails, phone_numbers, external_ids, ...members } =
      line as NativePerson
    const split: Split = {
      members,
      emails: emails ?? [],
      phoneNumbers: phone_numbers ?? [],
      externalIds: external_ids ?? {},
    }
    if (source) split.source = source
    if (observed_at) split.observedAt = observed_at
    if (typeof confidence === 'number') split.confidence = confidence
    return split
  },
  complete(members, id) {
    const primary_slug = (members['primary_slug'] as string | null | undefined) ?? ownSlug(members, id)
    const record = completePerson({ ...members, primary_slug } as NativePerson & { primary_slug: string })
    record.slugs = withFirst(primary_slug, record.slugs)
    return record
  },
  identifiers: (record, sealed) => [
    ...new Set([...personIdentifiers(record, sealed), ...(sealed.aliases ?? [])]),
  ],
  subjects: (record, sealed) => subjectTokens(personIdentifiers(record, sealed), sealed.emails, record.url),
  names: (record, _links, id, sealed) => {
    const tokens = personEmployerTokens(record)
    const blocking = hasPage(record, id) ? [] : tokens.map(blockToken)
    return [...tokens, ...blocking, ...mailDomainTokens(sealed?.emails ?? []), ...personPageTokens(record)]
  },
  blocking: {
    // Of two pages none is the other's, so a line with one asks for people without.
    asked: (line) => {
      const tokens = personAlikeTokens(line)
      return hasPage(line, '0') ? tokens.map(blockToken) : tokens
    },
    hasPage,
    judge: alikePeople,
  },
  row(record) {
    const row = personRow(record)
    const { rank, titleCount, lat, lon, facets, titles, titleTokens, words } = row
    const { connections, followers, birth, began, stealthEntered, stealthLeft } = row
    return {
      rank,
      values: [
        ...[row.orgIds, titleCount, lat, lon, row.jobOrgs, row.jobTitles, row.jobStarts],
        ...[facets, titles, titleTokens, words],
        ...[connections, followers, birth, began, stealthEntered, stealthLeft],
        ...[row.companyStarts, row.currentNames, row.pastTitles, row.pastOrgs, row.pastNames, row.pastLeft],
        ...[row.eduTexts, row.eduOrgs, row.eduStarts, row.eduEnds],
      ],
    }
  },
  tracked: (record) => ({
    name: record.name,
    headline: record.headline,
    summary: record.summary,
    location: place(record.inferred_location),
    experiences: (record.experiences ?? []).map(
      ({
        pnet_company_id,
        company_name,
        title,
        is_current,
        start_date,
        end_date,
        seniority,
        employment_type,
        locality,
      }) => ({
        ...{ pnet_company_id, company_name, title, is_current, start_date, end_date },
        ...{ seniority, employment_type, locality },
      }),
    ),
    skills: record.skills,
    certifications: (record.certifications ?? []).map(({ title, company_name, date }) => ({
      title,
      company_name,
      date,
    })),
    tags: record.tags,
    connection_count: record.connection_count,
    follower_count: record.follower_count,
    open_to_work: record.open_to_work,
    premium: record.premium,
    influencer: record.influencer,
    is_hiring: record.is_hiring,
  }),
}

const suffixOf = (id: string) => `-${Number(id).toString(36)}`

/** Whether a slug is of the network, not of our making. */
function hasPage({ primary_slug, slugs }: PersonRecord, id: string): boolean {
  const isOurs = (slug: string) => id !== '0' && slug.endsWith(suffixOf(id))
  return [primary_slug, ...(slugs ?? [])].some((slug) => slug !== '' && !isOurs(slug))
}

/** The record must have a slug (SPEC.md); a person from a source without slugs gets one made of name and entity id. */
function ownSlug(members: Record<string, unknown>, id: string): string {
  const name = members['name'] ?? [members['first_name'], members['last_name']].filter(Boolean).join(' ')
  const words = normalText(String(name)).replaceAll(' ', '-').slice(0, 60)
  return `${words === '' ? 'person' : words}${suffixOf(id)}`
}
