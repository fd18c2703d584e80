import { countMilli, type MilliCredits } from '../../src/lib/credits.ts'
import type { Hold, HoldRequest, PriceLine } from '../../src/operation/index.ts'
import type { Transfer } from '../../src/platform/ledger/index.ts'
import { inOneMinute, type TestOrganization, type TestPlatform } from './platform.ts'

/** So many companies found: the line most tests pay for, 1 credit each. */
export const companies = (units: number): PriceLine[] => [{ key: 'companySearchResult', units }]

export interface Spending {
  /** A request of its own id that wants to hold the price of `lines`, all or nothing. */
  ask(org: TestOrganization, lines: PriceLine[], more?: Partial<HoldRequest>): HoldRequest
  /** Holds, or throws the reason of the refusal. */
  held(request: HoldRequest): Promise<Hold>
  transfers(org: TestOrganization, options?: { requestId?: string }): Promise<Transfer[]>
  /** Kind and amount of each transfer. */
  journal(org: TestOrganization): Promise<[string, number][]>
  creditsUsed(org: TestOrganization): Promise<MilliCredits | undefined>
}

/** What a test does with credits, in few words. */
export function spendingOn(platform: Pick<TestPlatform, 'ledger' | 'keys' | 'clock'>): Spending {
  let requests = 0
  const { ledger, keys, clock } = platform

  async function transfers(org: TestOrganization, options?: { requestId?: string }): Promise<Transfer[]> {
    const all: Transfer[] = []
    for await (const transfer of ledger.listTransfers(org.organizationId, options)) all.push(transfer)
    return all
  }

  return {
    ask: (org, lines, more = {}) => ({
      caller: org.caller,
      requestId: `req_${(requests += 1)}`,
      operationId: 'companySearch',
      lines,
      partial: false,
      expiresAtMs: inOneMinute(clock),
      ...more,
    }),
    async held(request) {
      const outcome = await ledger.hold(request)
      if (!outcome.ok) throw new Error(outcome.reason)
      return outcome.hold
    },
    transfers,
    journal: async (org) => (await transfers(org)).map(({ kind, amount }) => [kind, countMilli(amount)]),
    creditsUsed: async (org) => (await keys.getKey(org.organizationId, org.caller.keyId))?.creditsUsed,
  }
}
