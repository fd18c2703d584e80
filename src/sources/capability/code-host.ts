import { z } from 'zod'
import { defineCapabilities } from '../capability.ts'
import { lines } from '../lines.ts'

const nullable = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)
const text = nullable(z.string())
const count = nullable(z.number().int().min(0))

/** Whose account on a code host: of a person or a company by what is known, or one whose name is known. */
const codeHostQuestion = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('person'),
    name: z.string().nullable(),
    slug: z.string().nullable(),
    profileUrl: z.string().nullable(),
    emails: z.array(z.string()),
    company: z.string().nullable(),
    location: z.string().nullable(),
  }),
  z.object({
    of: z.literal('company'),
    name: z.string().nullable(),
    domain: z.string().nullable(),
    slug: z.string().nullable(),
  }),
  z.object({ of: z.literal('account'), username: z.string() }),
])

const codeHostAccount = z.object({
  username: z.string().min(1),
  url: text,
  type: nullable(z.enum(['person', 'company'])),
  name: text,
  bio: text,
  company: text,
  location: text,
  website: text,
  email: text,
  avatarUrl: text,
  followers: count,
  repositories: count,
  /** Addresses the account names as its own: bio, website, list of social accounts. */
  links: z.array(z.string().max(2048)).max(100).default([]),
  confidenceOutOf10: z.number().int().min(0).max(10),
  /** Why, in a sentence. */
  rationale: z.string().max(2_000),
})

/** The likeliest first. */
const codeHostAnswer = z.object({ accounts: lines(codeHostAccount, { least: 1, most: 100 }) })

export const codeHostCapabilities = defineCapabilities(
  {
    'codehost.account': { question: codeHostQuestion, answer: codeHostAnswer },
  },
  {
    'codehost.account': { of: 'account', username: 'almanac-check-no-such-profile' },
  },
)
