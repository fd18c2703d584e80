import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { Pair } from '../../parts/grid.tsx'
import { companyPlace, dollars, employees, viewCompany, type Company } from '../../records/company.ts'
import { plainText } from '../../records/view.ts'
import { companyActs } from './acts.ts'
import { anyOf, filtersOn, rangeText, readRange, type SearchKind } from './kind.ts'
import { placeText, readPlaces, withinPlaces } from './places.ts'
import { Workbench } from './workbench.tsx'

const own = filtersOn<Schemas['CompanySearchParams']>()

const counted = { type: 'facet' } as const

const companies: SearchKind<Company> = {
  type: 'companies',
  path: '/companies',
  one: 'company',
  many: 'companies',
  example: 'software companies in France founded after 2015',
  price: 'getCompanyFromDb',
  route: '/v1/company-search',
  filters: [
    own({
      member: 'name',
      label: 'Name',
      name: 'the name',
      param: 'nameLike',
      control: { type: 'text', hint: 'part of the name', suggest: 'company' },
      write: anyOf,
    }),
    own({
      member: 'country',
      label: 'Country',
      name: 'the country',
      param: 'headquartersCountryCode',
      control: counted,
      write: anyOf,
    }),
    own({
      member: 'near',
      label: 'Near',
      name: 'the place',
      param: 'headquartersLocation',
      control: { type: 'place' },
      write: withinPlaces,
      readBack: readPlaces,
      textOf: placeText,
    }),
    own({
      member: 'industry',
      label: 'Industry',
      name: 'the industry',
      param: 'industriesV2',
      control: counted,
      write: anyOf,
    }),
    own({
      member: 'employees',
      label: 'Employees',
      name: 'the number of employees',
      param: 'employeeCountV2',
      control: counted,
      write: ([range = '']) => readRange(range),
      textOf: rangeText,
    }),
    own({
      member: 'stage',
      label: 'Funding',
      name: 'the funding',
      param: 'stage',
      control: counted,
      write: anyOf,
      textOf: plainText,
    }),
    own({
      member: 'technology',
      label: 'Uses',
      name: 'what it uses',
      param: 'technologiesV2',
      control: counted,
      write: anyOf,
    }),
    own({
      member: 'flag',
      label: 'What is true of it',
      name: 'what is true of it',
      param: 'specialFlags',
      control: counted,
      write: anyOf,
      textOf: plainText,
    }),
    own({
      member: 'label',
      label: 'Label',
      name: 'the label',
      param: 'tags',
      control: counted,
      write: anyOf,
      textOf: plainText,
    }),
    own({
      member: 'status',
      label: 'Status',
      name: 'the status',
      param: 'status',
      control: counted,
      write: anyOf,
      textOf: plainText,
    }),
  ],
  read: ({ body, key, maxCredits }) =>
    settle(
      api.POST('/v1/company-search', {
        params: { header: { 'Idempotency-Key': key, 'X-Max-Credits': maxCredits } },
        body: body as { searchParams: Schemas['CompanySearchParams'] },
      }),
    ),
  nameOf: ({ preferred_name }) => preferred_name ?? '',
  columns: (open) => [
    {
      name: 'Name',
      width: 'minmax(150px, 1.3fr)',
      isMain: true,
      cell: (company) => (
        <Pair
          over={
            <button type="button" className="link" onClick={() => open(company)}>
              {company.preferred_name}
            </button>
          }
          under={company.domains?.[0]}
        />
      ),
    },
    {
      name: 'Industry and size',
      width: 'minmax(160px, 1.4fr)',
      isMain: true,
      cell: (company) => (
        <Pair
          over={company.standard_industries?.join(', ')}
          under={employees(company) && `${employees(company)} employees`}
        />
      ),
    },
    {
      name: 'Place',
      width: 'minmax(130px, 1fr)',
      cell: ({ location_consensus: place }) => <Pair over={place?.city} under={place?.country_name} />,
    },
    {
      name: 'Founded',
      width: '84px',
      cell: ({ founded_on_consensus }) => <span>{founded_on_consensus?.slice(0, 4)}</span>,
    },
    {
      name: 'Funding',
      width: 'minmax(110px, 0.8fr)',
      cell: ({ funding_stage, total_funding_consensus }) => (
        <Pair over={plainText(funding_stage ?? '')} under={dollars(total_funding_consensus)} />
      ),
    },
  ],
  idOf: companyPlace,
  record: viewCompany,
  acts: companyActs,
  linkOf: (company) => ({ to: '/company/$domain', params: { domain: companyPlace(company) } }),
}

export const Page = () => <Workbench kind={companies} />
