import { noCredits, toCredits } from '../../lib/credits.ts'
import { contactRefunded } from './events.ts'
import type { Log } from '../../lib/log.ts'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Clock } from '../../lib/clock.ts'
import { deadlineSignal } from '../../lib/deadline.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Events } from '../../platform/events/index.ts'
import { NotEnoughCredits, type CreditLedger } from '../../platform/ledger/index.ts'
import type { CorpusSearch } from '../../corpus/search/index.ts'
import { column, rowShape, sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import { contactsOfPeople } from './corpus-finder.ts'
import type { FoundContacts } from './finder.ts'
import { costOfKind, type ChargedLine } from './kind-cost.ts'
import { kindOfEmail, type ContactKind, type EmailStatus } from './kinds.ts'
import { tierKeys, exhaustive, premium, standard, turbo } from './tiers.ts'
import { dayMs } from '../../lib/time.ts'

/** Reads that are checked together. */
const batch = 20
/** Interval between checks of a read that is still within the time for refunds. */
const againAfterMs = dayMs
const maxCheckMs = 60_000

export interface ContactRefundsSettings {
  db: Postgres
  ledger: Pick<CreditLedger, 'refundRequest' | 'unitPrices'>
  events: Pick<Events, 'append'>
  search: CorpusSearch
  network: NetworkHosts
  clock: Clock
  /** Days after the payment during which addresses are rechecked; 0 for never. */
  days: number
  /** The current status of an address. Throwing leaves the address for the next sweep. */
  check(address: string, signal: AbortSignal): Promise<EmailStatus>
  log: Log
}

/** Refunds what was paid for addresses that turn out to be invalid. */
export interface ContactRefunds {
  /** Checks a batch of due reads; returns how many they were. */
  sweep(): Promise<number>
  /** Sweeps in the background until nothing is due, one sweep at a time; checking takes too long for a task. */
  begin(): void
  /** Stops after the address that is being checked. */
  close(): Promise<void>
}

/** One kind of one person that was paid for. */
interface Read {
  organizationId: string
  personId: string
  kind: ContactKind
  requestId: string
}

const contactReadRow = rowShape<Read>({
  organizationId: column.text(),
  personId: column.text(),
  kind: column.text(),
  requestId: column.text(),
})

export function openContactRefunds(settings: ContactRefundsSettings): ContactRefunds {
  const { db, clock, log } = settings
  const closing = new AbortController()
  let running: Promise<void> | undefined

  async function sweep(): Promise<number> {
    const reads = await claimDue(db, { nowMs: clock.now(), days: settings.days })
    if (reads.length === 0) return 0
    const { search, network } = settings
    const ids = [...new Set(reads.map(({ personId }) => personId))]
    const people = await contactsOfPeople({ search, network }, ids, closing.signal)
    const statuses = new Map<string, EmailStatus>()
    const check = (address: string) =>
      settings.check(address, deadlineSignal(maxCheckMs, closing.signal)).catch(() => 'unknown' as const)
    for (const read of reads) {
      const person = people.get(read.personId)
      const addresses = person === undefined ? [] : listAddresses(person, read.kind)
      if (addresses.length === 0 || closing.signal.aborted) continue
      if (await areInvalid(addresses, statuses, check)) await refund(settings, read, { person, addresses })
    }
    return reads.length
  }

  async function sweepAll(): Promise<void> {
    try {
      while (!closing.signal.aborted && (await sweep()) > 0) await breathe()
    } catch (error) {
      if (!closing.signal.aborted) log('contacts not checked again', { level: 'error', cause: String(error) })
    }
  }

  return {
    sweep,
    begin() {
      if (closing.signal.aborted) return
      running ??= sweepAll().finally(() => {
        running = undefined
      })
    },
    async close() {
      closing.abort(new Error('closing'))
      await running
    },
  }
}

/** Stops at the first address that may be good, because the others cannot change the outcome. */
async function areInvalid(
  addresses: readonly string[],
  statuses: Map<string, EmailStatus>,
  check: (address: string) => Promise<EmailStatus>,
): Promise<boolean> {
  for (const address of addresses) {
    const status = statuses.get(address) ?? (await check(address))
    statuses.set(address, status)
    if (status !== 'invalid') return false
  }
  return true
}

function listAddresses({ emails }: FoundContacts, kind: ContactKind): string[] {
  return emails.filter((email) => kindOfEmail(email) === kind).map(({ email }) => email)
}

/**
 * Claims due reads before checking them, so that several processes do not check the same ones. A read that a killed
 * process claimed is due again a day later.
 */
async function claimDue(db: Postgres, { nowMs, days }: { nowMs: number; days: number }): Promise<Read[]> {
  return db.query(sql.rows(contactReadRow)`
    UPDATE contact_reads r SET checked_at = ${new Date(nowMs)}
    FROM (
      SELECT d.organization_id, d.person_id, d.kind, d.request_id FROM contact_reads d
      WHERE d.kind <> 'phone' AND d.refunded_at IS NULL AND d.paid_at > ${new Date(nowMs - days * dayMs)}
        AND (d.checked_at IS NULL OR d.checked_at <= ${new Date(nowMs - againAfterMs)})
        AND EXISTS (SELECT FROM ledger_transfers t WHERE t.request_id = d.request_id
          AND t.organization_id = d.organization_id AND t.kind = 'capture')
      ORDER BY d.checked_at NULLS FIRST LIMIT ${batch} FOR UPDATE SKIP LOCKED
    ) due
    WHERE (r.organization_id, r.person_id, r.kind, r.request_id)
      = (due.organization_id, due.person_id, due.kind, due.request_id)
    RETURNING r.organization_id AS "organizationId", r.person_id::text AS "personId", r.kind, r.request_id AS "requestId"`)
}

const allKeys = [...new Set([standard, turbo, premium, exhaustive].flatMap((tier) => tierKeys(tier)))]

/** Mark, credits and event are one transaction, so each happens once even if the process is killed. */
async function refund(
  { db, ledger, events, clock }: ContactRefundsSettings,
  read: Read,
  contacts: { person: FoundContacts | undefined; addresses: readonly string[] },
): Promise<void> {
  const { organizationId, kind, requestId } = read
  const prices = await ledger.unitPrices(organizationId, allKeys)
  const give = async (tx: Queryable): Promise<void> => {
    if (!(await markRefunded(tx, read, clock.now()))) return
    const kinds = await kindsPaid(tx, read)
    const amount = costOfKind(kind, { kinds, lines: await chargedLines(tx, read), prices })
    if (amount === noCredits) return
    const note = `${kind} of person ${read.personId} is invalid`
    await ledger.refundRequest({ organizationId, amount, requestId, refunds: requestId, note }, tx)
    await events.append(tx, contactRefunded, {
      organizationId,
      data: {
        request_id: requestId,
        pnet_url: contacts.person?.pnetUrl ?? null,
        kind,
        emails: contacts.addresses,
        reason: 'invalid',
        credits_refunded: toCredits(amount),
      },
    })
  }
  try {
    await db.transact(give)
  } catch (error) {
    if (!(error instanceof NotEnoughCredits)) throw error
    // The operator has already refunded the request.
    await db.transact((tx) => markRefunded(tx, read, clock.now()))
  }
}

async function markRefunded(tx: Queryable, read: Read, nowMs: number): Promise<boolean> {
  const rows = await tx.query(sql`
    UPDATE contact_reads SET refunded_at = ${new Date(nowMs)}
    WHERE organization_id = ${read.organizationId} AND person_id = ${read.personId}::numeric
      AND kind = ${read.kind} AND request_id = ${read.requestId} AND refunded_at IS NULL
    RETURNING 1`)
  return rows.length > 0
}

const kindRow = rowShape({ kind: column.text<ContactKind>() })

/** All kinds of the person that the request paid for. */
async function kindsPaid(
  tx: Queryable,
  { organizationId, personId, requestId }: Read,
): Promise<ContactKind[]> {
  const rows = await tx.query(sql.rows(kindRow)`
    SELECT kind FROM contact_reads
    WHERE organization_id = ${organizationId} AND person_id = ${personId}::numeric AND request_id = ${requestId}`)
  return rows.map(({ kind }) => kind)
}

const linesRow = rowShape({ lines: column.json<ChargedLine[] | null>() })

async function chargedLines(tx: Queryable, { organizationId, requestId }: Read): Promise<ChargedLine[]> {
  const rows = await tx.query(sql.rows(linesRow)`
    SELECT lines FROM ledger_transfers
    WHERE request_id = ${requestId} AND organization_id = ${organizationId} AND kind = 'capture'`)
  return rows.flatMap(({ lines }) => lines ?? [])
}
