import { z } from 'zod'
import { invalidMember, optional, outsideId } from '../../operation/index.ts'
import { jobFunction, language, personTag, seniority } from '../records/index.ts'
import {
  accepted,
  acceptedExternalId,
  entityToken,
  externalId,
  slugOrPageTokens,
  userIdToken,
} from '../identify/index.ts'
import { dayTags, token, tokenValue } from '../search-index/index.ts'
import {
  isInStealth,
  jobStatusFilter,
  leftStealthAt,
  startedAtCompany,
  startedInRole,
  stealthV2,
} from './person/career-filters.ts'
import { countryFilter } from './place/country.ts'
import { always, and, hasAll, identifiedBy, never, not, or, type Condition } from './condition.ts'
import { hasTag } from './person/day-tags.ts'
import { educationFilter } from './person/education-filter.ts'
import { entityId } from './entity-id.ts'
import {
  conditionLists,
  facetFilter,
  facetLists,
  filter,
  pair,
  paramsSchema,
  triple,
  withFacet,
  type FilterContext,
  modifier,
} from './filter.ts'
import { numberBounds, numberFilter, yearsSince } from './number-range.ts'
import { keywordSearchOptions, pastJobText, personKeywords } from './person/person-keywords.ts'
import { fuzzyName } from './person/name-filter.ts'
import { placeFilter } from './place/place-filter.ts'
import { currentJobs, jobs, pastJobs } from './person/position-filters.ts'
import { selector } from './selector.ts'
import { sortFilter } from './sort-fields.ts'
import { stateReader } from './place/read-states.ts'
import { timeZoneFilter } from './person/time-zone-filter.ts'
import { presentTitles } from './value-columns.ts'
import { titleFilter, titleGroupFilter } from './person/title-terms.ts'

const state = z.object({ stateName: z.string().min(1), countryCode: optional(z.string().length(3)) })

/** One person, by an id on the network, a slug, the id in this service or in a register, or several of them. */
const profileIdentifier = selector(
  z.object({
    profile_id: optional(outsideId(z.string().min(1))).describe('User id or entity id on the network.'),
    primary_slug: optional(z.string().min(1)).describe('Slug or address on the network, current or former.'),
    entity_id: optional(outsideId(entityId)).describe('entity_id of the record.'),
    external_id: optional(externalId).describe('Id in a register or another data set.'),
  }),
  'Expected profile_id, primary_slug, entity_id or external_id.',
).meta({ id: 'ProfileIdentifier' })

function isProfile(
  wanted: z.output<typeof profileIdentifier>,
  path: string,
  context: FilterContext,
): Condition {
  const { profile_id: id, primary_slug: slug, entity_id: entity, external_id: external } = wanted
  if ([id, slug, entity, external].every((each) => each === undefined))
    throw invalidMember(path, 'Expected profile_id, primary_slug, entity_id or external_id.', 'required')
  const parts: Condition[] = []
  if (entity !== undefined) parts.push(identifiedBy('people', [entityToken(entity)]))
  if (external !== undefined)
    parts.push(identifiedBy('people', [acceptedExternalId(external, `${path}.external_id.value`)]))
  if (id !== undefined) parts.push(identifiedBy('people', [userIdToken(id)]))
  if (slug !== undefined) {
    const tokens = accepted(slugOrPageTokens(slug, context.network), `${path}.primary_slug`)
    parts.push(identifiedBy('people', tokens))
  }
  return and(parts)
}

/** Identifiers of one kind are looked up together, by one sub-query for 10,000 of them. */
function joined(conditions: readonly Condition[]): Condition {
  const tokens: string[] = []
  const rest: Condition[] = []
  for (const condition of conditions) {
    if (condition.kind === 'identified') tokens.push(...condition.tokens)
    else rest.push(condition)
  }
  return or([identifiedBy('people', tokens), ...rest])
}

const tagOf = new Map(personTag.options.map((tag) => [tokenValue(tag), tag]))
const picture = hasAll('facets', ['has:pic'])
/** Profile search parameters (SHAPES.md 3). A new one is one entry here. */
export const profileFilters = {
  exactProfile: filter(pair(profileIdentifier), (value, context) => {
    const all = (list: 'anyOf' | 'noneOf') =>
      (value[list] ?? []).map((each, index) => isProfile(each, `${context.path}.${list}[${index}]`, context))
    return and([value.anyOf === undefined ? always : joined(all('anyOf')), not(joined(all('noneOf')))])
  }),
  fuzzyName,
  country3LetterCode: countryFilter,
  state: filter(pair(state), (value, context) => {
    const read = stateReader(context)
    return facetLists(value, ({ stateName, countryCode }) => read(stateName, countryCode))
  }),
  location: placeFilter,
  timeZone: timeZoneFilter,
  keywords: personKeywords,
  keywordSearchOptions,
  jobTitleV2: titleGroupFilter,
  jobTitleV3: withFacet(titleFilter, {
    kind: 'title',
    column: presentTitles,
    readValue: (term) => ({ type: 'plain', term }),
    readLabel: (title) => title,
  }),
  seniority: facetFilter(pair(seniority), (level: string) => token('sen', level)),
  jobFunction: facetFilter(triple(jobFunction), (name: string) => token('fn', name)),
  startedInRole,
  startedAtCompany,
  jobStatus: jobStatusFilter,
  companyMatchMode: modifier(z.object({ mode: z.enum(['strict', 'loose']) })),
  jobs,
  currentJobs,
  pastJobs,
  pastJobText,
  yearsOfExperience: filter(numberBounds, (value, context) => yearsSince('began', value, context)),
  isInStealth,
  stealthV2,
  leftStealthAt,
  education: educationFilter,
  languages: facetFilter(triple(language), (name: string) => token('lang', name)),
  approxAge: filter(numberBounds, (value, context) => yearsSince('birth', value, context)),
  numConnections: numberFilter('connections'),
  numFollowers: numberFilter('followers'),
  hasProfilePicture: filter(z.boolean(), (value) => (value ? picture : not(picture))),
  tags: withFacet(
    filter(triple(personTag), (value, { today }) => {
      const isUnwanted = (tag: string) => value.noneOf?.includes(tag as never) === true
      // The contradiction is found before the engine is asked, so that the answer can name the parameter.
      if (value.anyOf?.every(isUnwanted) === true) return never
      const distinct = {
        anyOf: value.anyOf && [...new Set(value.anyOf)],
        allOf: value.allOf && [...new Set(value.allOf)],
        noneOf: value.noneOf && [...new Set(value.noneOf)],
      }
      return conditionLists(distinct, (tag) => hasTag(tag, today))
    }),
    {
      kind: 'tag',
      readValue: (text) => tagOf.get(text) ?? text,
      byDay: { values: dayTags, has: hasTag },
    },
  ),
  getDetailedEducation: modifier(z.boolean()),
  getDetailedWorkExperience: modifier(z.boolean()),
  sort: sortFilter('people'),
}

const schema = paramsSchema('ProfileSearchParams', profileFilters, {
  exactProfile: 'These people, or all but these.',
  fuzzyName:
    'Names like one of these: another order, nicknames and variants, initials, accents and a typo in a word are tolerated.',
  country3LetterCode: 'Country the person lives in: ISO 3166-1 alpha-3 codes and region codes (X-…).',
  state:
    'State, province or region the person lives in, by any of its names or its code, in one country or in any.',
  location: 'Home within any of unionAll and none of subtractAll.',
  timeZone: 'Time zone of the home, by distance in minutes from another.',
  keywords:
    'Words or phrases in the texts of the profile; whole words. keywordSearchOptions beside it narrows the fields.',
  keywordSearchOptions: 'Fields to search for keywords; all, and the name, if absent.',
  jobTitleV2: 'Current job titles, in the older form of terms.',
  jobTitleV3: 'Current job titles; one of several concurrent positions is enough.',
  seniority: 'Level of a current position.',
  jobFunction: 'Function of a current position.',
  startedInRole: 'Day a current position began.',
  startedAtCompany: 'Day the person joined the employer of a current position.',
  jobStatus:
    'Whether a position is held, was left, or either. With company parameters, at a company that satisfies them.',
  companyMatchMode:
    'How company parameters find employers: strict by organization id or domain, loose also by any name of the company.',
  jobs: 'Positions held now, before or either; company, title and status of one entry are those of one position.',
  currentJobs: 'Current positions; title and company of one entry are those of one position.',
  pastJobs: 'Past positions; title and company of one entry are those of one position.',
  pastJobText: 'Words in titles, texts and employers of past positions.',
  yearsOfExperience: 'Whole years since the first position began.',
  isInStealth: 'Whether a current employer is a company in stealth.',
  stealthV2: 'In stealth now or before, from which day, until which day and for how long.',
  leftStealthAt: 'Day the last position in stealth ended, if none is current.',
  education: 'Education entries; the members of one condition apply to one entry.',
  languages: 'Languages the person speaks.',
  approxAge:
    'Age in whole years by date of birth, else by the start of studies (at 18) or of work (at 22). An organization can switch it off.',
  numConnections: 'Connections on the network.',
  numFollowers: 'Followers on the network.',
  hasProfilePicture: 'Whether there is a profile picture.',
  tags: 'Derived labels of the person.',
  getDetailedEducation: 'Adds detailed_education to the records, with details of each school.',
  getDetailedWorkExperience: 'Adds detailed_work_experiences to the records, with details of each employer.',
  sort: 'Order of the pages, instead of `sort` beside the parameters. Parameters within a group have none.',
})
type Schema = typeof schema
/** Named so that declarations of schemas made of it need not write it out. */
export interface ProfileSearchParamsSchema extends Schema {}
export const profileSearchParams: ProfileSearchParamsSchema = schema
export type ProfileSearchParams = z.output<typeof profileSearchParams>
