import { z } from 'zod'
import { optional, outsideId } from '../../operation/index.ts'
import {
  lookupResult,
  toNetworkResult,
  type CodeHostAccount,
  type LookupResult,
  type ToNetworkResult,
} from './code-host-schema.ts'

const text = z.string().nullable()
const count = z.number().int().nullable()

/** What clients call the outcomes: whether somebody could be named. */
const clientOutcomes = ['FOUND_CANDIDATES', 'NO_CANDIDATES_FOUND', 'INSUFFICIENT_INFORMATION'] as const

const clientOutcome: Record<LookupResult['outcome'], (typeof clientOutcomes)[number] | null> = {
  found: 'FOUND_CANDIDATES',
  unsure: 'NO_CANDIDATES_FOUND',
  not_found: 'NO_CANDIDATES_FOUND',
  invalid: 'INSUFFICIENT_INFORMATION',
  unavailable: null,
}

const isFailed = (outcome: LookupResult['outcome']) => outcome === 'invalid' || outcome === 'unavailable'

/** A result of a look-up as clients of such services read it, beside the members it has here. */
export const lookupAnswer = lookupResult
  .omit({ outcome: true, fullName: true })
  .extend({
    verdict: lookupResult.shape.outcome,
    confidenceOutOf10: z
      .int()
      .min(1)
      .max(10)
      .describe('How sure the answer is; of an unsure one how sure the likeliest was. 1 if there is none.'),
    outcome: z.enum(clientOutcomes).nullable().describe('Null if no source could answer.'),
    customerProvidedId: text.describe('The same as clientReferenceId.'),
    fullName: z.string().describe('Name as given, or else as in the corpus.'),
    codehostUrl: text.describe('The same as url.'),
    displayName: text,
    bio: text,
    location: text,
    profilePictureUrl: text,
    numFollowers: count,
    numRepositories: count,
    errorMessage: text.describe('Why nothing could be looked up.'),
  })
  .meta({ id: 'CodeHostLookupAnswer' })

export function buildLookupAnswer({
  outcome,
  fullName,
  ...result
}: LookupResult): z.input<typeof lookupAnswer> {
  const { profile } = result
  return {
    ...result,
    verdict: outcome,
    confidenceOutOf10: Math.max(1, result.confidenceOutOf10),
    outcome: clientOutcome[outcome],
    customerProvidedId: result.clientReferenceId,
    fullName: fullName ?? '',
    codehostUrl: result.url,
    displayName: profile?.display_name ?? null,
    bio: profile?.bio ?? null,
    location: profile?.location ?? null,
    profilePictureUrl: profile?.avatar_url ?? null,
    numFollowers: profile?.follower_count ?? null,
    numRepositories: profile?.repository_count ?? null,
    errorMessage: isFailed(outcome) ? result.rationale : null,
  }
}

const clientProfile = z.object({
  name: text,
  bio: text,
  avatarUrl: text,
  blog: text,
  company: text,
  location: text,
  followers: count,
  publicRepos: count,
})

export const toNetworkAnswer = toNetworkResult
  .extend({
    customerProvidedId: text.describe('The same as clientReferenceId.'),
    codehostUsername: z.string().describe('The same as username; empty where none could be read.'),
    codehostProfile: clientProfile.nullable(),
    pnetSlug: text.describe('Slug of the page.'),
    extractedEmails: z
      .array(z.string())
      .describe(
        'With outputType email or both: the address that the account shows, and those revealed of its owner.',
      ),
    matchSource: z.string().describe('The same as source; `not-found` without one.'),
    status: z.enum(['DONE', 'FAILED']),
    errorMessage: text.describe('Why nothing could be looked up.'),
  })
  .meta({ id: 'CodeHostToNetworkAnswer' })

export function buildNetworkAnswer(result: ToNetworkResult): z.input<typeof toNetworkAnswer> {
  const { profile, outcome, pnetUrl } = result
  return {
    ...result,
    customerProvidedId: result.clientReferenceId,
    codehostUsername: result.username ?? '',
    codehostProfile: profile && {
      name: profile.display_name,
      bio: profile.bio,
      avatarUrl: profile.avatar_url,
      blog: profile.external_url,
      company: profile.company,
      location: profile.location,
      followers: profile.follower_count,
      publicRepos: profile.repository_count,
    },
    pnetSlug: pnetUrl === null ? null : (/\/([^/]+)\/?$/.exec(pnetUrl)?.[1] ?? null),
    extractedEmails: result.extractedEmails ?? [],
    matchSource: result.source ?? 'not-found',
    status: isFailed(outcome) ? 'FAILED' : 'DONE',
    errorMessage: isFailed(outcome) ? result.rationale : null,
  }
}

const reference = optional(outsideId(z.string().max(200))).describe('Comes back with the result.')
const name = z.string().min(1).max(500)

/** An account as clients of such services name one. */
export const clientAccount = z
  .object({
    codehostUsername: optional(name).describe('With or without @.'),
    username: optional(name).describe('The same, by its other name.'),
    customerProvidedId: reference,
  })
  .refine(({ codehostUsername, username }) => codehostUsername !== undefined || username !== undefined, {
    error: 'Expected codehostUsername.',
    path: ['codehostUsername'],
  })

export const toAccount = (account: z.output<typeof clientAccount>): CodeHostAccount => ({
  username: account.codehostUsername ?? account.username,
  url: undefined,
  clientReferenceId: account.customerProvidedId,
})
