import type { AudiencesDeps } from '../audiences/index.ts'

/** One version of an audience's members. */
export interface MembersRead {
  organizationId: string
  audienceId: string
  version: number
  signal: AbortSignal
}

/** A member and its position, after which reading continues. */
export interface PlacedMember {
  place: number
  id: string
}

/** Members read by one look-up. Two such pages are in memory; each person takes some 40 kB while being read. */
export const membersAtOnce = 200

type Deps = Pick<AudiencesDeps, 'db' | 'lists'>

/** Members of one kind after a position, in the order of the audience, page by page. */
export async function* memberPages(
  { db, lists }: Deps,
  kind: 'company' | 'person',
  { organizationId, audienceId, version, after }: Omit<MembersRead, 'signal'> & { after: number },
): AsyncGenerator<PlacedMember[]> {
  let place = after
  for (;;) {
    const members = await lists.difference(db, organizationId, audienceId, {
      kind,
      from: version - 1,
      to: version,
      movements: ['joined', 'returned', 'stayed'],
      after: { leftIn: null, number: place },
      most: membersAtOnce,
    })
    const last = members?.at(-1)
    if (members === undefined || last === undefined) return
    yield members.flatMap(({ number, entityId }) =>
      entityId === null ? [] : [{ place: number, id: entityId }],
    )
    if (members.length < membersAtOnce) return
    place = last.number
  }
}

/** Applies a function to each page, preparing the next page while the current one is in use. */
export async function* prepared<T, U>(
  pages: AsyncIterable<T>,
  prepare: (page: T) => Promise<U>,
): AsyncGenerator<U> {
  let next: Promise<U> | undefined
  for await (const page of pages) {
    const current = next
    next = prepare(page)
    // It may fail while the current page is in use. The failure surfaces when the page is awaited, and only then.
    next.catch(() => undefined)
    if (current !== undefined) yield await current
  }
  if (next !== undefined) yield await next
}
