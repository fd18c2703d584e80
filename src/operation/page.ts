import { z } from 'zod'
import { openToken, sealToken, type TokenSeal } from '../lib/signed-token.ts'
import { sha256Hex, stableStringify } from '../lib/stable-json.ts'
import { Failure } from './failure.ts'
import { pageToken, withDefault } from './fields.ts'

/** No cursor is longer, except those that carry the question itself. */
const maxCursorLength = 8_192

/** What a cursor belongs to. It opens only for exactly the same again. */
export interface PageSeal {
  /** Secret of the installation. */
  key: Buffer
  /** The operation, or whatever else has the pages. */
  of: string
  organizationId: string
  /** The rest of the request apart from size and cursor, for cursors that must not continue another question. */
  query?: unknown
  /** Order of the rows, where there is a choice. */
  order?: string
}

/** The members `pageSize` and `cursor` of an operation that answers in pages, under the operation's own names for them. */
export function pageInput<const S extends string = 'pageSize', const C extends string = 'cursor'>(of: {
  sizes: { default: number; most: number }
  names?: { size?: S; cursor?: C }
}): Record<S, ReturnType<typeof sizeMember>> & Record<C, ReturnType<typeof cursorMember>> {
  const { size = 'pageSize', cursor = 'cursor' } = of.names ?? {}
  return { [size]: sizeMember(of.sizes), [cursor]: cursorMember() } as never
}

const sizeMember = (sizes: { default: number; most: number }) =>
  withDefault(z.int().min(1).max(sizes.most), sizes.default).describe('Most entries a page has.')

const cursorMember = () => pageToken(maxCursorLength).describe('nextCursor of the previous page.')

/** What a page is of, for its seal: an input apart from size and cursor. */
export function pageQuestion<I extends { pageSize: unknown; cursor?: unknown }>({
  pageSize: _size,
  cursor: _cursor,
  ...question
}: I): Omit<I, 'pageSize' | 'cursor'> {
  return question
}

/** A cursor that continues after `position`. */
export function sealPage(position: unknown, seal: PageSeal): string {
  return sealToken(position, tokenSeal(seal))
}

/** Where the previous page ended; undefined for the first page. Throws Failure 'invalid-cursor' for any other text. */
export function openPage<T>(
  cursor: string | undefined,
  seal: PageSeal,
  position: z.ZodType<T>,
): T | undefined {
  if (cursor === undefined) return undefined
  const place = positionIn(cursor, seal, position)
  if (place === undefined) throw new Failure('invalid-cursor')
  return place
}

/** Where a cursor continues; undefined when it was sealed for something else, or by another installation. */
export function positionIn<T>(cursor: string, seal: PageSeal, position: z.ZodType<T>): T | undefined {
  return position.safeParse(openToken(cursor, tokenSeal(seal))).data
}

/** A page of rows, read with one row more than its size: the extra row shows that there is a next page. */
export function makePage<R>(
  rows: readonly R[],
  page: { size: number; seal: PageSeal; position(last: R): unknown },
): { items: R[]; nextCursor: string | null } {
  const items = rows.slice(0, page.size)
  const last = rows.length > page.size ? items.at(-1) : undefined
  return { items, nextCursor: last === undefined ? null : sealPage(page.position(last), page.seal) }
}

/** A cursor does not contain what it belongs to; that only goes into its signature. */
function tokenSeal({ key, of, organizationId, query, order }: PageSeal): TokenSeal {
  const queryHash = query === undefined ? '' : sha256Hex(stableStringify(query))
  return { key, purpose: JSON.stringify(['page', of, organizationId, order ?? '', queryHash]) }
}
