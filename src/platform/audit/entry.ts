import { createHmac } from 'node:crypto'
import { stableStringify } from '../../lib/stable-json.ts'

/** The chain for changes that concern no single organization. */
export const installation = ''

/** The author of a change, and the address it came from. */
export interface AuditOrigin {
  /** `person:ADDRESS`, `key:ID`, `operator:NAME`, `sign-up` or `system`. */
  actor: string
  /** Network address, if the change came over a network. */
  address?: string | null
  requestId?: string | null
}

/** One change. */
export interface AuditEntry {
  /** `INSTALLATION` for a change that concerns no single organization. */
  organizationId: string
  by: AuditOrigin
  /** Thing and what happened to it: `key.revoked`, `credits.purchased`. */
  action: string
  /** Id of what was changed. */
  subject: string
  /** The values that changed; plain JSON, no secrets. */
  detail?: Record<string, unknown>
}

/** The origin of a change that a request asks for. */
export function readOrigin(call: {
  keyId: string
  person?: { actor: string }
  address: string
  requestId: string
}): AuditOrigin {
  const actor = call.person?.actor ?? `key:${call.keyId}`
  return { actor, address: call.address, requestId: call.requestId }
}

/** The origin of a change that came with the operator's token. */
export function readOperatorOrigin(call: { address: string; requestId: string }): AuditOrigin {
  return { actor: 'operator:token', address: call.address, requestId: call.requestId }
}

/** The content that the hash of an entry covers, together with the previous hash. */
export interface HashedEntry {
  organizationId: string
  sequence: number
  at: Date
  actor: string
  address: string | null
  requestId: string | null
  action: string
  subject: string
  detail: unknown
}

export const firstHash = Buffer.alloc(32)

/** The hash of an entry that follows the one with `previous`. */
export function sealEntry(secret: Buffer, previous: Buffer, entry: HashedEntry): Buffer {
  const { organizationId, sequence, at, actor, address, requestId, action, subject, detail } = entry
  const text = stableStringify([
    organizationId,
    sequence,
    at.toISOString(),
    actor,
    address,
    requestId,
    action,
    subject,
    detail,
  ])
  return createHmac('sha256', secret).update('audit\n').update(previous).update(text).digest()
}
