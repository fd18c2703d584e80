import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RecordTracer, TracedRecord, ValueOrigin } from '../../operation/index.ts'
import type { Snapshots } from '../commits/index.ts'
import {
  kinds,
  entrySourcesIn,
  findOrigin,
  withConfirmations,
  type Confirmation,
  type CorpusKind,
  type EntityKind,
  type Sealed,
} from '../kinds/index.ts'
import { readByTokens, readSaid, type ReadRecord, type RecordStore } from '../record-store/index.ts'

export interface TraceRequest {
  /** Records as they were answered. */
  records: readonly Readonly<Record<string, unknown>>[]
  signal?: AbortSignal | undefined
}

/** Entities that share a domain or an address, among which the record is searched for. */
const perToken = 5
/**
 * Records that are compared before other requests have their turn. A page of a thousand companies took 70 ms of
 * processor time at once.
 */
const perTurn = 100
/** A shown record is identified by what it shows alone. */
const nothingSealed: Sealed = { emails: [], phoneNumbers: [], externalIds: {}, provenance: [] }

/**
 * Where the members of some records are from. Records are found by their identifiers, however they came into an
 * answer. A member that is shown differently from the stored one (a page continues an older snapshot, a search added
 * it) has no origin.
 */
export async function trace(
  store: RecordStore,
  kind: EntityKind,
  { records, signal, snapshots }: TraceRequest & { snapshots: Snapshots },
): Promise<(TracedRecord | undefined)[]> {
  const spec = kinds[kind]
  const { number: asOf } = await snapshots.newest(kind)
  const identifiers = records.map((record) => listIdentifiers(spec, record))
  signal?.throwIfAborted()
  const stored = await readByTokens(store, kind, { tokens: identifiers.flat(), asOf, perToken, sealed: true })
  const byToken = new Map<string, (ReadRecord & { tokens: string[] })[]>()
  for (const each of stored)
    for (const token of each.tokens) byToken.set(token, [...(byToken.get(token) ?? []), each])
  const ids = stored.map(({ id }) => id)
  const { confirmations: confirmationsById } = await readSaid(store.db, kind, ids)
  const origins: (TracedRecord | undefined)[] = []
  for (const [index, record] of records.entries()) {
    if (index > 0 && index % perTurn === 0) await nextTurn()
    const carriers = identifiers[index]?.flatMap((token) => byToken.get(token) ?? []) ?? []
    const carrier = carriers.find(({ body }) => isSame(spec, record, JSON.parse(body) as Members))
    const confirmations = confirmationsById.get(carrier?.id ?? '') ?? []
    origins.push(carrier === undefined ? undefined : traced(spec, { record, carrier, confirmations }))
  }
  return origins
}

type Members = Record<string, unknown>

function listIdentifiers(spec: CorpusKind, record: Readonly<Members>): string[] {
  return spec.identifiers(record, nothingSealed)
}

/**
 * Whether a stored record is the shown one: the members that identify it agree. Part of a record only tells of its
 * own members.
 */
function isSame(spec: CorpusKind, record: Readonly<Members>, stored: Members): boolean {
  const agree = (names: readonly string[]) =>
    names.every((name) => record[name] === undefined || same(record[name], stored[name] ?? null))
  const hasOwn = spec.own.some((name) => !isUnknown(record[name]))
  return agree(spec.own) && (hasOwn || agree(spec.naming))
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function traced(
  spec: CorpusKind,
  {
    record,
    carrier,
    confirmations,
  }: { record: Readonly<Members>; carrier: ReadRecord; confirmations: readonly Confirmation[] },
): TracedRecord {
  const stored = JSON.parse(carrier.body) as Members
  const sealed = JSON.parse(carrier.sealed) as Sealed
  const fresh = { provenance: withConfirmations(spec, { members: stored, sealed }, confirmations) }
  const origins: Record<string, ValueOrigin> = {}
  for (const [name, value] of Object.entries(record)) {
    if (isUnknown(value) || !isAsStored(spec, { name, value, stored: stored[name] })) continue
    const at = { member: name, record: stored }
    const origin = findOrigin(spec, sealed, at)
    const newest = findOrigin(spec, fresh, at)
    if (origin === undefined) continue
    const { source, observedAt, confidence } = origin
    const verifiedAt = newest?.observedAt ?? observedAt
    const entries = entrySourcesIn(spec, sealed, { member: name, value: stored[name], source })
    origins[name] = { source, observedAt, verifiedAt, confidence, ...(entries && { entries }) }
  }
  return { origins, identifying: [...spec.own, ...spec.union, ...spec.naming] }
}

/** Labels of the day come after the stored ones. */
function isAsStored(
  { dayLabels }: CorpusKind,
  { name, value, stored }: { name: string; value: unknown; stored: unknown },
): boolean {
  const hasLabels =
    dayLabels !== undefined && name === 'tags' && Array.isArray(value) && Array.isArray(stored)
  return same(hasLabels && stored.length > 0 ? value.slice(0, stored.length) : value, stored)
}

const isUnknown = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** Traces the records of an answer for the kernel. */
export function recordTracer(lookups: {
  trace(kind: EntityKind, request: TraceRequest): Promise<(TracedRecord | undefined)[]>
}): RecordTracer {
  return {
    trace: (kind, records, signal) => lookups.trace(kind as EntityKind, { records, signal }),
  }
}
