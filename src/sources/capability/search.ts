import { z } from 'zod'
import {
  companySearchParams,
  profileSearchParams,
  type CompanySearchParams,
  type ProfileSearchParams,
} from '../../corpus/search/index.ts'
import { defineCapabilities } from '../capability.ts'

/** Names for the types, so that declarations need not write them out. */
interface PeopleParams extends ProfileSearchParams {}
interface CompanyParams extends CompanySearchParams {}

const members = z.record(z.string(), z.unknown())

/**
 * A search, by the filters of companySearch or peopleSearch, whose operations check them. A source that cannot say whether a filter holds leaves the
 * question (`takes`), since a record that does not satisfy it would be shown as if it did.
 */
const searchQuestion = <Params>() =>
  z.object({
    searchParams: z.custom<Params>((value) => members.safeParse(value).success).optional(),
    /** Filters on a current employer; people only. */
    companyParams: members.optional(),
    currentCompanies: z.array(members).optional(),
    /** Most records wanted. */
    limit: z.number().int().min(1),
  })

/** Lines of the import format (`native`), the best first. Those that are not of it are left out one by one. */
const recordsAnswer = z.object({ records: z.array(members).max(1_000) })

export const searchCapabilities = defineCapabilities(
  {
    'people.search': { question: searchQuestion<PeopleParams>(), answer: recordsAnswer },
    'company.search': { question: searchQuestion<CompanyParams>(), answer: recordsAnswer },
  },
  {
    'people.search': {
      searchParams: profileSearchParams.parse({ fuzzyName: { anyOf: [{ name: 'Nobody Almanac-Check' }] } }),
      limit: 1,
    },
    'company.search': {
      searchParams: companySearchParams.parse({ domains: ['almanac-check.example'] }),
      limit: 1,
    },
  },
)
