import { z } from 'zod'
import { toCredits } from '../../lib/credits.ts'
import type { KeyRecord } from '../../platform/keys/index.ts'

/** A key as shown to its organization: never the key itself. */
export const apiKeyView = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe('First characters of the key; the rest is not stored.'),
    expiresAt: z.iso.datetime().nullable(),
    maxCredits: z.number().nullable().describe('Most credits the key may spend in all; null for no limit.'),
    creditsUsed: z.number(),
    createdAt: z.iso.datetime(),
    isRevoked: z.boolean(),
    mode: z.enum(['live', 'test']).describe('test: a sandbox key, never charged.'),
    scopes: z
      .array(z.string())
      .describe('Operation ids the key may use, * as a wildcard; empty for every operation.'),
    isReadOnly: z
      .boolean()
      .describe(
        'Whether it may use only operations that change nothing in the organization; they may cost credits.',
      ),
    madeBy: z
      .string()
      .nullable()
      .describe('The person who made it, such as `person:ann@acme.example`; null where that is not known.'),
    allowedAddresses: z
      .array(z.string())
      .describe('Addresses and CIDR ranges its requests may come from; empty for anywhere.'),
  })
  .meta({ id: 'ApiKey' })

/** A key as shown in the answer that creates it. */
export const newApiKeyView = apiKeyView
  .extend({ key: z.string().describe('The API key itself. Shown only now: it is not stored.') })
  .meta({ id: 'NewApiKey' })

export function viewOfKey(record: KeyRecord): z.infer<typeof apiKeyView> {
  return {
    id: record.id,
    name: record.name,
    prefix: record.prefix,
    expiresAt: record.expiresAt?.toISOString() ?? null,
    maxCredits: record.maxCredits === null ? null : toCredits(record.maxCredits),
    creditsUsed: toCredits(record.creditsUsed),
    createdAt: record.createdAt.toISOString(),
    isRevoked: record.revokedAt !== null,
    mode: record.mode,
    scopes: [...record.scopes],
    isReadOnly: record.isReadOnly,
    madeBy: record.madeBy,
    allowedAddresses: [...record.allowedAddresses],
  }
}
