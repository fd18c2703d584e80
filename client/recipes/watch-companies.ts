import type { Almanac } from '../src/index.ts'

/** A list of companies that is watched for growth, with a test signal to try what receives it. */
export async function watchCompanies(almanac: Almanac, domains: readonly string[]) {
  const { output: list } = await almanac.createTrackerCompanyList({
    name: 'Customers',
    refreshIntervalDays: 7,
    trackingRules: [
      // isDummy: fireTrackerDummy makes a signal of it.
      {
        type: 'headcount_crossed_threshold',
        entityType: 'company',
        direction: 'above',
        threshold: 100,
        isDummy: true,
      },
    ],
  })
  await almanac.addTrackerCompanies({ listId: list.id, companies: domains.map((domain) => ({ domain })) })
  await almanac.fireTrackerDummy({ listId: list.id })
  const summaries: string[] = []
  for await (const { summary } of almanac.rows('listAllTrackerSignals', { listId: [list.id] }))
    summaries.push(summary)
  return summaries
}
