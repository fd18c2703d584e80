import { invalidMember, type Call } from '../../operation/index.ts'
import { anyPersonTokens, isMalformed } from '../../corpus/identify/index.ts'
import type { Claimant, ContactRead } from './contact-reads.ts'
import {
  buildContactQuestion,
  type ContactQuestion,
  type Finding,
  type FindOptions,
  type FoundContacts,
} from './finder.ts'
import { kindOfEmail, kindsFound, type ContactKind, type Origin } from './kinds.ts'
import type { RevealedProfile } from './schema.ts'
import type { ContactsDeps } from './slice.ts'

/** One person to reveal, with the address to show if they are unknown. */
export interface ContactRequest {
  question: ContactQuestion
  pnetUrl: string
}

export interface RevealRequest {
  people: readonly ContactRequest[]
  options: FindOptions
  /** Whether to list the sources called and the origin of each detail. */
  includeAttempts: boolean
  /** Undefined for reveals that are never charged: nothing is claimed or recorded as paid. */
  claimant: Claimant | undefined
}

export interface Revealed {
  profiles: RevealedProfile[]
  /** The kinds charged now, aligned with `profiles`; undefined for unknown people. */
  reads: (ContactRead | undefined)[]
}

/** Finds contact details, drops kinds that were not requested, and says which are already paid for. */
export async function reveal(
  deps: Pick<ContactsDeps, 'finder' | 'reads'>,
  { people, options, includeAttempts, claimant }: RevealRequest,
): Promise<Revealed> {
  const findings = await deps.finder.find(
    people.map(({ question }) => question),
    options,
  )
  const answers = findings.map(
    ({ contacts }) => contacts && onlyWanted(contacts, options.wanted, includeAttempts),
  )
  const wanted = answers.flatMap((one) => (one ? [{ personId: one.personId, kinds: kindsFound(one) }] : []))
  const paid =
    claimant === undefined ? new Map<string, Set<ContactKind>>() : await deps.reads.claim(wanted, claimant)
  const profiles: RevealedProfile[] = []
  const reads: (ContactRead | undefined)[] = []
  for (const [index, { pnetUrl }] of people.entries()) {
    const one = answers[index]
    const { attempts } = findings[index] as Finding
    const log = includeAttempts ? { attempts: attempts.map(({ cost: _own, ...each }) => each) } : {}
    if (one === undefined) {
      profiles.push({ ...unknownProfile(pnetUrl), ...log })
      reads.push(undefined)
      continue
    }
    const { personId, ...details } = one
    const before: ReadonlySet<ContactKind> = paid.get(personId) ?? new Set()
    const kinds = kindsFound(details)
    profiles.push({
      ...details,
      success: true,
      status: 'completed' as const,
      exhaustive: options.tier === 'exhaustive',
      alreadyPaid: kinds.filter((kind) => before.has(kind)),
      ...log,
    })
    const now = kinds.filter((kind) => !before.has(kind))
    reads.push({ personId, kinds: now })
    // A person who appears twice in one request, under any identifier, is charged once.
    paid.set(personId, new Set([...before, ...now]))
  }
  return { profiles, reads }
}

/** For a synchronous request: its kinds are claimed now and count as paid once it is charged. */
export async function revealNow(
  deps: ContactsDeps,
  call: Call,
  request: {
    people: readonly ContactRequest[]
    options: Omit<FindOptions, 'signal'>
    includeAttempts?: boolean
  },
): Promise<RevealedProfile[]> {
  const { organizationId, requestId, nowMs, signal } = call
  const { people, includeAttempts = false } = request
  const claimant = { organizationId, requestId, nowMs, signal, records: 'now' as const }
  const { profiles } = await reveal(deps, {
    people,
    includeAttempts,
    options: {
      ...request.options,
      signal,
    },
    claimant: call.mode === 'live' ? claimant : undefined,
  })
  return profiles
}

/** Kinds of a profile charged now. */
export function chargedKinds(profile: RevealedProfile): ContactKind[] {
  return kindsFound(profile).filter((kind) => !profile.alreadyPaid.includes(kind))
}

/** The people of a request by their identifiers. Throws a 400 that names the malformed one. */
export function askedPeople(
  deps: Pick<ContactsDeps, 'network'>,
  people: readonly { value: string; path: string }[],
  employer?: string,
): ContactRequest[] {
  return people.map(({ value, path }) => {
    const tokens = anyPersonTokens(value, deps.network)
    if (isMalformed(tokens)) throw invalidMember(path, tokens.expected, tokens.code)
    return { question: buildContactQuestion(tokens, employer), pnetUrl: value }
  })
}

function onlyWanted(
  { personId, pnetUrl, name, emails, phoneNumbers, unmatchedWorkEmails }: FoundContacts,
  wanted: readonly ContactKind[],
  includeOrigin: boolean,
) {
  const withoutOrigin = <T extends { origin?: Origin }>({ origin, ...detail }: T) =>
    includeOrigin ? { ...detail, ...origin } : detail
  return {
    personId,
    pnetUrl,
    name,
    emails: emails.filter((email) => wanted.includes(kindOfEmail(email))).map(withoutOrigin),
    phoneNumbers: wanted.includes('phone') ? phoneNumbers.map(withoutOrigin) : [],
    unmatchedWorkEmails: wanted.includes('work_email') ? unmatchedWorkEmails : [],
  }
}

/** The answer for an identifier that names nobody. */
export function unknownProfile(pnetUrl: string): RevealedProfile {
  return {
    success: false,
    pnetUrl,
    name: null,
    emails: [],
    phoneNumbers: [],
    unmatchedWorkEmails: [],
    alreadyPaid: [],
    status: 'failed',
    error: 'This profile is not known.',
    exhaustive: false,
  }
}
