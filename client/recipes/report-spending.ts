import type { Almanac } from '../src/index.ts'

/** What each operation cost in a range of days, the dearest first. */
export async function reportSpending(almanac: Almanac, from: string, to: string) {
  const lines: { operation: string; credits: number }[] = []
  for await (const row of almanac.rows('getUsage', { from, to, by: ['operation'], origin: 'all' }))
    lines.push({ operation: row.operationId ?? 'jobs', credits: row.creditsCharged - row.creditsRefunded })
  return lines.sort((one, other) => other.credits - one.credits)
}
