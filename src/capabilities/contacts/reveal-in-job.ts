import { slugToken } from '../../corpus/identify/index.ts'
import type { JobContext } from '../../platform/jobs/index.ts'
import type { PriceLine } from '../../operation/index.ts'
import type { ContactRead } from './contact-reads.ts'
import type { ContactKind } from './kinds.ts'
import { inBatch } from './outside.ts'
import { chargedKinds, reveal } from './reveal.ts'
import type { ContactsDeps } from './slice.ts'
import { cheapest, listPriceLines, standard } from './tiers.ts'

/** Contact details of one person, revealed for an item of a job. */
export interface JobContacts {
  /** Addresses that are not known to be wrong, the best first. */
  emails: string[]
  phoneNumbers: string[]
  lines: PriceLine[]
  /** Contact details paid for now, to be remembered with their charge by the job's `record`. */
  charged: ContactRead[]
}

/** A person of the network, by whom they are there. */
export interface NetworkPerson {
  slug: string
  pnetUrl: string
}

type Context = Pick<
  JobContext<{ isSandbox?: boolean }, { contacts: ContactsDeps }>,
  'deps' | 'params' | 'organizationId' | 'requestId' | 'nowMs' | 'unitPrices' | 'signal'
>

export type RevealInJob = (person: NetworkPerson, wanted: readonly ContactKind[]) => Promise<JobContacts>

/**
 * Reveals for the items of one batch of a job, one after another, by the rules and prices of the reveal operations: details
 * paid for before are free, and so are those an earlier item of the batch pays for, which are not recorded yet.
 */
export function openJobReveal(context: Context): RevealInJob {
  const paidHere = new Map<string, Set<ContactKind>>()
  return (person, wanted) => revealOnce(context, paidHere, { person, wanted })
}

async function revealOnce(
  { deps, params, organizationId, requestId, nowMs, unitPrices, signal }: Context,
  paidHere: Map<string, Set<ContactKind>>,
  { person: { slug, pnetUrl }, wanted }: { person: NetworkPerson; wanted: readonly ContactKind[] },
): Promise<JobContacts> {
  const { profiles, reads } = await reveal(deps.contacts, {
    people: [{ question: { by: 'identifier', tokens: [slugToken(slug)] }, pnetUrl }],
    options: { tier: standard.id, wanted, validateEmails: true, outside: inBatch, signal },
    includeAttempts: false,
    claimant:
      params.isSandbox === true ? undefined : { organizationId, requestId, nowMs, signal, records: 'later' },
  })
  const [profile] = profiles
  const personId = reads[0]?.personId
  if (profile === undefined || personId === undefined)
    return { emails: [], phoneNumbers: [], lines: [], charged: [] }
  const before = paidHere.get(personId) ?? new Set()
  const kinds = chargedKinds(profile).filter((kind) => !before.has(kind))
  paidHere.set(personId, new Set([...before, ...kinds]))
  return {
    emails: profile.emails.flatMap(({ email, status }) => (status === 'invalid' ? [] : [email])),
    phoneNumbers: profile.phoneNumbers.map(({ number }) => number),
    lines: listPriceLines(cheapest(standard, { kinds, wanted }, unitPrices)),
    charged: kinds.length > 0 ? [{ personId, kinds }] : [],
  }
}
