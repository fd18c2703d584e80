import { z } from 'zod'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { readItems } from '../answers.ts'
import { companies, prospects, type ExcludedKind } from '../excluded-kinds.ts'
import { companyItem, invalidItem, listIdMembers, maxEntries, namedList, prospectItem } from '../schema.ts'
import { operation, tag } from '../slice.ts'

interface Addition {
  id: string
  item: typeof companyItem | typeof prospectItem
  /** What an item names its entity by. */
  names: string
  invalid: string
  tasks: readonly string[]
  example: readonly object[]
}

const makeAddition = (kind: ExcludedKind, { id, item, names, invalid, tasks, example }: Addition) =>
  operation({
    id,
    route: `POST /v1/exclusions/${kind.plural}/add-to-list`,
    tag,
    summary: `Add ${kind.plural} to an exclusion list`,
    tasks,
    describe: `Adds up to 5,000 ${kind.plural} in one transaction, whether or not the corpus knows them. Existing entries do not change. Unreadable items are skipped and listed in ${invalid}.`,
    input: z.object({
      ...listIdMembers,
      [kind.plural]: withDefault(z.array(item).max(maxEntries), []).describe(
        `Each names ${names}; an item with several is one entry that matches any of them.`,
      ),
    }),
    output: z.object({
      listId: z.string(),
      [kind.countsAdded]: z.int().describe('New entries.'),
      duplicates: z.int().describe('Items already on the list, or repeated in the request.'),
      [invalid]: z.array(invalidItem),
    }),
    price: free('Exclusion lists are free.'),
    limit: perMinute(60),
    timeoutMs: 60_000,
    follows: kind.follows,
    fails: ['not-found', 'exclusion-list-full'],
    examples: [
      { name: 'By any identifier', input: { listId: kind.exampleId, [kind.plural]: example } as object },
    ],
    items: { list: kind.plural, answers: invalid, by: { place: 'index' } },
    effect: 'changes',
    repeatable: true,
    async handle({ input, call, deps }) {
      const listId = namedList(input)
      const items = (input as Record<string, unknown>)[kind.plural] as z.output<typeof item>[]
      const reading = readItems(items, (one) => kind.readEntry(one, deps.network))
      const added = await deps[kind.plural].add(call, listId, reading.entries)
      return {
        listId,
        [kind.countsAdded]: added,
        duplicates: reading.entries.length - added,
        [invalid]: reading.invalid,
      }
    },
  })

export const addCompaniesToExclusionList = makeAddition(companies, {
  id: 'addCompaniesToExclusionList',
  item: companyItem,
  names: 'a company by domain, page, slug or organization id',
  invalid: 'invalidCompanies',
  tasks: ['block or blacklist domains', 'do not contact these companies'],
  example: [{ domain: 'https://www.acme.com/about' }, { pnetUrl: 'https://pnet.example/company/globex' }],
})

export const addProspectsToExclusionList = makeAddition(prospects, {
  id: 'addProspectsToExclusionList',
  item: prospectItem,
  names: 'a person by profile, slug, user id or e-mail address',
  invalid: 'invalidProspects',
  tasks: ['block people, do not contact'],
  example: [{ pnetUrl: 'https://pnet.example/in/ramon-santos-xq6yt1-example' }],
})
