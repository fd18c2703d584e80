import { z } from 'zod'
import { invalidMember, optional, outsideId } from '../../operation/index.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { readExternalId, registerNames } from '../names/index.ts'
import { externalIdToken } from '../search-index/index.ts'
import { accepted } from './accepted.ts'
import { companyTokens, type CompanyIdentifierKind } from './company.ts'
import { malformed, type Tokens } from './malformed.ts'
import { personTokens, type PersonIdentifierKind } from './person.ts'

const source = z
  .string()
  .min(1)
  .max(100)
  .describe(
    `Register or data set that gave out the id, as external_ids of a record names it: ${registerNames.join(', ')}, or a name that your files use. A ticker is EXCHANGE:SYMBOL.`,
  )

/** An id that a register or another data set gave out, as `external_ids` of records hold it. */
export const externalId = outsideId(
  z
    .object({
      source,
      value: outsideId(z.string().min(1).max(500)).describe('The id, in any usual spelling.'),
    })
    .meta({ id: 'ExternalId' }),
)

export type ExternalId = z.output<typeof externalId>

/** The token of an id in another data set, however it is written. Empty for one that stands for nothing. */
export function externalTokens({ source: from, value }: ExternalId): Tokens {
  const read = readExternalId(from.trim(), value)
  if ('value' in read) return [externalIdToken(read)]
  return read.why === 'placeholder' ? [] : malformed.externalId
}

/** The token of an id in another data set, for those who must name one: what stands for nothing is a 400 too. */
export function acceptedExternalId(id: ExternalId, path: string): string {
  const [token] = accepted(externalTokens(id), path)
  if (token === undefined) throw invalidMember(path, malformed.externalId.expected, malformed.externalId.code)
  return token
}

/** An identifier with its kind; an `externalId` has its source beside it. */
export function identifierPair<const K extends string, V extends z.ZodType<string>>(
  kinds: readonly K[],
  { describe, value }: { describe?: string; value: V },
) {
  const kind = z.enum([...kinds, 'externalId'])
  return z
    .object({
      identifier: describe === undefined ? kind : kind.describe(describe),
      value,
      source: optional(source).describe(`With externalId: ${source.description}`),
    })
    .superRefine(({ identifier, source: from }, context) => {
      if (identifier !== 'externalId' || from !== undefined) return
      context.addIssue({
        code: 'custom',
        path: ['source'],
        message: 'Expected the source of the externalId.',
      })
    })
}

/** An identifier as requests give it: its kind, its text, and where an external id is from. */
export interface GivenIdentifier<K extends string> {
  identifier: K | 'externalId'
  value: string
  source?: string | undefined
}

const readGiven =
  <K extends string>(read: (kind: K, text: string, network: NetworkHosts) => Tokens) =>
  ({ identifier, value, source: from = '' }: GivenIdentifier<K>, network: NetworkHosts): Tokens =>
    identifier === 'externalId' ? externalTokens({ source: from, value }) : read(identifier, value, network)

/** Tokens of a company by an identifier of any kind; see `companyTokens`. */
export const givenCompanyTokens = readGiven<CompanyIdentifierKind>(companyTokens)
/** Tokens of a person by an identifier of any kind; see `personTokens`. */
export const givenPersonTokens = readGiven<PersonIdentifierKind>(personTokens)
