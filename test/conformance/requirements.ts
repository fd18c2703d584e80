import { account } from './requirements/account.ts'
import { authentication } from './requirements/authentication.ts'
import { clients } from './requirements/clients.ts'
import { companySearch } from './requirements/company-search.ts'
import { contacts } from './requirements/contacts.ts'
import { documents } from './requirements/documents.ts'
import { enumerations } from './requirements/enumerations.ts'
import { envelope } from './requirements/envelope.ts'
import { insights } from './requirements/insights.ts'
import { lists } from './requirements/lists.ts'
import { markets } from './requirements/markets.ts'
import { operationAdditions } from './requirements/operation-additions.ts'
import { operations } from './requirements/operations.ts'
import { peopleSearch } from './requirements/people-search.ts'
import { promises } from './requirements/promises.ts'
import { records } from './requirements/records.ts'
import { resolvers } from './requirements/resolvers.ts'
import { tracker } from './requirements/tracker.ts'

export type { OpenIn, Requirement } from './requirements/entry.ts'

/** Every checkable statement of the specification, by area. */
export const requirementsByArea = {
  authentication,
  envelope,
  documents,
  operations,
  operationAdditions,
  records,
  companySearch,
  peopleSearch,
  resolvers,
  enumerations,
  account,
  contacts,
  lists,
  tracker,
  markets,
  insights,
  clients,
  promises,
}

/** The id of a requirement, as a literal type: a misspelt citation does not compile. */
export type RequirementId = (typeof requirementsByArea)[keyof typeof requirementsByArea][number]['id']

/** All of them in one list. */
export const requirements = Object.values(requirementsByArea).flat()

/** Issues that are done or being landed: nothing may stay open with one of them. */
export const landedIssues: readonly number[] = [2, 3, 4, 5]
