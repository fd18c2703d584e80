import { z } from 'zod'
import { defineCapabilities } from '../capability.ts'

const nullable = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)
const text = nullable(z.string())
const links = z.array(z.string().max(2048)).max(100).default([])

/** An account on a microblog, by its name in lower case without `@`. */
const question = z.object({
  handle: z.string(),
  /** Host name of the server, where the handle or its address named one; null: the source's own. */
  server: z.string().nullable(),
})

const account = z.object({
  /** As the platform writes it, with the server behind `@` where it is another than the source's own. */
  handle: z.string().min(1),
  url: text,
  name: text,
  bio: text,
  website: text,
  avatarUrl: text,
  followers: nullable(z.number().int().min(0)),
  /** Addresses the account names as its own: fields, website, bio. */
  links,
  /** Those of them of which the platform has seen that they name the account in turn. */
  verifiedLinks: links,
})

/** What sources of the microblog family can be asked: who an account says it is. */
export const microblogCapabilities = defineCapabilities(
  { 'microblog.account': { question, answer: z.object({ account }) } },
  { 'microblog.account': { handle: 'almanac_check_no_such_account', server: null } },
)
