import { z } from 'zod'
import { noCredits, toCredits } from '../../../lib/credits.ts'
import { free, perMinute, type Call } from '../../../operation/index.ts'
import { averageNewcomers, countMonthlyRuns, forecastRuns } from '../forecast.ts'
import { selectRuns } from '../run-rows.ts'
import { savedSearchId } from '../schema.ts'
import { operation, tag, type SavedSearchesDeps } from '../slice.ts'

const mean = z.number().nullable()

export const forecastSavedSearch = operation({
  id: 'forecastSavedSearch',
  route: 'POST /v1/saved-search/forecast',
  tag,
  summary: 'Forecast what a saved search will cost',
  tasks: ['what will a saved search cost a month'],
  describe: `Returns how many companies and people were new in each of the last ${forecastRuns} completed runs on average, and what as many cost a month of thirty days at your organization's prices. The very first run does not count: to it everybody is new. Before the second completed run nothing can be said: isKnown is false and the numbers are null.`,
  input: z.object({ savedSearchId }),
  output: z.object({
    savedSearchId: z.string(),
    isKnown: z.boolean().describe('False with fewer than two completed runs.'),
    runsCounted: z.int().describe('Completed runs the forecast rests on, without the first.'),
    runsPerMonth: z.number().describe('Runs by the schedule in thirty days; 0 while it is paused.'),
    newCompaniesPerRun: mean,
    newProfilesPerRun: mean,
    creditsPerRun: mean.describe('What a run costs on average.'),
    creditsPerMonth: mean.describe('In thirty days by the schedule; runs by hand come on top.'),
  }),
  price: free('Forecasts are free.'),
  limit: perMinute(120),
  follows: 'createSavedSearch',
  fails: ['not-found'],
  examples: [{ name: 'A saved search', input: { savedSearchId: 'ssearch_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const saved = await deps.savedSearches.find(call.organizationId, input.savedSearchId)
    const completed = await selectRuns(deps.db, saved.id, { most: forecastRuns + 1, status: 'COMPLETED' })
    const newcomers = averageNewcomers(completed)
    const monthlyRuns = countMonthlyRuns(saved)
    const of = { savedSearchId: saved.id, runsPerMonth: round(monthlyRuns) }
    if (newcomers === undefined)
      return {
        ...of,
        isKnown: false,
        runsCounted: 0,
        newCompaniesPerRun: null,
        newProfilesPerRun: null,
        creditsPerRun: null,
        creditsPerMonth: null,
      }
    const prices = await readPrices(deps, call)
    const credits = newcomers.companies * prices.company + newcomers.profiles * prices.person
    return {
      ...of,
      isKnown: true,
      runsCounted: newcomers.runs,
      newCompaniesPerRun: round(newcomers.companies),
      newProfilesPerRun: round(newcomers.profiles),
      creditsPerRun: round(credits),
      creditsPerMonth: round(credits * monthlyRuns),
    }
  },
})

/** Credits for a newcomer. Runs of sandboxes are free. */
async function readPrices({ ledger }: SavedSearchesDeps, { organizationId, mode }: Call) {
  if (mode === 'test') return { company: 0, person: 0 }
  const keys = ['savedSearchCompany', 'savedSearchProspect'] as const
  const prices = await ledger.unitPrices(organizationId, keys)
  const inCredits = (key: (typeof keys)[number]) => toCredits(prices[key] ?? noCredits)
  return { company: inCredits('savedSearchCompany'), person: inCredits('savedSearchProspect') }
}

const round = (amount: number) => Math.round(amount * 100) / 100
