import { slugToken } from '../../corpus/identify/index.ts'
import type { JobContext } from '../../platform/jobs/index.ts'
import type { PriceLine } from '../../operation/index.ts'
import {
  chargedKinds,
  cheapest,
  inBatch,
  listPriceLines,
  reveal,
  standard,
  type ContactKind,
  type ContactRead,
} from '../contacts/index.ts'
import type { Employee } from './employees.ts'
import type { LocalBusinessParams } from './local-business-schema.ts'
import type { PlacesDeps } from './slice.ts'

/** Contact details revealed for an owner: how to reach them at work. */
const ownerKinds: readonly ContactKind[] = ['work_email', 'phone']

export interface OwnerContacts {
  email: string | undefined
  phoneNumber: string | undefined
  lines: PriceLine[]
  /** Contact details paid for now, to be remembered with their charge. */
  charged: ContactRead[]
}

/** Contact details of an owner, by the rules and prices of the reveal operations: details paid for before are free. */
export async function ownerContacts(
  {
    deps,
    params,
    organizationId,
    requestId,
    nowMs,
    unitPrices,
    signal,
  }: JobContext<LocalBusinessParams, PlacesDeps>,
  owner: Employee,
): Promise<OwnerContacts> {
  const { profiles, reads } = await reveal(deps.contacts, {
    people: [{ question: { by: 'identifier', tokens: [slugToken(owner.slug)] }, pnetUrl: owner.pnetUrl }],
    options: { tier: standard.id, wanted: ownerKinds, validateEmails: true, outside: inBatch, signal },
    includeAttempts: false,
    claimant: params.isSandbox ? undefined : { organizationId, requestId, nowMs, signal, records: 'later' },
  })
  const [profile] = profiles
  const personId = reads[0]?.personId
  if (profile === undefined || personId === undefined)
    return { email: undefined, phoneNumber: undefined, lines: [], charged: [] }
  const kinds = chargedKinds(profile)
  return {
    email: profile.emails.find(({ status }) => status !== 'invalid')?.email,
    phoneNumber: profile.phoneNumbers[0]?.number,
    lines: listPriceLines(cheapest(standard, { kinds, wanted: ownerKinds }, unitPrices)),
    charged: kinds.length > 0 ? [{ personId, kinds }] : [],
  }
}
