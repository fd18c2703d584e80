import type { Clock } from '../../lib/clock.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import {
  insertEntry,
  lockHead,
  selectChains,
  selectEntries,
  selectHead,
  selectNewest,
  type AuditRecord,
} from './audit-rows.ts'
import { sealEntry, type AuditEntry } from './entry.ts'
import { verifyChain, type ChainVerification } from './verify.ts'

const pageRows = 500
const looksLikeAKey = /alm_(live|test)_[0-9A-Za-z]{36}/

export interface AuditSettings {
  db: Postgres
  clock: Clock
  /** Seals the chains; the secret of the installation. */
  secret: Buffer
}

export interface Audit {
  /**
   * Writes one entry in the caller's transaction, last in it: the organization's chain stays locked until it ends.
   * Throws when the entry holds what looks like an API key.
   */
  append(tx: Queryable, entry: AuditEntry): Promise<void>
  /** Oldest first, from the one after `after` on; reads page by page. */
  list(organizationId: string, options?: { after?: number }): AsyncGenerator<AuditRecord>
  /** Newest first, from the one before `before` on; at most `most`. */
  listNewest(organizationId: string, page: { before?: number; most: number }): Promise<AuditRecord[]>
  /** Checks one chain from its first entry on; `expected` is a head noted earlier. */
  verify(organizationId: string, expected?: string): Promise<ChainVerification>
  /** Every organization that has a chain; `''` is the installation. */
  chains(): Promise<string[]>
}

export function openAudit({ db, clock, secret }: AuditSettings): Audit {
  return {
    list: (organizationId, options) => readEntries(db, organizationId, options?.after),
    listNewest: (organizationId, page) => selectNewest(db, organizationId, page),
    async append(tx, { organizationId, by, action, subject, detail = {} }) {
      if (looksLikeAKey.test(JSON.stringify([by, subject, detail]))) {
        throw new Error(`an audit entry of ${action} holds an API key`)
      }
      const head = await lockHead(tx, organizationId)
      const entry = {
        organizationId,
        action,
        subject,
        sequence: head.sequence + 1,
        at: new Date(clock.now()),
        actor: by.actor,
        address: by.address ?? null,
        requestId: by.requestId ?? null,
        detail: JSON.parse(JSON.stringify(detail)) as unknown,
      }
      const hash = sealEntry(secret, head.hash, entry)
      await insertEntry(tx, { ...entry, previousHash: head.hash, hash })
    },
    verify: (organizationId, expected) =>
      // One view of the database: what is appended meanwhile must not look like a broken end.
      db.transact(
        async (tx) => {
          const head = await selectHead(tx, organizationId)
          const entries = readEntries(tx, organizationId)
          return verifyChain({ organizationId, secret, head, expected }, entries)
        },
        { isolation: 'repeatable read', statementTimeoutMs: 0 },
      ),
    chains: () => selectChains(db),
  }
}

/** Oldest first; reads page by page. */
async function* readEntries(db: Queryable, organizationId: string, after = 0): AsyncGenerator<AuditRecord> {
  let last = after
  for (;;) {
    const page = await selectEntries(db, organizationId, { after: last, most: pageRows })
    yield* page
    const end = page.at(-1)
    if (end === undefined || page.length < pageRows) return
    last = end.sequence
  }
}
