import { z } from 'zod'
import { identifierPair } from '../../corpus/identify/index.ts'
import { optional, withDefault } from '../../operation/index.ts'
import {
  companyIdentifier,
  emailAddress,
  fuzzySearch,
  liveFetch,
  maxAgeDays,
  looseText,
  minConfidence,
  switchOff,
  textValue,
} from './schema.ts'

/** Request members of a person look-up (SPEC.md "Person lookup"). */
export const personQuestion = z.object({
  profileIdentifier: optional(
    identifierPair(['pnetSlug', 'pnetUrl', 'userID', 'entityId'], { value: z.string() }),
  ).describe('The profile itself. Decides alone if it is known. An address may leave out scheme and www.'),
  emailAddress: optional(emailAddress).describe(
    'An address of the person. Decides when the profile identifier does not.',
  ),
  personName: looseText.describe(
    'Full name. First and last name must agree, accents and nicknames aside; looseMatch also takes part of a name and names out of order.',
  ),
  jobTitle: textValue.describe('Title of a position, best of one held now.'),
  companyIdentifier: optional(companyIdentifier).describe('Employer. Decides before companyDomain.'),
  pnetHeadline: looseText.describe('Headline of the profile; looseMatch takes its words in any order.'),
  companyName: textValue.describe('Employer, legal forms aside.'),
  companyDomain: textValue.describe('Domain of the employer. Decides before companyName.'),
  profileLocation: optional(
    z.object({
      countryCode: optional(z.string().length(3)).describe('ISO 3166-1 alpha-3.'),
      stateName: optional(z.string()),
      locality: optional(z.string()).describe('City or area, as people write it.'),
    }),
  ).describe('Where the person lives.'),
  numProfiles: withDefault(z.number().int().min(1).max(10), 1).describe(
    'Maximum profiles to return, best first. With looseMatch of personName, more than 1 asks for candidates.',
  ),
  liveFetch,
  maxAgeDays,
  forceCompanyMatch: switchOff.describe('Keeps only people who work at the given company now.'),
  schoolName: textValue.describe('School attended.'),
  schoolIdentifier: optional(companyIdentifier).describe('School attended. Decides before schoolDomain.'),
  schoolDomain: textValue.describe('Domain of the school. Decides before schoolName.'),
  fuzzySearch,
  minConfidence,
  thoroughness: withDefault(z.enum(['low', 'high']), 'high').describe(
    'low looks at fewer candidates and is faster.',
  ),
  getDetailedEducation: switchOff.describe('Adds detailed_education, with what is known of each school.'),
  getDetailedWorkExperience: switchOff.describe(
    'Adds detailed_work_experiences, with what is known of each employer.',
  ),
})

export type PersonQuestion = z.output<typeof personQuestion>
