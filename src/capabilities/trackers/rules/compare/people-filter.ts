import { companySearchParams, profileSearchParams } from '../../../../corpus/search/index.ts'
import { optional } from '../../../../operation/index.ts'
import { filterName, wholeSearch } from './filter.ts'

/** A search of people as a rule holds it. */
export const peopleSearchMembers = {
  name: filterName,
  searchParams: wholeSearch(profileSearchParams).describe('What peopleSearch takes.'),
  companyParams: optional(wholeSearch(companySearchParams)).describe(
    'What a current employer must satisfy, as with peopleSearch.',
  ),
}

/** The same as a question. */
export const buildPeopleQuestion = ({
  searchParams,
  companyParams,
}: {
  searchParams: unknown
  companyParams?: unknown
}) => ({
  people: profileSearchParams.parse(searchParams),
  ...(companyParams === undefined ? {} : { companies: companySearchParams.parse(companyParams) }),
})
