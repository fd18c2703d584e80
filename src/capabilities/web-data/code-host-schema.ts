import { z } from 'zod'
import { optional, outsideId } from '../../operation/index.ts'
import type { CapabilityAnswer } from '../../sources/index.ts'
import { companyIdentifier, textValue, type SocialPerson } from '../resolve/index.ts'

/** A company whose account is looked for. */
export const codeHostCompany = z.object({
  companyIdentifier: optional(companyIdentifier).describe('The company itself. Decides if it is known.'),
  companyName: textValue.describe('Name, legal forms aside.'),
  companyDomain: textValue.describe('Any domain of the company. Decides before companyName.'),
  clientReferenceId: optional(outsideId(z.string().max(200))).describe('Comes back with the result.'),
})

export type CodeHostCompany = z.output<typeof codeHostCompany>

/** One item of a look-up. */
export type CodeHostItem = ({ of: 'person' } & SocialPerson) | ({ of: 'company' } & CodeHostCompany)

/** An account as it is named in a request. */
export const codeHostAccount = z
  .object({
    username: optional(z.string().min(1).max(500)).describe('With or without @.'),
    url: optional(z.string().min(1).max(2_048)).describe('Address of the account; decides before username.'),
    clientReferenceId: optional(outsideId(z.string().max(200))).describe('Comes back with the result.'),
  })
  .refine(({ username, url }) => username !== undefined || url !== undefined, {
    error: 'Expected username or url.',
    path: ['username'],
  })

export type CodeHostAccount = z.output<typeof codeHostAccount>

const outcome = z
  .enum(['found', 'unsure', 'not_found', 'invalid', 'unavailable'])
  .describe(
    'unsure: the likeliest has less than 5 of 10, so none is named. invalid: the input cannot be an identifier. unavailable: no source could answer; try again later.',
  )

const confidenceOutOf10 = z
  .int()
  .min(0)
  .max(10)
  .describe('How sure the answer is; of an unsure one how sure the likeliest was.')
const rationale = z.string().describe('What agreed, and what did not.')
const text = z.string().nullable()
const count = z.number().int().nullable()

/** The profile record of web data (docs of the families), as far as a code host has it. */
const codeHostProfile = z
  .object({
    username: z.string(),
    display_name: text,
    bio: text,
    url: text,
    avatar_url: text,
    company: text,
    location: text,
    external_url: text,
    follower_count: count,
    repository_count: count,
    links: z.array(z.string()).describe('Addresses the account names as its own.'),
  })
  .meta({ id: 'CodeHostProfile' })

export type CodeHostProfile = z.output<typeof codeHostProfile>

export const lookupResult = z
  .object({
    clientReferenceId: text,
    type: z.enum(['person', 'company']),
    outcome,
    fullName: z.string().nullable().optional().describe('Name as given, or else as in the corpus.'),
    username: text,
    url: text.describe('Address of the account, if a source gave it.'),
    profile: codeHostProfile.nullable().describe('Of an account just fetched from a source.'),
    confidenceOutOf10,
    rationale,
    source: text.describe('Where the account was found: corpus, or the name of a source.'),
  })
  .meta({ id: 'CodeHostLookupResult' })

export type LookupResult = z.output<typeof lookupResult>

export const toNetworkResult = z
  .object({
    clientReferenceId: text,
    outcome,
    username: text.describe('As compared: lower case, without @.'),
    type: z.enum(['person', 'company']).nullable(),
    pnetUrl: text,
    name: text,
    profile: codeHostProfile.nullable().describe('The account, if a source was asked for it.'),
    extractedEmails: z
      .array(z.string())
      .optional()
      .describe('Addresses of the owner, if requested: the one that the account shows first.'),
    confidenceOutOf10,
    rationale,
    source: text,
  })
  .meta({ id: 'CodeHostToNetworkResult' })

export type ToNetworkResult = z.output<typeof toNetworkResult>

/** Less than this is a guess: its confidence is returned, but it is neither named nor charged. */
export const minSure = 5

/** Whole tenths, never more than it is. */
export const outOfTen = (confidence: number): number => Math.floor(confidence * 10 + 1e-9)

type Account = CapabilityAnswer<'codehost.account'>['accounts'][number]

export function buildProfile(account: Account): CodeHostProfile {
  return {
    username: account.username,
    display_name: account.name,
    bio: account.bio,
    url: account.url,
    avatar_url: account.avatarUrl,
    company: account.company,
    location: account.location,
    external_url: account.website,
    follower_count: account.followers,
    repository_count: account.repositories,
    links: account.links,
  }
}
