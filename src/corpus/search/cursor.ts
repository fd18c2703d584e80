import { openToken, sealToken } from '../../lib/signed-token.ts'
import { sha256Hex, stableStringify } from '../../lib/stable-json.ts'
import { Failure } from '../../operation/index.ts'
import type { EntityKind, Snapshot, Snapshots } from '../commits/index.ts'
import type { Position } from './search.ts'

/** Signs and reads search cursors. A cursor belongs to one organization and one question, and keeps its snapshot. */
export interface Cursors {
  seal(cursor: {
    kind: EntityKind
    organizationId: string
    question: string
    snapshot: Snapshot
    /** Where the question asks about employers: the companies as they were. */
    employers?: Snapshot | undefined
    /** The day relative dates are counted from, in days since 1970. */
    today?: number | undefined
    position: Position
    /** Small JSON the cursor carries along; left out when it does not fit. */
    carry?: unknown
  }): string
  /** What a cursor of this organization carries; undefined for anything else. */
  carried(text: string, organizationId: string): unknown
  /** Fails with 400 for anything that is not a cursor of this organization and question, or whose rows are gone. */
  open(text: string, expected: { kind: EntityKind; organizationId: string; question: string }): Promise<Kept>
}

/** What a cursor keeps, so that every page answers the question as it was first asked. */
export interface Kept {
  snapshot: Snapshot
  employers: Snapshot | undefined
  today: number | undefined
  position: Position
}

/** Fingerprint of what is asked, without page size and cursor: those may change from page to page. */
export function questionOf(params: unknown): string {
  return sha256Hex(stableStringify(params ?? null)).slice(0, 22)
}

const purpose = 'search-cursor'
type Payload = [
  kind: string,
  organization: string,
  question: string,
  snapshots: [number, employers: number | null],
  today: number | null,
  rank: number,
  id: string,
  carry?: unknown,
]
/** Tokens are capped at 8 kB, and base64 takes a third of that. */
const mostCarried = 4_000

export function openCursors(key: Buffer, snapshots: Snapshots): Cursors {
  return {
    seal({ kind, organizationId, question, snapshot, employers, today, position, carry }) {
      const numbers: Payload[3] = [snapshot.number, employers?.number ?? null]
      const { rank, id } = position
      const payload: Payload = [kind, organizationId, question, numbers, today ?? null, rank, id]
      if (carry !== undefined && JSON.stringify(carry).length <= mostCarried) payload.push(carry)
      return sealToken(payload, { key, purpose })
    },
    carried(text, organizationId) {
      const payload = openToken(text, { key, purpose }) as Payload | undefined
      return payload?.[1] === organizationId ? payload[7] : undefined
    },
    async open(text, expected) {
      const payload = openToken(text, { key, purpose }) as Payload | undefined
      if (payload === undefined) throw new Failure('invalid-cursor')
      const [kind, organizationId, question, [number, ofEmployers], today, rank, id] = payload
      const fits =
        kind === expected.kind && organizationId === expected.organizationId && question === expected.question
      if (!fits) throw new Failure('invalid-cursor')
      const snapshot = await snapshots.at(expected.kind, number)
      const employers = ofEmployers === null ? undefined : await snapshots.at('companies', ofEmployers)
      const isGone = snapshot === undefined || (ofEmployers !== null && employers === undefined)
      if (isGone) throw new Failure('cursor-expired')
      return { snapshot, employers, today: today ?? undefined, position: { rank, id } }
    },
  }
}
