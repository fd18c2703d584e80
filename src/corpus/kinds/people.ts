import { withoutDirectionsIn } from '../../lib/storable-text.ts'
import { platformAliases } from '../../lib/social-handle.ts'
import { normalText } from '../../lib/text-normal.ts'
import {
  completePerson,
  derivedPersonMembers,
  nativePerson,
  personRecord,
  type NativePerson,
  type PersonRecord,
  upToDatePerson,
} from '../records/index.ts'
import { generatePerson } from '../sample/index.ts'
import {
  blockToken,
  mailDomainTokens,
  mailboxTokens,
  nameTokens,
  nameWordsColumn,
  personAlikeTokens,
  personDomainTokens,
  personEmployerTokens,
  personIdentifiers,
  personLifeTokens,
  personPageTokens,
  personRow,
  traitNumber,
  type TenureRow,
} from '../search-index/index.ts'
import { samePersonName } from './alike/names.ts'
import { personTerms } from './alike/life.ts'
import { alikePeople, personVariant } from './alike/people.ts'
import { peopleBesidesNames } from './besides-names.ts'
import { defineKind, type RowValue } from './define-kind.ts'
import { addressOfSlug, namePerson, pageAddress, spellPages } from './line-pages.ts'
import { placeParts, withFirst } from './members.ts'
import { pageTokens } from './mentions.ts'
import { gatePerson } from './person-line-gate.ts'
import { withSharedEmployers } from './person-line.ts'
import { splitLine, type Sealed, type Split } from './stored.ts'
import { careerWithPresent } from './present-jobs.ts'
import { subjectTokens } from './subject-tokens.ts'

/** Columns of `tenures` in the order of `tenureValues`. */
const tenureColumns = [
  'employer',
  'place',
  'first_day',
  'last_day',
  'origin',
  'destination',
  'entry_level',
  'exit_level',
  'entry_function',
  'exit_function',
  'functions',
  'grade',
  'titles',
  'began',
  'country',
  'lat',
  'lon',
  'schools',
] as const

const tenureValues = (row: TenureRow): RowValue[] => [
  row.employer,
  row.place,
  row.firstDay,
  row.lastDay,
  row.origin,
  row.destination,
  row.entryLevel,
  row.exitLevel,
  row.entryFunction,
  row.exitFunction,
  row.functions,
  row.grade,
  row.titles,
  row.began,
  row.country,
  row.lat,
  row.lon,
  row.schools,
]

export const people = defineKind({
  name: 'people',
  words: 'people',

  record: personRecord,
  line: nativePerson,
  split: splitPerson,
  laidOver: (newer, older): Record<string, unknown> => {
    const experiences = careerWithPresent(newer, older)
    return experiences === undefined ? {} : { experiences }
  },
  union: ['slugs', 'entity_urns', 'external_ids'],
  derived: derivedPersonMembers,
  own: ['primary_slug', 'user_id', 'entity_urn', 'url'],
  chosen: ['current_job'],
  naming: ['name', 'first_name', 'last_name'],
  complete(members, id) {
    const primary_slug = networkSlug(members, id) ?? members.primary_slug ?? ownSlug(members, id)
    const record = completePerson({ ...members, primary_slug })
    record.slugs = withFirst(primary_slug, record.slugs)
    if (record.url !== null && members.primary_slug) record.url = addressOfSlug(record.url, primary_slug)
    return record
  },
  isNamedById: true,
  tracked: trackedMembers,
  trackedFrom: {
    location: ['inferred_location', 'locality'],
    tags: ['tags', 'experiences'],
    top_voice: ['custom_data'],
    verified: ['custom_data'],
  },

  identifiers: (record, sealed) => [
    ...new Set([...personIdentifiers(record, sealed), ...(sealed.aliases ?? [])]),
  ],
  identity: {
    strong: ['slug', 'uid', 'ext'],
    single: ['uid'],
    sameName: samePersonName,
    besidesNames: peopleBesidesNames,
  },
  blocking: {
    // Of two pages none is the other's, so a line with one asks for people without.
    asked: (line) => {
      const tokens = personAlikeTokens(line)
      return [...(hasPage(line, '0') ? tokens.map(blockToken) : tokens), ...personLifeTokens(line)]
    },
    hasPage,
    judge: alikePeople,
    variant: personVariant,
    terms: personTerms,
  },
  referredBy: 'pid',
  suppression: {
    of: 'subject',
    tokens: (record, sealed, identifiers) =>
      subjectTokens(identifiers ?? personIdentifiers(record, sealed), sealed.emails, record.url),
  },

  mentions: {
    own: [
      'url',
      'primary_slug',
      'slugs',
      'user_id',
      'entity_urn',
      'entity_urns',
      'profile_pic',
      'external_ids',
    ],
    lists: [
      {
        path: ['publications', 'collaborators'],
        name: 'name',
        tokens: (entry) => pageTokens(String((entry as { url?: unknown }).url ?? '')),
      },
    ],
  },

  table: 'people',
  columns: [
    'org_ids',
    'title_count',
    'lat',
    'lon',
    'job_orgs',
    'job_titles',
    'job_starts',
    'facets',
    'titles',
    'title_tokens',
    'words',
    'connections',
    'followers',
    'birth',
    'began',
    'stealth_entered',
    'stealth_left',
    'company_starts',
    'current_names',
    'past_titles',
    'past_orgs',
    'past_names',
    'past_left',
    'edu_texts',
    'edu_orgs',
    'edu_starts',
    'edu_ends',
    'current_domains',
    'past_domains',
    'job_domains',
    'job_names',
    'traits',
  ],
  companion: { table: 'tenures', columns: tenureColumns },
  row(record) {
    const row = personRow(upToDatePerson(record))
    const { rank, titleCount, lat, lon, facets, titles, titleTokens, words } = row
    const { connections, followers, birth, began, stealthEntered, stealthLeft } = row
    return {
      rank,
      values: [
        row.orgIds,
        titleCount,
        lat,
        lon,
        row.jobOrgs,
        row.jobTitles,
        row.jobStarts,
        facets,
        titles,
        titleTokens,
        words,
        connections,
        followers,
        birth,
        began,
        stealthEntered,
        stealthLeft,
        row.companyStarts,
        row.currentNames,
        row.pastTitles,
        row.pastOrgs,
        row.pastNames,
        row.pastLeft,
        row.eduTexts,
        row.eduOrgs,
        row.eduStarts,
        row.eduEnds,
        row.currentDomains,
        row.pastDomains,
        row.jobDomains,
        row.jobNames,
        row.traits.map(traitNumber),
      ],
      companions: row.tenures.map(tenureValues),
    }
  },
  nameWords: nameTokens,
  setKeys: ['slug', 'uid', 'page', 'em', 'ph', 'ext', 'soc'],
  lookups: (record, _links, id, sealed) => {
    const tokens = personEmployerTokens(record)
    const blocking = hasPage(record, id) ? [] : tokens.map(blockToken)
    return [
      ...tokens,
      ...personDomainTokens(record),
      ...blocking,
      ...lifeTokens(record, sealed),
      ...mailDomainTokens(sealed?.emails ?? []),
      ...mailboxTokens(sealed?.emails ?? []),
      ...personPageTokens(record),
    ]
  },
  indexVersion: 25,
  indexChanges: {
    11: { columns: ['job_domains', 'job_names', 'keys'] },
    12: { columns: [] },
    13: { columns: ['tenures', 'traits'] },
    14: { identifiers: ['men'] },
    15: { columns: ['titles', 'title_tokens', 'tenures', 'traits'], facets: ['tag', 'sen', 'fn'] },
    16: { columns: ['tenures'] },
    17: { columns: ['current_domains', 'past_domains', 'job_domains', 'tenures'] },
    18: { facets: ['cstate'] },
    19: { identifiers: ['soc'] },
    20: { columns: ['tenures', 'traits'], facets: ['tag', 'sen', 'fn'] },
    21: { columns: ['tenures'] },
    22: { columns: ['tenures'] },
    23: { identifiers: ['slug'] },
    // Words of names are stored as rows are built.
    24: { columns: ['titles', 'title_tokens', 'tenures', 'traits', nameWordsColumn], facets: ['tag'] },
    25: {
      columns: [
        'keys',
        'current_domains',
        'past_domains',
        'job_domains',
        'job_names',
        'words',
        nameWordsColumn,
        'tenures',
      ],
      facets: ['city', 'cdom', 'co', 'nm', 'cname', 'sname'],
      identifiers: ['slug', 'uid', 'em', 'ph', 'ext', 'soc', 'page', 'nc', 'nb', 'life'],
    },
  },

  sample: { each: 'people', line: generatePerson },
})

/** Of every way in which the person has been written. */
function lifeTokens(record: PersonRecord, sealed: Sealed | undefined): string[] {
  const tokens = personLifeTokens(record)
  const variants = (sealed?.variants ?? []) as unknown as PersonRecord[]
  return variants.length === 0
    ? tokens
    : [...new Set([...tokens, ...variants.flatMap((variant) => personLifeTokens(variant))])]
}

function splitPerson(line: NativePerson): Split {
  const { emails, phone_numbers, external_ids, ...given } = line
  const split = splitLine(given)
  withoutDirectionsIn(split.members, ['name', 'first_name', 'last_name'])
  split.emails = emails ?? []
  split.phoneNumbers = phone_numbers ?? []
  split.externalIds = external_ids ?? {}
  gatePerson(split)
  const { experiences } = split.members as Pick<NativePerson, 'experiences'>
  namePerson(split.members)
  spellPages(split.members, { slug: 'primary_slug', slugs: 'slugs' })
  if (typeof split.members['url'] === 'string') split.members['url'] = pageAddress(split.members['url'])
  if (experiences) split.members['experiences'] = withSharedEmployers(experiences)
  if (external_ids && !hasNone(external_ids, split.externalIds))
    split.members['external_ids'] = shownIds(split.externalIds)
  return split
}

/** Whether none of some ids is left. */
const hasNone = (given: object, left: object) =>
  Object.keys(given).length > 0 && Object.keys(left).length === 0

/** Names of accounts are shown by the look-ups of accounts alone. */
const shownIds = (ids: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(ids).filter(([source]) => !platformAliases.has(source.toLowerCase())))

function trackedMembers(record: PersonRecord): Record<string, unknown> {
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

/** Null where the operator's members do not say. */
function flagged({ custom_data }: PersonRecord, name: string): boolean | null {
  const said = custom_data?.[name]
  return said === undefined || said === null ? null : /^(true|yes|1)$/i.test(said)
}

const suffixOf = (id: string) => `-${Number(id).toString(36)}`

/** Whether a slug is of the network, not of our making. */
function hasPage(record: PersonRecord, id: string): boolean {
  return networkSlug(record, id) !== undefined
}

/** The slug of the network: that of a file which came late comes before one of our making. */
function networkSlug(
  { primary_slug, slugs }: Pick<NativePerson, 'primary_slug' | 'slugs'>,
  id: string,
): string | undefined {
  const isOurs = (slug: string) => id !== '0' && slug.endsWith(suffixOf(id))
  return [primary_slug ?? '', ...(slugs ?? [])].find((slug) => slug !== '' && !isOurs(slug))
}

/** The record must have a slug (SPEC.md); a person from a source without slugs gets one made of name and entity id. */
function ownSlug(members: NativePerson, id: string): string {
  const name = members.name ?? [members.first_name, members.last_name].filter(Boolean).join(' ')
  const words = normalText(String(name)).replaceAll(' ', '-').slice(0, 60)
  return `${words === '' ? 'person' : words}${suffixOf(id)}`
}
