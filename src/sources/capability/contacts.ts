import { z } from 'zod'
import { defineCapabilities } from '../capability.ts'
import { lines } from '../lines.ts'

const nullable = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)
const fraction = z.number().min(0).max(1)

const wantedKind = z.enum(['work_email', 'personal_email', 'phone'])

/** Whose contact details are looked for. Whatever is known is given; a source takes what it can use. */
const contactsQuestion = z.object({
  /** Full name. */
  name: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Slug and address of the profile on the network. */
  slug: z.string().nullable(),
  profileUrl: z.string().nullable(),
  /** ISO 3166-1 alpha-3 code of where the person lives, for phone numbers without a country. */
  country: z.string().nullable(),
  /** Current employer, or the one whose addresses are wanted. */
  employer: z
    .object({
      name: z.string().nullable(),
      /** Registrable domains, the main one first. */
      domains: z.array(z.string()),
      slug: z.string().nullable(),
    })
    .nullable(),
  /** Kinds that are still missing; anything else would be paid for in vain. */
  wanted: z.array(wantedKind).min(1),
})

const foundEmail = z.object({
  email: z.string().min(3).max(320),
  type: nullable(z.enum(['work', 'personal', 'other', 'unknown', 'generic'])),
  /** What the source says of it; null when it was not checked. Believed only from sources that check (`valid`). */
  status: nullable(z.enum(['valid', 'risky', 'unknown', 'invalid'])),
  /** How likely the address is the person's, 0 to 1. */
  probability: nullable(fraction),
  /** Put together from a pattern, not seen anywhere. Kept in the corpus only once it is verified. */
  isInferred: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
})

const foundPhone = z.object({
  /** E.164, or as written in the person's country. */
  number: z.string().min(3).max(64),
  type: nullable(z.enum(['mobile', 'other', 'unknown'])),
})

const contactsAnswer = z.object({
  emails: lines(foundEmail, { most: 100 }).default([]),
  phones: lines(foundPhone, { most: 100 }).default([]),
})

const verifyQuestion = z.object({
  /** Normalised (`lib/email.ts`). */
  email: z.string(),
})

/** `valid` needs evidence: the mail server takes this address and does not take any. */
const verifyAnswer = z.object({
  status: z.enum(['valid', 'risky', 'unknown', 'invalid']),
  /** Short slugs of why, for people: `mailbox_accepted`, `catch_all`, `no_mx`, `mailbox_unknown`, `greylisted`. */
  reasons: z.array(z.string().max(100)).max(20).default([]),
  isCatchAll: nullable(z.boolean()),
  isDisposable: nullable(z.boolean()),
  isRole: nullable(z.boolean()),
  isFree: nullable(z.boolean()),
})

const slug = 'almanac-check-no-such-profile'

export const contactsCapabilities = defineCapabilities(
  {
    'contacts.find': { question: contactsQuestion, answer: contactsAnswer },
    'email.verify': { question: verifyQuestion, answer: verifyAnswer },
  },
  {
    'contacts.find': {
      name: 'Nobody Almanac-Check',
      firstName: 'Nobody',
      lastName: 'Almanac-Check',
      slug,
      profileUrl: `https://www.pnet.example/in/${slug}`,
      country: 'USA',
      wanted: ['work_email', 'personal_email', 'phone'],
      employer: { name: 'Almanac Check', domains: ['almanac-check.example'], slug },
    },
    'email.verify': { email: 'nobody@almanac-check.example' },
  },
)
