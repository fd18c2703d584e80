import { z } from 'zod'
import { platformAliases, socialPlatforms, type SocialPlatform } from '../../lib/social-handle.ts'
import { networkUrl } from '../../lib/network-url.ts'
import { slugToken } from '../../corpus/identify/index.ts'
import { findNow } from '../../corpus/lookup/index.ts'
import { Failure, optional, outsideId } from '../../operation/index.ts'
import type { ItemOutcome, JobContext, JobItem } from '../../platform/jobs/index.ts'
import { findPeople, type PersonMatch } from './find-people.ts'
import { personQuestion } from './person-question.ts'
import { emailAddress, textValue } from './schema.ts'
import { inBackground, type Asking, type LookupDeps, type ResolveDeps } from './slice.ts'
import { accountsIn, type SocialAccount } from './social-accounts.ts'

/** A person whose accounts are looked for. */
export const socialPerson = z.object({
  profileIdentifier: personQuestion.shape.profileIdentifier,
  pnetUrl: optional(z.string().min(1)).describe('Short for profileIdentifier with a pnetUrl.'),
  emailAddress: optional(emailAddress),
  personName: textValue,
  companyName: textValue,
  companyDomain: textValue,
  jobTitle: textValue,
  schoolName: textValue,
  profileLocation: personQuestion.shape.profileLocation,
  clientReferenceId: optional(outsideId(z.string().max(200))).describe('Comes back with the result.'),
})

export type SocialPerson = z.output<typeof socialPerson>

const platforms = z
  .array(
    z.string().transform((name, context) => {
      const platform = platformAliases.get(name.trim().toLowerCase())
      if (platform !== undefined) return platform
      context.addIssue({ code: 'custom', message: `Expected one of ${socialPlatforms.join(', ')}.` })
      return z.NEVER
    }),
  )
  .min(1)
  .max(20)

export const platformsAsked = optional(platforms).describe(
  `Where to look; every platform by default: ${socialPlatforms.join(', ')}.`,
)

export const socialResult = z
  .object({
    clientReferenceId: z.string().nullable(),
    found: z.boolean(),
    pnetUrl: z.string().nullable().describe('Profile of the person the accounts belong to.'),
    name: z.string().nullable(),
    accounts: z.array(
      z.object({ platform: z.enum(socialPlatforms), username: z.string(), url: z.string().nullable() }),
    ),
    confidence: z.number().min(0).max(1),
    evidence: z.array(z.string()),
  })
  .meta({ id: 'SocialLookupResult' })

export interface SocialResult extends Omit<z.output<typeof socialResult>, 'accounts'> {
  accounts: SocialAccount[]
}

export interface SocialParams {
  platforms?: SocialPlatform[] | undefined
  minConfidence?: number | undefined
}

/** Works on the items of a social-media look-up: who is meant, then which accounts the corpus knows of them. */
export async function workOnPeople(
  { params, deps, signal }: JobContext<SocialParams, ResolveDeps>,
  items: readonly JobItem<SocialPerson>[],
): Promise<ItemOutcome<SocialResult>[]> {
  const asking = inBackground(signal)
  const outcomes = await Promise.all(
    items.map(({ input }) =>
      findAccounts(deps, asking, { input, params }).catch((cause: unknown): ItemOutcome<SocialResult> => {
        // A value that cannot be an identifier finds nobody; anything else is tried again.
        if (cause instanceof Failure && cause.code === 'invalid-request')
          return { state: 'failed', output: nobody(input) }
        throw cause
      }),
    ),
  )
  // A person requested twice is charged once.
  const charged = new Set<string>()
  return outcomes.map((outcome) => {
    if (outcome.state !== 'delivered' || outcome.output.pnetUrl === null) return outcome
    if (charged.has(outcome.output.pnetUrl)) return { ...outcome, lines: [] }
    charged.add(outcome.output.pnetUrl)
    return outcome
  })
}

const nobody = ({ clientReferenceId }: SocialPerson): SocialResult => ({
  clientReferenceId: clientReferenceId ?? null,
  found: false,
  pnetUrl: null,
  name: null,
  accounts: [],
  confidence: 0,
  evidence: [],
})

async function findAccounts(
  deps: ResolveDeps,
  asking: Asking,
  { input, params }: { input: SocialPerson; params: SocialParams },
): Promise<ItemOutcome<SocialResult>> {
  const { clientReferenceId: _own, ...person } = input
  const owner = await personWithAccounts(deps, asking, { ...person, minConfidence: params.minConfidence })
  if (owner === undefined) return { state: 'empty', output: nobody(input) }
  const wanted = new Set(params.platforms ?? socialPlatforms)
  const accounts = owner.accounts.filter(({ platform }) => wanted.has(platform))
  const { confidence, evidence, person: record } = owner.match
  const pnet = networkUrl('person', record.primary_slug, deps.network)
  const about = { ...nobody(input), name: record.name, pnetUrl: pnet, confidence, evidence, accounts }
  return accounts.length === 0
    ? { state: 'empty', output: { ...about, found: false } }
    : {
        state: 'delivered',
        output: { ...about, found: true },
        lines: [{ key: 'socialMediaLookup', units: 1 }],
      }
}

/** The person, and the accounts the corpus knows of them on other platforms. */
export async function personWithAccounts(
  deps: LookupDeps,
  asking: Asking,
  { pnetUrl, ...clues }: Omit<SocialPerson, 'clientReferenceId'> & { minConfidence?: number | undefined },
): Promise<{ match: PersonMatch; accounts: SocialAccount[] } | undefined> {
  const profileIdentifier =
    clues.profileIdentifier ?? (pnetUrl === undefined ? undefined : { identifier: 'pnetUrl', value: pnetUrl })
  const question = personQuestion.parse({ ...clues, profileIdentifier })
  const [match] = (await findPeople(deps, asking, question)).matches
  if (match === undefined) return undefined
  const { signal } = asking
  const records = await findNow(deps.search, 'people', {
    tokens: [slugToken(match.person.primary_slug)],
    perToken: 1,
    signal,
  })
  const ids = await deps.search.externalIds('people', { records, signal })
  return { match, accounts: accountsIn(ids.get(records[0]?.id ?? '') ?? {}, new Set(socialPlatforms)) }
}
