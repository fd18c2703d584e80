import { z } from 'zod'
import { noCredits, toCredits } from '../../lib/credits.ts'
import type { Organization } from '../../platform/organizations/index.ts'
import type { OperatorAccountsDeps } from './slice.ts'

export const accountView = z.object({
  organizationId: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  available: z.number().describe('Credits that can be spent now.'),
  held: z.number().describe('Credits set aside for what is running.'),
  used: z.number().describe('Credits spent in the running periods.'),
  spent: z.number().describe('Credits spent since the beginning.'),
  lastSeenAt: z.iso.datetime().nullable().describe('Its last request; null: none in the last 7 days.'),
})

/** Organizations with what they have, spent and when they were seen: two statements, however many they are. */
export async function viewAccounts(
  { ledger, requests }: Pick<OperatorAccountsDeps, 'ledger' | 'requests'>,
  organizations: readonly Organization[],
): Promise<z.output<typeof accountView>[]> {
  const ids = organizations.map(({ id }) => id)
  const [sums, lastSeen] = await Promise.all([ledger.sumBalances(ids), requests.lastSeen(ids)])
  return organizations.map(({ id, name, createdAt }) => {
    const sum = sums.get(id)
    return {
      organizationId: id,
      name,
      createdAt: createdAt.toISOString(),
      available: toCredits(sum?.available ?? noCredits),
      held: toCredits(sum?.reserved ?? noCredits),
      used: toCredits(sum?.used ?? noCredits),
      spent: toCredits(sum?.spent ?? noCredits),
      lastSeenAt: lastSeen.get(id)?.toISOString() ?? null,
    }
  })
}
