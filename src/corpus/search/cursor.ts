import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { sha256Hex, stableStringify } from '../../lib/stable-json.ts'
import { Failure, positionIn, sealPage } from '../../operation/index.ts'
import type { Snapshot, Snapshots } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import type { OtherKind } from './filter.ts'
import type { Position } from './page-request.ts'

/** Seals and opens search cursors. A cursor belongs to one organization and one question, and keeps its snapshot. */
export interface Cursors {
  seal(cursor: {
    kind: EntityKind
    organizationId: string
    question: string
    snapshot: Snapshot
    /** The companies' snapshot, where the question asks about employers. */
    employers?: Snapshot | undefined
    /** Snapshots of other kinds, where company filters read their rows. */
    others?: Others | undefined
    /** The day that relative dates count from, in days since 1970. */
    today?: number | undefined
    position: Position
    /** Versions of the sets that are excluded, by id. */
    sets?: Readonly<Record<string, number>> | undefined
    /** JSON that the cursor carries along. It is left out when it does not fit, above some 2,000 addresses. */
    carry?: unknown
  }): string
  /** What a cursor of this organization carries; undefined for any other text. */
  carried(text: string, organizationId: string): unknown
  /**
   * Fails with 400 for a text that is no cursor of this organization and question, and for a cursor whose rows are
   * removed.
   */
  open(
    text: string,
    expected: { kind: EntityKind; organizationId: string; question: string },
  ): Promise<CursorState>
}

/** Snapshots of the other kinds that a question reads. */
export type Others = Partial<Record<OtherKind, Snapshot>>

/** What a cursor keeps so that every page answers the question as it was first asked. */
export interface CursorState {
  snapshot: Snapshot
  employers: Snapshot | undefined
  others: Others
  today: number | undefined
  /** Versions of the sets that are excluded, by id. */
  sets: Readonly<Record<string, number>>
  position: Position
}

/** Fingerprint of a question without page size and cursor, which may change from page to page. */
export function hashQuestion(params: unknown): string {
  return sha256Hex(stableStringify(params ?? null)).slice(0, 22)
}

/**
 * The first member of every payload. It is raised with the payload's form, so that a cursor from before an upgrade is
 * refused instead of misread.
 */
const form = 3
const ofThisForm = z.tuple([z.literal(form)]).rest(z.unknown())
type Payload = [
  form: number,
  kind: string,
  question: string,
  snapshots: [number, employers: number | null, others?: Partial<Record<OtherKind, number>>],
  today: number | null,
  rank: number,
  id: string,
  sets: Readonly<Record<string, number>> | null,
  sortKey: number | readonly number[] | null,
  carry?: unknown,
]
/**
 * Characters a cursor may carry: a thousand addresses, compressed. Tokens are capped at 64 KiB, of which base64 takes
 * a third.
 */
const maxCursorBytes = 40_000
/** Shorter texts are carried as they are. */
const maxPlainLength = 1_000

export function openCursors(key: Buffer, snapshots: Snapshots): Cursors {
  const makeSeal = (organizationId: string) => ({ key, of: 'search', organizationId })
  // The question is in the payload and not in the seal, because what a cursor carries is read before the question is
  // known.
  const read = (text: string, organizationId: string) =>
    positionIn(text, makeSeal(organizationId), ofThisForm) as Payload | undefined
  return {
    seal({ kind, organizationId, question, snapshot, employers, others, today, sets, position, carry }) {
      const numbers: Payload[3] = [snapshot.number, employers?.number ?? null]
      if (others !== undefined && Object.keys(others).length > 0) numbers.push(listNumbers(others))
      const { rank, id, key, furtherKeys = [] } = position
      const sortKey = key === undefined || furtherKeys.length === 0 ? key : [key, ...furtherKeys]
      const signature = [form, kind, question, numbers] as const
      const payload: Payload = [...signature, today ?? null, rank, id, sets ?? null, sortKey ?? null]
      const carried = carry === undefined ? undefined : packed(carry)
      if (carried !== undefined) payload.push(carried)
      return sealPage(payload, makeSeal(organizationId))
    },
    carried(text, organizationId) {
      return unpacked(read(text, organizationId)?.[9])
    },
    async open(text, expected) {
      const payload = read(text, expected.organizationId)
      if (payload === undefined) throw new Failure('invalid-cursor')
      const [, kind, question, numbers, today, rank, id, sets, sortKey] = payload
      const [number, ofEmployers, ofOthers] = numbers
      if (kind !== expected.kind || question !== expected.question) throw new Failure('invalid-cursor')
      const snapshot = await snapshots.at(expected.kind, number)
      const employers = ofEmployers === null ? undefined : await snapshots.at('companies', ofEmployers)
      const others = await othersAt(snapshots, ofOthers ?? {})
      const isGone =
        snapshot === undefined || others === undefined || (ofEmployers !== null && employers === undefined)
      if (isGone) throw new Failure('cursor-expired')
      const [key, ...furtherKeys] = [sortKey ?? []].flat()
      const position: Position = { rank, id, ...(key === undefined ? {} : { key, furtherKeys }) }
      return { snapshot, employers, others, today: today ?? undefined, sets: sets ?? {}, position }
    },
  }
}

/** Long JSON, compressed as `{ deflated }`; undefined when that is too long as well. */
function packed(carry: unknown): unknown {
  const text = JSON.stringify(carry)
  if (text.length <= maxPlainLength) return carry
  const small = deflateRawSync(text).toString('base64')
  return small.length <= maxCursorBytes ? { deflated: small } : undefined
}

/** No value that is carried has a member of this name. */
function unpacked(carried: unknown): unknown {
  const { deflated } = (carried ?? {}) as { deflated?: string }
  if (deflated === undefined) return carried
  return JSON.parse(inflateRawSync(Buffer.from(deflated, 'base64')).toString())
}

function listNumbers(others: Others): Partial<Record<OtherKind, number>> {
  return Object.fromEntries(Object.entries(others).map(([kind, { number }]) => [kind, number]))
}

/** Undefined when rows of one of the snapshots are removed. */
async function othersAt(
  snapshots: Snapshots,
  numbers: Partial<Record<OtherKind, number>>,
): Promise<Others | undefined> {
  const others: Others = {}
  for (const [kind, number] of Object.entries(numbers) as [OtherKind, number][]) {
    const snapshot = await snapshots.at(kind, number)
    if (snapshot === undefined) return undefined
    others[kind] = snapshot
  }
  return others
}
