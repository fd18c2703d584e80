import { z } from 'zod'
import { emailRejectionReasons } from '../../lib/email-rejection.ts'
import { identifierPair } from '../../corpus/identify/index.ts'
import { maxAgeDays as anyAge, optional, withDefault } from '../../operation/index.ts'

const givenText = z.string().min(1)

/** An optional `{value}`, the form in which look-ups take free text; null in it asks nothing. */
export const textValue = optional(z.object({ value: givenText.nullish() })).transform((text) =>
  text?.value ? { value: text.value } : undefined,
)

/** The same with `looseMatch`. */
export const looseText = optional(
  z.object({ value: givenText.nullish(), looseMatch: withDefault(z.boolean(), false) }),
).transform((text) => (text?.value ? { value: text.value, looseMatch: text.looseMatch } : undefined))

/** An employer, a company or a school by one identifier. */
export const companyIdentifier = identifierPair(
  ['pnetSlug', 'pnetUrl', 'pnetOrgID', 'pnetOrgId', 'entityId'],
  {
    describe: 'pnetOrgId is pnetOrgID, entityId the entity_id of a record, externalId an id in a register.',
    value: z.string().describe('Slug, address of the page (scheme and www may be left out), digits or id.'),
  },
).meta({ id: 'LookupCompanyIdentifier' })

/** A switch that is off unless set. */
export const switchOff = withDefault(z.boolean(), false)

/** The same member as that of all look-ups, with what happens as well where there are live sources. */
export const maxAgeDays = anyAge.describe(
  'Maximum age in days of values, since they were last confirmed. If a value of the best match is older, it is fetched from a live source as with liveFetch, and charged as that if the source had it; values still older are left out, as leftOut and advice say. Identifiers of the record stay.',
)

export const liveFetch = switchOff.describe(
  'Fetches from a live source now, which costs extra when it happens.',
)
export const fuzzySearch = switchOff.describe('Also finds misspelt names.')

export const minConfidence = optional(z.number().min(0).max(1)).describe(
  'Minimum confidence of each match, 0 to 1. Without it the matches returned must together have 0.5 (companies of one name 0.55): one of several equally good matches is not an answer.',
)

/** Why a record is in the answer; aligned with `data`. */
const match = z
  .object({
    confidence: z.number().min(0).max(1).describe('How sure the match is, 0 to 1.'),
    evidence: z.array(z.string()).describe('What agreed and what did not, one request member per line.'),
    live: z.boolean().describe('Whether the record was fetched from a live source for this request.'),
  })
  .meta({ id: 'LookupMatch' })

export type MatchNote = z.output<typeof match>

export const matches = z.array(match).describe('Confidence and evidence of each record of data, by index.')
export const message = z.string().nullish().describe('Why data is empty, when it is.')

/** Why an address was not looked up; null when it was. */
export const rejection = z
  .object({
    reason: z.enum(emailRejectionReasons),
    message: z.string().describe('One sentence for people.'),
  })
  .meta({ id: 'EmailRejection' })
  .nullable()

/** An address, without the spaces that copying leaves around it. */
export const emailAddress = z
  .string()
  .trim()
  .check(z.email({ pattern: z.regexes.unicodeEmail, error: 'Expected an e-mail address.' }))

/** Members of a resolved item that say how sure it is; absent where nothing was found. */
export const quickMatch = {
  confidence: z.number().min(0).max(1).optional().describe('How sure the item is, 0 to 1.'),
  evidence: z.array(z.string()).optional().describe('What agreed.'),
}

/** Members of an answer that repeat the identifier of the request. */
export const givenBack = <I extends z.ZodType>(pair: z.ZodObject<{ identifier: I }>) => ({
  identifier: pair.shape.identifier,
  value: z.string(),
  source: z.string().optional().describe('Source of an externalId.'),
})
