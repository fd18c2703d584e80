import {
  completePerson,
  derivedPersonMembers,
  nativePerson,
  personRecord,
  type PersonRecord,
  upToDatePerson,
} from '../records/index.ts'
import {
  blockToken,
  mailDomainTokens,
  mailboxTokens,
  nameSounds,
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
} from '../search-index/index.ts'
import { samePersonName } from './alike/names.ts'
import { personTerms } from './alike/life.ts'
import { alikePeople, personVariant } from './alike/people.ts'
import { peopleBesidesNames } from './clues-besides-names.ts'
import { defineKind } from './define-kind.ts'
import { addressOfSlug } from './line-pages.ts'
import { withFirst } from './members.ts'
import { pageTokens } from './mentions.ts'
import { hasPage, networkSlug, ownSlug } from './person-slug.ts'
import { readPersonLabels, trackedMembers } from './person-tracked.ts'
import { splitPerson } from './split-person.ts'
import type { Sealed } from './sealed.ts'
import { careerWithPresent } from './present-jobs.ts'
import { subjectTokens } from './subject-tokens.ts'
import { tenureColumns, tenureValues } from './tenure-columns.ts'

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
  maps: ['custom_data'],
  listed: ['experiences', 'education'],
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
  dayLabels: readPersonLabels,
  tracked: trackedMembers,
  trackedFrom: {
    location: ['inferred_location', 'locality'],
    tags: ['tags', 'experiences'],
    tag_days: ['experiences', 'education', 'tags'],
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
    ofStranger: 'withheld',
  },
  blocking: {
    // Two pages are two people, so a line with a page looks for people without one.
    lookupTokens: (line) => {
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
    const sounds = nameSounds(record)
    const tokens = personEmployerTokens(record, sounds)
    const blocking = hasPage(record, id) ? [] : tokens.map(blockToken)
    return [
      ...tokens,
      ...personDomainTokens(record, sounds),
      ...blocking,
      ...lifeTokens(record, sealed),
      ...mailDomainTokens(sealed?.emails ?? []),
      ...mailboxTokens(sealed?.emails ?? []),
      ...personPageTokens(record),
    ]
  },
  indexVersion: 27,
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
    // Placeholder words of more languages, and more mail providers, identify nobody.
    26: {
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
      facets: ['cdom', 'co', 'nm', 'cname', 'sname'],
      identifiers: ['slug', 'uid', 'em', 'ph', 'ext', 'soc', 'page', 'nc', 'nb', 'life'],
    },
    // Ids of registers in one spelling.
    27: { columns: ['keys'], identifiers: ['ext', 'soc'] },
  },
})

/** Names count in every spelling that lines gave. */
function lifeTokens(record: PersonRecord, sealed: Sealed | undefined): string[] {
  const tokens = personLifeTokens(record)
  const variants = (sealed?.variants ?? []) as PersonRecord[]
  return variants.length === 0
    ? tokens
    : [...new Set([...tokens, ...variants.flatMap((variant) => personLifeTokens(variant))])]
}
