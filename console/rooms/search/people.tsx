import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { Pair } from '../../parts/grid.tsx'
import { month, personPlace, viewPerson, type Person } from '../../records/person.ts'
import { plainText } from '../../records/view.ts'
import { peopleActs } from './acts.ts'
import { anyOf, filtersOn, ofDomains, rangeText, readRange, type SearchKind } from './kind.ts'
import { placeText, readPlaces, withinPlaces } from './places.ts'
import { Workbench } from './workbench.tsx'

const own = filtersOn<Schemas['ProfileSearchParams']>()
const ofEmployer = filtersOn<Schemas['CompanySearchParams']>()

const counted = { type: 'facet' } as const

const people: SearchKind<Person> = {
  type: 'people',
  path: '/people',
  one: 'person',
  many: 'people',
  example: 'heads of sales at German software companies with more than 50 people',
  price: 'getPersonFromDb',
  route: '/v1/people-search',
  filters: [
    own({
      member: 'title',
      label: 'Job title',
      name: 'the job title',
      param: 'jobTitleV3',
      control: { type: 'text', hint: 'sales director', suggest: 'title' },
      write: (titles) => ({ anyOf: titles.map((title) => ({ type: 'plain' as const, term: title })) }),
      readBack: (condition) =>
        ((condition as { anyOf?: { term?: string }[] }).anyOf ?? []).map(({ term = '' }) => term),
    }),
    own({
      member: 'country',
      label: 'Lives in',
      name: 'the country',
      param: 'country3LetterCode',
      control: counted,
      write: anyOf,
    }),
    own({
      member: 'near',
      label: 'Near',
      name: 'the place',
      param: 'location',
      control: { type: 'place' },
      write: withinPlaces,
      readBack: readPlaces,
      textOf: placeText,
    }),
    ofEmployer({
      member: 'employer',
      label: 'Employer',
      name: 'the employer',
      param: 'exactCompanyV2',
      isOfEmployer: true,
      control: { type: 'text', hint: 'a company, or its domain', suggest: 'employer' },
      write: ofDomains,
    }),
    own({
      member: 'level',
      label: 'Level',
      name: 'the level',
      param: 'seniority',
      control: counted,
      write: anyOf,
    }),
    own({
      member: 'function',
      label: 'Function',
      name: 'the function',
      param: 'jobFunction',
      control: counted,
      write: anyOf,
    }),
    ofEmployer({
      member: 'size',
      label: 'Employer’s size',
      name: 'the employer’s size',
      param: 'employeeCountV2',
      isOfEmployer: true,
      control: counted,
      write: ([range = '']) => readRange(range),
      textOf: rangeText,
    }),
    ofEmployer({
      member: 'industry',
      label: 'Employer’s industry',
      name: 'the employer’s industry',
      param: 'industriesV2',
      isOfEmployer: true,
      control: counted,
      write: anyOf,
    }),
    ofEmployer({
      member: 'hq',
      label: 'Employer based in',
      name: 'the employer’s country',
      param: 'headquartersCountryCode',
      isOfEmployer: true,
      control: counted,
      write: anyOf,
    }),
    ofEmployer({
      member: 'stage',
      label: 'Employer’s funding',
      name: 'the employer’s funding',
      param: 'stage',
      isOfEmployer: true,
      control: counted,
      write: anyOf,
      textOf: plainText,
    }),
    ofEmployer({
      member: 'technology',
      label: 'Employer uses',
      name: 'what the employer uses',
      param: 'technologiesV2',
      isOfEmployer: true,
      control: counted,
      write: anyOf,
    }),
    own({
      member: 'skill',
      label: 'Skill',
      name: 'the skill',
      param: 'keywords',
      beside: { keywordSearchOptions: { fieldsToSearchOver: { skills: true } } },
      control: { type: 'text', hint: 'negotiation', suggest: 'skill' },
      write: (skills) => ({ containsAny: skills }),
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
      member: 'language',
      label: 'Speaks',
      name: 'the language',
      param: 'languages',
      control: counted,
      write: anyOf,
    }),
  ],
  read: ({ body, key, maxCredits }) =>
    settle(
      api.POST('/v1/people-search', {
        params: { header: { 'Idempotency-Key': key, 'X-Max-Credits': maxCredits } },
        body,
      }),
    ),
  nameOf: ({ name }) => name ?? '',
  columns: (open) => [
    {
      name: 'Name',
      width: 'minmax(184px, 1.4fr)',
      isMain: true,
      cell: (person) => (
        <button type="button" className="link" onClick={() => open(person)}>
          {person.name}
        </button>
      ),
    },
    {
      name: 'Title and employer',
      width: 'minmax(180px, 1.6fr)',
      isMain: true,
      cell: ({ current_job, headline }) => (
        <Pair over={current_job?.title ?? headline} under={current_job?.company_name} />
      ),
    },
    {
      name: 'Place',
      width: 'minmax(116px, 0.9fr)',
      cell: ({ inferred_location, locality }) => (
        <Pair over={inferred_location?.city ?? locality} under={inferred_location?.country_name} />
      ),
    },
    {
      name: 'Level',
      width: 'minmax(90px, 0.7fr)',
      cell: ({ current_job }) => <span>{current_job?.seniority}</span>,
    },
    {
      name: 'Since',
      width: '84px',
      cell: ({ current_job }) => <span>{month(current_job?.start_date)}</span>,
    },
  ],
  idOf: personPlace,
  record: viewPerson,
  profileOf: ({ primary_slug }) => primary_slug,
  acts: peopleActs,
  linkOf: (person) => ({ to: '/person/$slug', params: { slug: personPlace(person) } }),
}

export const Page = () => <Workbench kind={people} />
