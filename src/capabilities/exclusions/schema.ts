import { z } from 'zod'
import { externalId } from '../../corpus/identify/index.ts'
import { storable } from '../../lib/storable-text.ts'
import {
  invalidMember,
  optional,
  outsideId,
  pageInput,
  resourceId,
  withDefault,
} from '../../operation/index.ts'

const id = () => optional(resourceId('exclusion list', { most: 200 }))
const ids = (what: string) =>
  optional(
    z
      .array(resourceId('exclusion list', { most: 200 }))
      .min(1)
      .max(100),
  ).describe(what)

/** Ids of lists under every name that clients use for them. */
export const listIdMembers = {
  listId: id().describe('Id of the exclusion list.'),
  listID: id().describe('Another spelling of listId.'),
  exclusionListId: id().describe('Another name of listId.'),
  listIds: ids('Ids of exclusion lists; for an operation on one list, a single one.'),
  listIDs: ids('Another spelling of listIds.'),
}

type ListNames = {
  [name in 'listId' | 'listID' | 'exclusionListId']?: string | undefined
} & { [name in 'listIds' | 'listIDs']?: string[] | undefined }

/** The distinct lists a request names, each with its path. Throws a 400 where it names none. */
export function namedLists(input: ListNames, member = 'listId'): { id: string; path: string }[] {
  const named = (['listId', 'listID', 'exclusionListId', 'listIds', 'listIDs'] as const).flatMap((name) => {
    const value = input[name]
    if (value === undefined) return []
    if (typeof value === 'string') return [{ id: value, path: name }]
    return value.map((each, index) => ({ id: each, path: `${name}[${index}]` }))
  })
  if (named.length === 0) throw invalidMember(member, 'Name an exclusion list.', 'required')
  return named.filter((one, index) => named.findIndex(({ id: other }) => other === one.id) === index)
}

/** The one list a request names. Throws a 400 where it names none, or several. */
export function namedList(input: ListNames, member = 'listId'): string {
  const [first, second] = namedLists(input, member)
  if (second !== undefined)
    throw invalidMember(second.path, 'This operation takes one exclusion list.', 'one_list')
  return (first as { id: string }).id
}

/** Name and scope of a new list. */
export const newList = {
  name: z
    .string()
    .trim()
    .overwrite(storable)
    .min(1)
    .max(200)
    .describe('Name of the list; need not be unique.'),
  isOrganizationWide: withDefault(z.boolean(), false).describe(
    'True: every search, count and saved search of the organization applies it. False: only those that name it.',
  ),
}

export const listMade = z.object({ listId: z.string(), name: z.string() })

/** A list in the overview of its kind. */
export const listView = z.object({
  listId: z.string(),
  listID: z.string().describe('The same as listId.'),
  name: z.string(),
  isOrganizationWide: z.boolean(),
  count: z.int().describe('Entries it has.'),
  createdAt: z.iso.datetime(),
})

export const entryPages = pageInput({ sizes: { default: 25, most: 1000 } })
export const nextPage = {
  nextCursor: z.string().nullable().describe('Pass as cursor for the next page; null at the end.'),
  hasMore: z.boolean(),
}

/** Most entries one call adds or removes. */
export const maxEntries = 5_000

const text = () => optional(z.string())

const otherId = optional(externalId).describe('Id in a register or another data set.')

export const companyItem = z.object({
  externalId: otherId,
  domain: text().describe('Host name, also with scheme and path.'),
  pnetUrl: text().describe('Page of the company: its URL, slug or organization id.'),
  pnetSlug: text(),
  pnetOrgId: outsideId(text()).describe('Organization id, digits.'),
  pnetOrgID: outsideId(text()).describe('Another spelling of pnetOrgId.'),
})

export const prospectItem = z.object({
  externalId: otherId,
  pnetUrl: text().describe('Profile of the person: its URL, slug, URN or user id.'),
  pnetSlug: text(),
  pnetUserId: outsideId(text()).describe('User id or URN.'),
  email: text().describe('E-mail address.'),
})

/** An item of a request that was not taken. */
export const invalidItem = z.object({
  index: z.int().describe('Place in the list that was sent, from 0.'),
  member: z.string().describe('The member that could not be read.'),
  reason: z.string(),
})

/** Identifiers of one kind whose entries are removed. */
export const identifiers = (what: string) =>
  outsideId(withDefault(z.array(z.string()).max(maxEntries), [])).describe(what)

/** Ids in registers and other data sets. */
export const externalIds = withDefault(z.array(externalId).max(maxEntries), []).describe(
  'Ids in registers and other data sets.',
)

/** An identifier of a request that could not be read. */
export const invalidIdentifier = z.object({
  path: z.string().describe('Its path, such as `domains[2]`.'),
  reason: z.string(),
})
