import { z } from 'zod'
import { free, openPage, makePage, perMinute } from '../../../operation/index.ts'
import { searchTypes } from '../list-kind.ts'
import { executionModes, selectNewest } from '../run-rows.ts'
import { listPages, nextCursor, runStatus } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { buildLastRun } from '../views.ts'

const listedSearch = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(searchTypes),
    isActive: z.boolean().describe('False while it is paused: then it runs only by hand.'),
    skipsNextRun: z.boolean().describe('Whether the next run by the schedule is left out.'),
    spawnFrequencyDays: z.int().describe('Days from one run to the next.'),
    companyCount: z.int().describe('Companies of the last completed run.'),
    profileCount: z.int().describe('People of the last completed run.'),
    estimatedDateOfNextSpawn: z.iso
      .datetime()
      .nullable()
      .describe('Next run by the schedule; null while paused.'),
    lastRun: runStatus
      .extend({
        executionMode: z.enum(executionModes),
        creditsCharged: z.number().describe('Cost of the new companies and people.'),
      })
      .nullable()
      .describe('The newest run, under way or ended, with what moved in it; null before the first.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ListedSavedSearch' })

export const listSavedSearch = operation({
  id: 'listSavedSearch',
  route: 'POST /v1/saved-search/list',
  tag,
  summary: 'List saved searches',
  describe:
    'Returns a page of the saved searches of the organization, the newest first: what each searches and how often, how its last run ended and what moved in it, whom the last completed run found, and when the next one is.',
  input: z.object(listPages),
  output: z.object({
    savedSearches: z.array(listedSearch),
    nextCursor,
  }),
  pages: 'nextCursor',
  price: free('Saved searches are free to read.'),
  limit: perMinute(120),
  fails: ['invalid-cursor'],
  examples: [{ name: 'The newest', input: { pageSize: 10 } }],
  effect: 'reads',
  async handle({ input: { pageSize: size, cursor }, call: { organizationId }, deps }) {
    const seal = { key: deps.secret, of: 'listSavedSearch', organizationId }
    const after = openPage(cursor, seal, z.string())
    const savedSearches = await deps.lists.page(deps.db, organizationId, { after, most: size + 1 })
    const page = makePage(savedSearches, { size, seal, position: ({ id }) => id })
    const newest = await selectNewest(
      deps.db,
      page.items.map(({ id }) => id),
    )
    const views = page.items.map(async (savedSearch) => {
      const { id, name, state, counts, settings, createdAt } = savedSearch
      const { nextRunAt } = await deps.savedSearches.nextRunAt(savedSearch)
      const run = newest.get(id)
      return {
        id,
        name,
        type: settings.type,
        isActive: state === 'ACTIVE',
        skipsNextRun: settings.skipsNext,
        spawnFrequencyDays: settings.spawnFrequencyDays,
        companyCount: counts.company,
        profileCount: counts.person,
        estimatedDateOfNextSpawn: nextRunAt?.toISOString() ?? null,
        lastRun: run === undefined ? null : buildLastRun(run),
        createdAt: createdAt.toISOString(),
      }
    })
    return { savedSearches: await Promise.all(views), nextCursor: page.nextCursor }
  },
})
