import { z } from 'zod'
import type { ExternalId } from '../../../corpus/identify/index.ts'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { readIdentifiers } from '../answers.ts'
import { entryId } from '../entry.ts'
import { companies, prospects, type ExcludedKind } from '../excluded-kinds.ts'
import { externalIds, identifiers, invalidIdentifier, listIdMembers, namedList } from '../schema.ts'
import { operation, tag } from '../slice.ts'

interface Removal {
  id: string
  tasks: readonly string[]
  /** The member with the identifiers of the entries to remove. */
  details: string
  /** For each list of identifiers the member of an item it is read as, and what it holds. */
  lists: Readonly<Record<string, { member: string; describe: string }>>
  /** The member that tells which entries were removed. */
  removed: { member: string; schema: z.ZodType; view(keys: string[], listId: string): unknown }
  example: object
}

const makeRemoval = (kind: ExcludedKind, { id, tasks, details, lists, removed, example }: Removal) => {
  const detailsSchema = z.object({
    ...Object.fromEntries(Object.entries(lists).map(([list, { describe }]) => [list, identifiers(describe)])),
    externalIds,
  })
  return operation({
    id,
    route: `POST /v1/exclusions/${kind.plural}/remove-from-list`,
    tag,
    summary: `Remove ${kind.plural} from an exclusion list`,
    tasks,
    describe:
      'Removes every entry that has one of the identifiers, with all of its identifiers. Identifiers not on the list are ignored; unreadable ones are listed in invalidIdentifiers.',
    input: z.object({
      ...listIdMembers,
      [details]: withDefault(detailsSchema, detailsSchema.parse({})).describe(
        'Identifiers of the entries to remove.',
      ),
    }),
    output: z.object({
      [removed.member]: removed.schema,
      invalidIdentifiers: z.array(invalidIdentifier),
    }),
    price: free('Exclusion lists are free.'),
    limit: perMinute(60),
    timeoutMs: 60_000,
    follows: kind.follows,
    fails: ['not-found'],
    examples: [{ name: 'Remove an entry', input: { listId: kind.exampleId, [details]: example } as object }],
    effect: 'changes',
    repeatable: true,
    async handle({ input, call, deps }) {
      const listId = namedList(input)
      const members = [...Object.entries(lists), ['externalIds', { member: 'externalId' }] as const]
      const readers = members.map(([list, { member }]) => [
        list,
        (value: string | ExternalId) => kind.readEntry({ [member]: value }, deps.network),
      ])
      const { tokens, invalid } = readIdentifiers(
        (input as Record<string, unknown>)[details] as Record<string, (string | ExternalId)[]>,
        Object.fromEntries(readers),
      )
      const keys = await deps[kind.plural].remove(call, listId, tokens)
      return { [removed.member]: removed.view(keys, listId), invalidIdentifiers: invalid }
    },
  })
}

export const removeCompanyFromExclusionList = makeRemoval(companies, {
  id: 'removeCompanyFromExclusionList',
  tasks: ['unblock a company, take it off the do not contact list'],
  details: 'excludedCompanyDetails',
  lists: {
    domains: { member: 'domain', describe: 'Host names, also with scheme and path.' },
    pnetUrls: { member: 'pnetUrl', describe: 'Pages: URLs, slugs or organization ids.' },
    pnetSlugs: { member: 'pnetSlug', describe: 'Slugs of pages.' },
    pnetOrgIds: { member: 'pnetOrgId', describe: 'Organization ids.' },
  },
  removed: {
    member: 'deletedExcludedCompanies',
    schema: z.int().describe('Entries that were removed.'),
    view: (keys) => keys.length,
  },
  example: { domains: ['acme.com'] },
})

export const removeProspectFromExclusionList = makeRemoval(prospects, {
  id: 'removeProspectFromExclusionList',
  tasks: ['unblock a person'],
  details: 'excludedProspectDetails',
  lists: {
    pnetUrls: { member: 'pnetUrl', describe: 'Profiles: URLs, slugs, URNs or user ids.' },
    pnetSlugs: { member: 'pnetSlug', describe: 'Slugs of profiles.' },
    pnetUserIds: { member: 'pnetUserId', describe: 'User ids or URNs.' },
    emails: { member: 'email', describe: 'E-mail addresses.' },
  },
  removed: {
    member: 'deletedExcludedProspectIds',
    schema: z.array(z.string()).describe('Ids of the entries that were removed.'),
    view: (keys, listId) => keys.map((key) => entryId(listId, key)),
  },
  example: { pnetUrls: ['https://pnet.example/in/ramon-santos-xq6yt1-example'] },
})
