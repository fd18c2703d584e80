import { invalidMember, type Call } from '../../operation/index.ts'
import { isMalformed } from '../resolve/index.ts'
import type { ContactRead } from './contact-reads.ts'
import type { ContactQuestion, Finding, FindOptions, FoundContacts } from './finder.ts'
import { identifierTokens, questionOf } from './identify.ts'
import { contactKinds, kindOfEmail, kindsFound, type ContactKind, type Origin } from './kinds.ts'
import type { RevealedProfile } from './schema.ts'
import type { ContactsDeps } from './slice.ts'

/** One person to reveal, with what to call them when nobody knows them. */
export interface Asked {
  question: ContactQuestion
  pnetUrl: string
}

export interface RevealRequest {
  asked: readonly Asked[]
  options: FindOptions
  /** Whether to tell which sources were asked, and where each detail comes from. */
  includeAttempts: boolean
  organizationId: string
  nowMs: number
}

export interface Revealed {
  profiles: RevealedProfile[]
  /** What is paid for now, aligned with `profiles`; undefined for people nobody knows. */
  reads: (ContactRead | undefined)[]
}

/** Finds contact details, leaves out what was not wanted, and tells what was paid for before. */
export async function reveal(
  deps: Pick<ContactsDeps, 'finder' | 'reads'>,
  { asked, options, includeAttempts, organizationId, nowMs }: RevealRequest,
): Promise<Revealed> {
  const found = await deps.finder.find(
    asked.map(({ question }) => question),
    options,
  )
  const people = [
    ...new Set(found.flatMap(({ contacts }) => (contacts === undefined ? [] : contacts.personId))),
  ]
  const paid = await deps.reads.paid(organizationId, people, nowMs)
  const profiles: RevealedProfile[] = []
  const reads: (ContactRead | undefined)[] = []
  for (const [at, { pnetUrl }] of asked.entries()) {
    const { contacts: one, attempts } = found[at] as Finding
    const log = includeAttempts ? { attempts: attempts.map(({ cost: _own, ...shown }) => shown) } : {}
    if (one === undefined) {
      profiles.push({ ...unknownProfile(pnetUrl), ...log })
      reads.push(undefined)
      continue
    }
    const shown = onlyWanted(one, options.wanted, includeAttempts)
    const before = paid.get(one.personId) ?? new Set<ContactKind>()
    const kinds = kindsFound(shown)
    profiles.push({
      ...shown,
      ...{
        success: true,
        status: 'completed' as const,
        error: null,
        exhaustive: options.tier === 'exhaustive',
      },
      alreadyPaid: kinds.filter((kind) => before.has(kind)),
      ...log,
    })
    const now = kinds.filter((kind) => !before.has(kind))
    reads.push({ personId: one.personId, kinds: now })
    // The same person again in one request, by whatever identifier, is paid for once.
    paid.set(one.personId, new Set([...before, ...now]))
  }
  return { profiles, reads }
}

/** A request that answers at once: what it will be charged for is remembered, and counts once it is charged. */
export async function revealNow(
  deps: ContactsDeps,
  call: Call,
  request: { asked: readonly Asked[]; options: Omit<FindOptions, 'signal'>; includeAttempts?: boolean },
): Promise<RevealedProfile[]> {
  const { organizationId, requestId, nowMs, signal } = call
  const options = { ...request.options, signal }
  const { asked, includeAttempts = false } = request
  const by = { organizationId, nowMs }
  const { profiles, reads } = await reveal(deps, { asked, options, includeAttempts, ...by })
  if (call.mode === 'live') {
    const paid = reads.filter((read) => read !== undefined)
    await deps.reads.record(deps.db, paid, { organizationId, requestId, nowMs })
  }
  return profiles
}

/** Kinds of a profile that are charged now. */
export function chargedKinds(profile: RevealedProfile): ContactKind[] {
  return kindsFound(profile).filter((kind) => !profile.alreadyPaid.includes(kind))
}

/** The people of a request by their identifiers. Throws a 400 that names the one that cannot be one. */
export function askedPeople(
  deps: Pick<ContactsDeps, 'network'>,
  people: readonly { value: string; path: string }[],
  employer?: string,
): Asked[] {
  return people.map(({ value, path }) => {
    const tokens = identifierTokens(value, deps.network)
    if (isMalformed(tokens)) throw invalidMember(path, tokens.expected, tokens.code)
    return { question: questionOf(tokens, employer), pnetUrl: value }
  })
}

function onlyWanted(
  { pnetUrl, name, emails, phoneNumbers, unmatchedWorkEmails }: FoundContacts,
  wanted: readonly ContactKind[],
  includeOrigin: boolean,
) {
  const shown = <T extends { origin?: Origin }>({ origin, ...detail }: T) =>
    includeOrigin ? { ...detail, ...origin } : detail
  return {
    ...{ pnetUrl, name },
    emails: emails.filter((email) => wanted.includes(kindOfEmail(email))).map(shown),
    phoneNumbers: wanted.includes('phone') ? phoneNumbers.map(shown) : [],
    unmatchedWorkEmails: wanted.includes('work_email') ? unmatchedWorkEmails : [],
  }
}

/** Nobody is known by the identifier. */
export function unknownProfile(pnetUrl: string): RevealedProfile {
  return {
    ...{ success: false, pnetUrl, name: null, emails: [], phoneNumbers: [], unmatchedWorkEmails: [] },
    ...{ alreadyPaid: [], status: 'failed', error: 'No such profile is known.', exhaustive: false },
  }
}

export const everyKind = contactKinds
