import { openPage, makePage, type Call } from '../../operation/index.ts'
import type { ListMember } from '../../platform/lists/index.ts'
import { z } from 'zod'
import { isUnreadable, type Entry, type Unreadable } from './entry.ts'
import type { ExclusionList, ExclusionLists } from './exclusion-lists.ts'

/** Items that could be read, and those that could not, with their positions. */
export function readItems<I>(
  items: readonly I[],
  read: (item: I) => Entry | Unreadable,
): { entries: Entry[]; invalid: { index: number; member: string; reason: string }[] } {
  const entries: Entry[] = []
  const invalid: { index: number; member: string; reason: string }[] = []
  for (const [index, item] of items.entries()) {
    const entry = read(item)
    if (isUnreadable(entry)) invalid.push({ index, member: entry.member, reason: entry.expected })
    else entries.push(entry)
  }
  return { entries, invalid }
}

/** The lists of an organization as they are shown. */
export async function listViews(lists: ExclusionLists, organizationId: string) {
  return { lists: (await lists.all(organizationId)).map(buildView) }
}

function buildView({ id, name, settings, counts, createdAt }: ExclusionList) {
  return {
    listId: id,
    listID: id,
    name,
    isOrganizationWide: settings.isOrganizationWide,
    count: Object.values(counts).reduce((sum, count) => sum + count, 0),
    createdAt: createdAt.toISOString(),
  }
}

/** A page of a list's entries, by their keys. */
export async function entriesPage(
  lists: ExclusionLists,
  { call, secret, listId, size, cursor }: EntriesPage,
): Promise<{ keys: string[]; nextCursor: string | null; hasMore: boolean }> {
  const { organizationId, operationId: of } = call
  const seal = { key: secret, of, organizationId, query: { listId } }
  const after = openPage(cursor, seal, z.int())
  const entries = await lists.entries(organizationId, listId, { after, most: size + 1 })
  const position = ({ number }: ListMember) => number
  const { items, nextCursor } = makePage(entries, { size, seal, position })
  return {
    keys: items.map(({ identifier }) => identifier ?? ''),
    nextCursor,
    hasMore: nextCursor !== null,
  }
}

interface EntriesPage {
  call: Call
  secret: Buffer
  listId: string
  size: number
  cursor: string | undefined
}

/** Tokens of identifiers of several kinds, and those that could not be read, with their positions. */
export function readIdentifiers<M extends string, I>(
  details: Partial<Record<M, readonly I[]>>,
  readers: Record<M, (item: I) => Entry | Unreadable>,
): { tokens: string[]; invalid: { path: string; reason: string }[] } {
  const tokens = new Set<string>()
  const invalid: { path: string; reason: string }[] = []
  for (const member of Object.keys(readers) as M[]) {
    const { entries, invalid: unread } = readItems(details[member] ?? [], readers[member])
    for (const entry of entries) for (const token of entry.tokens) tokens.add(token)
    invalid.push(...unread.map(({ index, reason }) => ({ path: `${member}[${index}]`, reason })))
  }
  return { tokens: [...tokens], invalid }
}
