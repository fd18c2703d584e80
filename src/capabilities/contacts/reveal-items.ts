import type { Queryable } from '../../store/postgres/index.ts'
import type { EndedOutcome, ItemOutcome, JobContext } from '../../platform/jobs/index.ts'
import { anyPersonTokens, isMalformed } from '../../corpus/identify/index.ts'
import { buildContactQuestion, type Outside } from './finder.ts'
import type { ContactKind } from './kinds.ts'
import { chargedKinds, reveal, unknownProfile } from './reveal.ts'
import type { RevealedProfile } from './schema.ts'
import type { ContactsDeps } from './slice.ts'
import { cheapest, listPriceLines, type Tier } from './tiers.ts'

/** Parameters shared by all people of one reveal job. */
export interface RevealParams {
  wanted: readonly ContactKind[]
  validateEmails: boolean
  /** Absent in jobs of earlier versions. */
  includeAttempts?: boolean
  /** Domain of the employer whose addresses are wanted, if other than the current one. */
  employer?: string | undefined
  /** Whether a sandbox key started it: nothing is charged, so nothing is recorded as paid. */
  isSandbox: boolean
}

/** Stored with each person: the result that polls show, and the entity for which payment is recorded. */
export interface RevealedItem {
  profile: RevealedProfile
  personId: string | null
}

type Context = JobContext<RevealParams, ContactsDeps>

/** Reveals the people of a job together, at the prices of the tier. */
export async function revealItems(
  { tier, outside }: { tier: Tier; outside: Outside },
  { params, deps, organizationId, requestId, nowMs, signal, unitPrices }: Context,
  identifiers: readonly string[],
): Promise<ItemOutcome<RevealedItem>[]> {
  const tokens = identifiers.map((text) => anyPersonTokens(text, deps.network))
  const questions = identifiers.map((pnetUrl, index) => {
    const token = tokens[index]
    return {
      pnetUrl,
      question: buildContactQuestion(isMalformed(token ?? []) ? [] : (token as string[]), params.employer),
    }
  })
  const { wanted, validateEmails, includeAttempts = false } = params
  const options = { tier: tier.id, wanted, validateEmails, outside, signal }
  const claimant = { organizationId, requestId, nowMs, signal, records: 'later' as const }
  const { profiles, reads } = await reveal(deps, {
    people: questions,
    options,
    includeAttempts,
    claimant: params.isSandbox ? undefined : claimant,
  })
  return profiles.map((profile, index): ItemOutcome<RevealedItem> => {
    const token = tokens[index]
    if (token !== undefined && isMalformed(token)) {
      const rejected = { ...unknownProfile(identifiers[index] ?? ''), error: token.expected }
      return { state: 'failed', output: { profile: rejected, personId: null } }
    }
    const personId = reads[index]?.personId ?? null
    if (profile.emails.length + profile.phoneNumbers.length === 0)
      return { state: 'empty', output: { profile, personId } }
    const keys = cheapest(tier, { kinds: chargedKinds(profile), wanted }, unitPrices)
    return { state: 'delivered', output: { profile, personId }, lines: listPriceLines(keys) }
  })
}

/** Records what the items paid for, in the transaction that charges them. */
export async function recordItems(
  tx: Queryable,
  { params, deps, organizationId, requestId, nowMs }: Context,
  ended: readonly EndedOutcome<unknown, RevealedItem>[],
): Promise<void> {
  if (params.isSandbox) return
  const reads = ended.flatMap(({ outcome }) => {
    if (outcome.state !== 'delivered' || outcome.output.personId === null) return []
    return [{ personId: outcome.output.personId, kinds: chargedKinds(outcome.output.profile) }]
  })
  await deps.reads.record(tx, reads, { organizationId, requestId, nowMs })
}
