import fc, { type Arbitrary } from 'fast-check'
import {
  companyStage,
  companyTag,
  industry,
  type CompanyRecord,
  type PersonRecord,
} from '../../src/corpus/records/index.ts'
import { employeeBounds } from '../../src/corpus/search-index/index.ts'
import { companyTexts } from './naive-text.ts'
import { profileFilters, type Filters } from './random-people.ts'
import type { CompanyParams, ProfileParams } from './naive.ts'
import { moreCompanyFilters } from './random-company.ts'
import {
  countryCodes,
  dateRanges,
  listsOf,
  phrases,
  placeLists,
  stateNames,
  triplesOf,
  valueOf,
} from './random-values.ts'

function companyFilters(
  near: Arbitrary<CompanyRecord>,
  any: Arbitrary<CompanyRecord>,
): Filters<CompanyParams> {
  const [place, places] = [near, any].map((records) =>
    records.map((record) => record.location_consensus),
  ) as [Arbitrary<CompanyRecord['location_consensus']>, Arbitrary<CompanyRecord['location_consensus']>]
  const keyword = phrases(near.map(companyTexts))
  return {
    ...moreCompanyFilters(near, any),
    exactCompanyV2: listsOf(identifiers(near), identifiers(any)),
    exactCompany: listsOf(describedBy(near), describedBy(any)),
    domains: fc.array(domains(near), { maxLength: 4 }),
    headquartersCountryCode: listsOf(countryCodes(place), countryCodes(places)),
    headquartersStateName: listsOf(stateNames(place), stateNames(places)),
    headquartersLocation: placeLists(place, places) as Filters<CompanyParams>['headquartersLocation'],
    employeeCountV2: fc.record(
      {
        lowerBoundExclusive: fc.option(sizesNear(near)),
        upperBoundInclusive: fc.option(sizesNear(near)),
      },
      { requiredKeys: [] },
    ),
    industriesV2: triplesOf(
      valueOf(near, (record) => record.standard_industries ?? [], 'Software' as const),
      fc.constantFrom(...industry.options),
    ),
    keywords: fc.record(
      {
        containsAll: fc.option(fc.array(keyword, { maxLength: 2 })),
        containsAny: fc.option(fc.array(keyword, { minLength: 1, maxLength: 4 })),
        containsNone: fc.option(fc.array(phrases(any.map(companyTexts)), { maxLength: 2 })),
      },
      { requiredKeys: [] },
    ),
    stage: listsOf(
      valueOf(near, (record) => [record.funding_stage], 'seed' as const),
      fc.constantFrom(...companyStage.options),
    ),
    foundedOn: dateRanges(near.map((record) => record.founded_on_consensus)),
    tags: triplesOf(
      valueOf(near, (record) => record.tags ?? [], 'is-school' as const),
      fc.constantFrom(...companyTag.options),
    ),
  }
}

function domains(records: Arbitrary<CompanyRecord>): Arbitrary<string> {
  const own = valueOf(records, (record) => record.domains ?? [], 'nobody.example')
  return fc.oneof(
    own,
    own.map((domain) => `HTTPS://www.${domain}/about?x=1`),
    fc.constantFrom('nobody.example', 'gmail.com'),
  )
}

/** A bound of the buckets, or the very number. */
const sizesNear = (records: Arbitrary<CompanyRecord>) =>
  fc.oneof(
    fc.constantFrom(...employeeBounds),
    valueOf(records, ({ employee_count_consensus: count }) => [count?.gte, count?.lte], 75),
  )

const described = {
  names: ['Another name'],
  preferred_name: 'Another name',
  pnet_id: '1',
  pnet_primary_slug: 'another-page',
  domains: ['another.example'],
  logo_url: 'https://another.example/logo',
  source: null,
}

const describedBy = (records: Arbitrary<CompanyRecord>) =>
  fc.oneof(
    valueOf(records, (record) => [record.li_org_id], '999').map((li_org_id) => ({ li_org_id })),
    valueOf(records, (record) => [record.li_org_id], '999').map((li_org_id) => ({ li_org_id, ...described })),
  )

function identifiers(records: Arbitrary<CompanyRecord>) {
  const organization = valueOf(records, (record) => [record.li_org_id], '999')
  const slug = valueOf(
    records,
    (record) => [record.pnet_primary_slug, ...(record.pnet_slugs ?? [])],
    'nobody',
  )
  return fc.oneof(
    domains(records).map((domain) => ({ identifier: 'domain' as const, domain })),
    organization.map((org_id) => ({ identifier: 'pnet-org-id' as const, org_id })),
    valueOf(records, (record) => [record.entity_id], '999999').map((entity_id) => ({
      identifier: 'entity-id' as const,
      entity_id,
    })),
    valueOf(records, (record) => [record.external_ids?.['sample']], 'c999999').map((value) => ({
      identifier: 'external-id' as const,
      source: 'sample',
      value,
    })),
    organization.map((li_org_id) => ({
      identifier: 'advanced' as const,
      li_org_id,
      ...described,
    })),
    fc.oneof(slug, organization).map((page) => ({
      identifier: 'pnet-url' as const,
      pnet_url: `https://www.pnet.example/company/${encodeURIComponent(page)}/about`,
    })),
  )
}

/** One to four filters of a set, or none. */
function someOf<P>(filters: Filters<P>): Arbitrary<P> {
  const names = Object.keys(filters) as (keyof Filters<P>)[]
  return fc
    .oneof(
      { weight: 1, arbitrary: fc.constant(0) },
      { weight: 8, arbitrary: fc.constant(1) },
      { weight: 12, arbitrary: fc.constant(2) },
      { weight: 8, arbitrary: fc.constant(3) },
      { weight: 4, arbitrary: fc.constant(4) },
    )
    .chain((size) => fc.shuffledSubarray(names, { minLength: size, maxLength: size }))
    .chain((chosen) => {
      const parts = Object.fromEntries(chosen.map((name) => [name, filters[name]]))
      return fc.record(parts) as unknown as Arbitrary<P>
    })
}

/**
 * Parameters with groups in groups. Filters of groups are near the same record as those around them, so that trees of
 * a dozen filters still find something.
 */
function treeOf<P>(filters: Filters<P>): Arbitrary<P> {
  const { tree } = fc.letrec<{ tree: P; group: object }>((tie) => ({
    tree: fc
      .tuple(someOf(filters), fc.option(tie('group'), { nil: undefined, freq: 3, maxDepth: 3 }))
      .map(([params, group]) => (group === undefined ? params : { ...params, group })) as Arbitrary<P>,
    group: fc.oneof(
      fc.record({ and: fc.array(tie('tree'), { maxLength: 3 }) }),
      fc.record({ or: fc.array(tie('tree'), { maxLength: 4 }) }),
      fc.record({ not: tie('tree') }),
      fc.record({
        and: fc.option(fc.array(tie('tree'), { maxLength: 2 })),
        or: fc.option(fc.array(tie('tree'), { minLength: 1, maxLength: 3 })),
        not: fc.option(tie('tree')),
      }),
    ),
  }))
  return tree
}

function focused<R>(records: readonly R[]): Arbitrary<[near: Arbitrary<R>, any: Arbitrary<R>]> {
  const any = fc.constantFrom(...records)
  return any.map((record) => [
    fc.oneof({ weight: 5, arbitrary: fc.constant(record) }, { weight: 1, arbitrary: any }),
    any,
  ])
}

/** Company parameters of values that occur in the corpus, and some that do not. */
export function randomCompanyParams(companies: readonly CompanyRecord[]): Arbitrary<CompanyParams> {
  return focused(companies).chain(([near, any]) => someOf(companyFilters(near, any)))
}

/** Company parameters with groups. */
export function companyTree(companies: readonly CompanyRecord[]): Arbitrary<CompanyParams> {
  return focused(companies).chain(([near, any]) => treeOf<CompanyParams>(companyFilters(near, any)))
}

/** Profile parameters with groups. */
export function profileTree(
  people: readonly PersonRecord[],
  companies: readonly CompanyRecord[],
): Arbitrary<PeopleQuestion> {
  const company = fc.constantFrom(...companies)
  return focused(people).chain(([near, any]) =>
    treeOf<ProfileParams>(profileFilters(near, any, company)).map((searchParams) => ({ searchParams })),
  )
}

/** Values of one filter near a few records. */
export function companyFilterNear(
  companies: Near<CompanyRecord>,
  name: keyof Filters<CompanyParams>,
): Arbitrary<CompanyParams> {
  const value = companyFilters(...arbitrariesOf(companies))[name] as Arbitrary<unknown>
  return value.map((each): CompanyParams => ({ [name]: each }))
}

/** A few records that values are drawn near, and all there are. */
export interface Near<R> {
  near: readonly R[]
  all: readonly R[]
}

function arbitrariesOf<R>({ near, all }: Near<R>): [near: Arbitrary<R>, any: Arbitrary<R>] {
  const any = fc.constantFrom(...all)
  return [fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...near) }, { weight: 1, arbitrary: any }), any]
}

export interface PeopleQuestion {
  searchParams: ProfileParams
  companyParams?: CompanyParams
}

/** Profile parameters, one time in three with parameters near one of the person's employers. */
export function randomPeopleQuestion(
  people: readonly PersonRecord[],
  companies: readonly CompanyRecord[],
): Arbitrary<PeopleQuestion> {
  const byOrganization = new Map(companies.map((company) => [company.li_org_id, company]))
  const byDomain = new Map(
    companies.flatMap((company) => (company.domains ?? []).map((domain) => [domain, company])),
  )
  const [anyPerson, anyCompany] = [fc.constantFrom(...people), fc.constantFrom(...companies)]
  const near = <R>(record: R, any: Arbitrary<R>) =>
    fc.oneof({ weight: 6, arbitrary: fc.constant(record) }, { weight: 1, arbitrary: any })
  return anyPerson.chain((person) => {
    const searchParams = someOf(profileFilters(near(person, anyPerson), anyPerson, anyCompany))
    const employers = (person.experiences ?? []).flatMap(
      (each) => byOrganization.get(each.pnet_company_id) ?? byDomain.get(each.company_domain ?? '') ?? [],
    )
    const employer = employers.length === 0 ? anyCompany : fc.constantFrom(...employers)
    const companyParams = employer.chain((company) =>
      someOf(companyFilters(near(company, anyCompany), anyCompany)),
    )
    return fc.oneof(
      { weight: 2, arbitrary: fc.record({ searchParams }) },
      { weight: 1, arbitrary: fc.record({ searchParams, companyParams }) },
    )
  })
}

/** Values of one filter near a few people; what only narrows another parameter comes with that. */
export function profileFilterNear(
  people: Near<PersonRecord>,
  companies: readonly CompanyRecord[],
  name: keyof Filters<ProfileParams>,
): Arbitrary<PeopleQuestion> {
  const company = fc.constantFrom(...companies)
  const filters = profileFilters(...arbitrariesOf(people), company)
  const value = filters[name] as Arbitrary<unknown>
  if (name === 'companyMatchMode') {
    const employers = companyFilters(company, company).industriesV2
    return fc.tuple(value, employers).map(([mode, industriesV2]): PeopleQuestion => ({
      searchParams: { [name]: mode as ProfileParams[typeof name] },
      companyParams: { industriesV2 },
    }))
  }
  const beside = name === 'keywordSearchOptions' ? { keywords: filters.keywords } : {}
  const params = fc.record({ [name]: value, ...beside }) as Arbitrary<ProfileParams>
  return params.map((searchParams) => ({ searchParams }))
}
