import type { AudiencesDeps } from '../audiences/index.ts'

/** Whose members, as one version of an audience had them. */
export interface MembersRead {
  organizationId: string
  audienceId: string
  version: number
  signal: AbortSignal
}

/** A member and its place: reading goes on behind it. */
export interface PlacedMember {
  place: number
  id: string
}

/** Members read together, by one look-up. Two such pages are in memory, each of a person some 40 kB when it is read. */
const pageSize = 200

type Deps = Pick<AudiencesDeps, 'db' | 'lists'>

/** The members of one kind, in the order of the audience, a page at a time, behind a place. */
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
      most: pageSize,
    })
    const last = members?.at(-1)
    if (members === undefined || last === undefined) return
    yield members.flatMap(({ number, entityId }) =>
      entityId === null ? [] : [{ place: number, id: entityId }],
    )
    if (members.length < pageSize) return
    place = last.number
  }
}

/** The same as a function of each page gives, one page being prepared while the one before is used. */
export async function* prepared<T, U>(
  pages: AsyncIterable<T>,
  prepare: (page: T) => Promise<U>,
): AsyncGenerator<U> {
  let next: Promise<U> | undefined
  for await (const page of pages) {
    const current = next
    next = prepare(page)
    // It may fail while the page before is used: whoever waits for it is told, and if nobody does, nobody is.
    next.catch(() => undefined)
    if (current !== undefined) yield await current
  }
  if (next !== undefined) yield await next
}
