import { z } from 'zod'
import { optional, withDefault } from '../../operation/index.ts'
import { attemptOutcomes, capabilityIds } from '../../sources/index.ts'
import { contactKinds, emailStatuses, emailTypes, phoneTypes, type ContactKind } from './kinds.ts'
import { patiences } from './outside.ts'

export const contactKind = z.enum(contactKinds).meta({ id: 'ContactKind' })

/** An identifier of a person in any form. */
export const personIdentifier = z
  .string()
  .trim()
  .min(1)
  .max(2048)
  .describe('Profile URL, slug, URN or user id on the network.')

const enrichmentFlags = z
  .object({
    getWorkEmails: withDefault(z.boolean(), true),
    getPersonalEmails: withDefault(z.boolean(), true),
    getPhoneNumbers: withDefault(z.boolean(), true),
  })
  .refine((type) => type.getWorkEmails || type.getPersonalEmails || type.getPhoneNumbers, {
    message: 'Request at least one kind of contact.',
  })

const all = { getWorkEmails: true, getPersonalEmails: true, getPhoneNumbers: true }

/** Kinds that are requested and paid for; all by default. */
export const enrichmentType = withDefault(enrichmentFlags, all).describe('Kinds to reveal; all by default.')
export type EnrichmentType = z.output<typeof enrichmentType>

export function wantedKinds(type: EnrichmentType): ContactKind[] {
  const wanted: [boolean, ContactKind][] = [
    [type.getWorkEmails, 'work_email'],
    [type.getPersonalEmails, 'personal_email'],
    [type.getPhoneNumbers, 'phone'],
  ]
  return wanted.flatMap(([isWanted, kind]) => (isWanted ? [kind] : []))
}

/** How outside sources may be used; the corpus always answers at once. */
export const revealOptions = {
  enrichmentType,
  validateEmails: withDefault(z.boolean(), true).describe(
    'Check addresses before answering, if a source can.',
  ),
  patience: optional(z.enum(patiences)).describe(
    'How long outside sources may take for one person: 2, 5, 15, 30, 60 or 90 seconds.',
  ),
  includeAttempts: withDefault(z.boolean(), false).describe(
    'Also list the sources that were called, their outcomes, and the origin of each contact detail.',
  ),
  company: optional(
    z.object({
      identifier: z.enum(['pnetUrl', 'pnetSlug', 'pnetOrgId', 'pnetOrgID', 'domain']),
      value: z.string().min(1).max(2048),
    }),
  ).describe('Employer whose addresses are wanted, if not the current one. Only a domain is used so far.'),
}

/** Origin of a detail; answered with includeAttempts. */
const origin = {
  source: z.string().nullish().describe('`corpus`, or the name of an outside source.'),
  observedAt: z.string().nullish().describe('When it was last true, ISO 8601.'),
  confidence: z.number().nullish().describe("The source's confidence, 0 to 1."),
}
const emailShape = z.object({
  email: z.string(),
  type: z.enum(emailTypes),
  status: z.enum(emailStatuses),
  ...origin,
})
const phoneShape = z.object({
  number: z.string().describe('E.164'),
  type: z.enum(phoneTypes),
  ...origin,
})

/** The outcome of one source, as clients see it. */
const attemptView = z
  .object({
    source: z.string().describe('`corpus`, or the name of an outside source.'),
    capability: z.enum(capabilityIds as [string, ...string[]]).describe('What was requested.'),
    ms: z.number().int(),
    outcome: z
      .enum(attemptOutcomes)
      .describe(
        'cached: answered from an earlier call. rate_limited: it asked to wait. circuit_open: skipped after repeated failures. aborted: another source was faster. mismatch: it answered about somebody else.',
      ),
    found: z.boolean(),
  })
  .meta({ id: 'SourceAttempt' })

/** The revealed details of one person. */
export const revealedProfile = z
  .object({
    success: z.boolean().describe('Whether the person is known.'),
    pnetUrl: z.string().describe('Canonical address of the profile; the identifier sent if it is unknown.'),
    name: z.string().nullable(),
    emails: z.array(emailShape),
    phoneNumbers: z.array(phoneShape),
    unmatchedWorkEmails: z.array(z.string()).describe('Work addresses at non-current employers; free.'),
    alreadyPaid: z
      .array(contactKind)
      .describe('Kinds already paid for within the re-read window: not charged again.'),
    status: z.enum(['started', 'live-enriching', 'grabbing-contact-info', 'completed', 'failed']),
    error: z.string().optional().describe('Why nothing is revealed; absent otherwise.'),
    exhaustive: z.boolean(),
    attempts: z.array(attemptView).nullish().describe('Sources called, in order; with includeAttempts.'),
  })
  .meta({ id: 'RevealedProfile' })

export type RevealedProfile = z.infer<typeof revealedProfile>

/** Body of the standard form, which turbo and exhaustive share. */
export const revealOutput = z.object({
  profile: revealedProfile,
  profiles: z.array(revealedProfile).nullish().describe('Aligned with pnetUrls, if sent.'),
  success: z.boolean(),
  done: z.boolean(),
  taskId: z.string().nullish(),
  pnetUrl: z.string(),
  name: z.string().nullable(),
})
