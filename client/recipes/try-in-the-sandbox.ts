import { Almanac } from '../src/index.ts'

/** What happens in a month, in a minute: a saved search runs when the clock of the sandbox is put forward. */
export async function tryMonth(almanac: Almanac, connection: { baseUrl: string }) {
  const { output: key } = await almanac.createSandboxApiKey({ name: 'Trial' })
  const trial = new Almanac({ ...connection, apiKey: key.key })
  const { output: search } = await trial.createSavedSearch({
    name: 'Software',
    spawnFrequencyDays: 30,
    searchParams: {
      type: 'companies',
      companySearchParams: { industriesV2: { anyOf: ['Software'] } },
      maxCompanies: 5,
    },
  })
  const before = await trial.sandbox.now()
  const after = await trial.sandbox.advance('31d')
  const { output } = await trial.getSavedSearch({ savedSearchId: search.id })
  const next = new Date(output.estimatedDateOfNextSpawn ?? 0)
  return { days: Math.round((after.getTime() - before.getTime()) / 86_400_000), isDue: next <= after }
}
