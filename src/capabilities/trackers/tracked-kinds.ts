import { z } from 'zod'
import { companySearchParams, profileSearchParams } from '../../corpus/search/index.ts'
import { optional } from '../../operation/index.ts'
import type { EntityQuestion } from '../search/index.ts'
import type { Tracker } from './list-kinds.ts'
import type { EntityType } from './rules/states.ts'
import {
  companyItem,
  companyListId,
  companyTrackerView,
  maxItems,
  personItem,
  personListId,
  personTrackerView,
} from './schema.ts'
import type { TrackersDeps } from './slice.ts'
import { companyView, personView } from './views.ts'

const companyParams = {
  companySearchParams: optional(companySearchParams).describe(
    'Members are the companies this search finds, again at every refresh. If omitted: those you add.',
  ),
}

const personParams = {
  prospectSearchParams: optional(profileSearchParams).describe(
    'Members are the people this search finds, again at every refresh. If omitted: those you add.',
  ),
  personSearchParams: optional(profileSearchParams).describe('Another name of prospectSearchParams.'),
  companySearchParams: optional(companySearchParams).describe(
    'People must work for a company that this search finds.',
  ),
}

const listItems = <T extends z.ZodType>(item: T) =>
  z.array(item).min(1).max(maxItems).describe('Each with one or more identifiers.')

const companyItems = { companies: listItems(companyItem) }
const personItems = { people: listItems(personItem) }

type TrackerView = typeof companyTrackerView | typeof personTrackerView

/** What differs between the operations on lists of companies and those on lists of people. */
export interface TrackedKind {
  /** In paths too: `company-lists`. */
  entityType: EntityType
  /** In texts, paths and members. */
  plural: 'companies' | 'people'
  /** The operation that makes such a list. */
  follows: 'createTrackerCompanyList' | 'createTrackerPersonList'
  listId: z.ZodType<string>
  /** Id of a list in examples. */
  exampleId: string
  /** Members of a request that hold the search which finds the members of a list. */
  searchParams: typeof companyParams | typeof personParams
  /** Members of a list in a request, under the name of their kind. */
  items: typeof companyItems | typeof personItems
  exampleItems: { companies: { domain: string }[] } | { people: { pnetSlug: string }[] }
  view: TrackerView
  showList(deps: TrackersDeps, list: Tracker): Promise<z.input<TrackerView>>
}

export const companies: TrackedKind = {
  entityType: 'company',
  plural: 'companies',
  follows: 'createTrackerCompanyList',
  listId: companyListId,
  exampleId: 'tclist_01kf3wz3a0s6n4yq8b2c7d5e9f',
  searchParams: companyParams,
  items: companyItems,
  exampleItems: { companies: [{ domain: 'be--husk.com' }] },
  view: companyTrackerView,
  showList: companyView,
}

export const people: TrackedKind = {
  entityType: 'person',
  plural: 'people',
  follows: 'createTrackerPersonList',
  listId: personListId,
  exampleId: 'tplist_01kf3wz3a0s6n4yq8b2c7d5e9f',
  searchParams: personParams,
  items: personItems,
  exampleItems: { people: [{ pnetSlug: 'ramon-santos-xq6yt1-example' }] },
  view: personTrackerView,
  showList: personView,
}

/** Reads the search of a request. */
export function pickParams(input: {
  [member in keyof typeof personParams]?: z.output<(typeof personParams)[member]>
}): EntityQuestion {
  const { companySearchParams: ofCompanies, prospectSearchParams: ofPeople = input.personSearchParams } =
    input
  return { companies: ofCompanies, people: ofPeople }
}

type Items = { companies: z.output<typeof companyItem>[] } | { people: z.output<typeof personItem>[] }

/** Reads the items of a request. */
export const pickItems = (input: Items) => ('companies' in input ? input.companies : input.people)
