import { firstHash, sealEntry } from './entry.ts'
import type { AuditRecord, Head } from './audit-rows.ts'

/** The result of checking one chain. */
export interface ChainVerification {
  organizationId: string
  /** Number of unchanged entries, from the first on. */
  entries: number
  /** `SEQUENCE:HASH` of the end of the chain; to be kept elsewhere. */
  head: string
  /** The first entry that was changed; undefined when all are intact. */
  bad?: { sequence: number; reason: string }
}

/** Follows one chain from its first entry to its head. `expected` is a head noted earlier, which must still be in it. */
export async function verifyChain(
  chain: { organizationId: string; secret: Buffer; head: Head | undefined; expected?: string | undefined },
  entries: AsyncIterable<AuditRecord>,
): Promise<ChainVerification> {
  const { organizationId, secret, expected } = chain
  let last: Head = { sequence: 0, hash: firstHash }
  let met = expected === undefined || expected === headText(last)
  const result = (bad?: ChainVerification['bad']): ChainVerification => ({
    organizationId,
    entries: last.sequence,
    head: headText(last),
    ...(bad === undefined ? {} : { bad }),
  })
  for await (const entry of entries) {
    const sequence = last.sequence + 1
    const reason = findFault(entry, last, secret)
    if (reason !== undefined) return result({ sequence, reason })
    last = { sequence, hash: entry.hash }
    met ||= expected === headText(last)
  }
  const head = chain.head ?? { sequence: 0, hash: firstHash }
  if (headText(head) !== headText(last)) {
    return result({
      sequence: last.sequence + 1,
      reason: 'entries are missing at the end, or the head was changed',
    })
  }
  if (!met) return result({ sequence: last.sequence + 1, reason: `${expected} is not in the chain` })
  return result()
}

function findFault(entry: AuditRecord, last: Head, secret: Buffer): string | undefined {
  if (entry.sequence !== last.sequence + 1) return 'the entry is missing'
  if (!entry.previousHash.equals(last.hash)) return 'the entry does not follow the one before'
  if (!sealEntry(secret, last.hash, entry).equals(entry.hash)) return 'the entry was changed'
  return undefined
}

const headText = ({ sequence, hash }: Head) => `${sequence}:${hash.toString('hex')}`
