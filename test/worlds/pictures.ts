import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { world } from './world.ts'
import type { TestOrganization } from '../support/platform.ts'
import type { EntityKind } from '../../src/corpus/commits/index.ts'
import { sql } from '../../src/store/postgres/index.ts'

const companies: object[] = [
  {
    ...{ li_org_id: '5001', pnet_primary_slug: 'acme-robotics', preferred_name: 'Acme Robotics' },
    ...{ domains: ['acme.example'], logo_url: 'https://img.example/acme.png' },
  },
  {
    ...{ li_org_id: '5002', pnet_primary_slug: 'plain', preferred_name: 'Plain', domains: ['plain.example'] },
  },
  ...Array.from({ length: 300 }, (_, at) => ({
    ...{ pnet_primary_slug: `company-${at}`, preferred_name: `Company ${at}` },
    ...{ domains: [`company-${at}.example`], logo_url: `https://img.example/${at}.png` },
  })),
]

const people: object[] = [
  {
    ...{ primary_slug: 'ada-pic', name: 'Ada Pic', user_id: '800001' },
    profile_pic: 'https://img.example/ada.jpg',
  },
  { primary_slug: 'ben-plain', name: 'Ben Plain' },
]

export interface Picturing extends TestAlmanac {
  /** Writes records of a kind. */
  write(kind: EntityKind, records: readonly object[]): Promise<void>
  /** Milli-credits captured from an organization. */
  spent(org: TestOrganization): Promise<number>
}

/** The service with companies and people that have pictures, and some that have none. */
export async function picturing(settings: Record<string, string> = {}): Promise<Picturing> {
  const service = await testAlmanac({ settings })
  const write = async (kind: EntityKind, records: readonly object[]) => {
    const items = records.map((record, at) => ({ line: at + 1, record }))
    const observedAt = new Date(service.clock.now())
    await service.almanac.writer.write(kind, items, { source: 'test', observedAt })
  }
  await write('companies', companies)
  await write('people', people)
  return {
    ...service,
    write,
    async spent({ organizationId }) {
      const [row] = await service.db.query<{ amount: number }>(sql`
        SELECT COALESCE(sum(amount), 0)::bigint AS amount FROM ledger_transfers
        WHERE organization_id = ${organizationId} AND kind = 'capture'`)
      return row?.amount ?? 0
    },
  }
}

/** The same for all files of a worker. */
export const picturesWorld = world(() => picturing())
