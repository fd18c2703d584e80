import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { systemClock } from '../src/lib/clock.ts'
import { openAudit } from '../src/platform/audit/index.ts'
import { openKeys } from '../src/platform/keys/index.ts'
import { openLedger, type CreditLedger } from '../src/platform/ledger/index.ts'
import { openOrganizations } from '../src/platform/organizations/index.ts'
import { migratePostgres, openPostgres, sql, type Postgres } from '../src/store/postgres/index.ts'
import { anOrg, type TestOrganization } from '../test/support/platform.ts'
import { summarize, throughput } from './measure.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'

const migrations = join(import.meta.dirname, '../migrations/postgres')
const laneCounts = [1, 16, 64]
/** Each contender is measured this often, in turns; the middle one counts. */
const rounds = 3

/** `npm run bench -- ledger` */
export function benchLedger({ seconds }: { seconds: number }): Promise<Omit<Report, 'loadBefore'>> {
  return inScratchDir('ledger', async (dir) => {
    const db = await openPostgres({
      dataDir: dir,
      poolSize: 16,
      applicationName: 'bench',
      log: () => undefined,
    })
    try {
      await migratePostgres(db, migrations)
      const [found] = await db.query<{ version: string }>(
        sql`SELECT current_setting('server_version') AS version`,
      )
      const contenders = await prepare(db)
      const rows: string[][] = []
      for (const lanes of laneCounts) rows.push(...(await compare(contenders, { lanes, seconds })))
      return {
        bench: 'ledger',
        title: 'ledger: charges a second',
        command: `npm run bench -- ledger --seconds ${seconds}`,
        versions: { Postgres: found?.version.split(' ')[0] ?? '' },
        body: [
          `A charge is a hold and a settle, two transactions with double entries, key limits and prices, or both at once after reading.
Charges of one organization are settled together where they arrive together; one by one: a ledger a lane, of which none sees the
others, as in as many processes. The baselines write what is least: one row inserted and one balance updated, as one transaction
of two statements or as one statement twice. All go through the same pool to the same server with every commit on disk before it
is answered; a rate is the middle of ${rounds} measurements, a p99 that of all their charges.`,
          markdownTable(['what', 'lanes', 'a second', 'share of the bare transaction', 'p99 ms'], rows),
        ].join('\n\n'),
      }
    } finally {
      await db.close()
    }
  })
}

interface LedgerContender {
  name: string
  /** One charge, or what stands for it. */
  work(lane: number): Promise<unknown>
}

async function prepare(db: Postgres): Promise<LedgerContender[]> {
  const clock = systemClock
  const secret = Buffer.alloc(32, 7)
  const keys = openKeys({ db, clock, secret, audit: openAudit({ db, clock, secret }) })
  const openOne = () => openLedger({ db, clock, process: { instanceId: 'bench', bootId: randomUUID() } })
  const ledger = openOne()
  // Each sees only its own requests, so that nothing is settled together: as many processes would be.
  const apart = Array.from({ length: Math.max(...laneCounts) }, openOne)
  const organizations = openOrganizations({ db, clock, keys, ledger })
  const orgs: TestOrganization[] = []
  for (let lane = 0; lane < Math.max(...laneCounts); lane++) {
    orgs.push(await anOrg({ organizations, keys }, { credits: 1_000_000_000_000 }))
  }
  await db.query(
    sql`CREATE TABLE bench_entries (id text PRIMARY KEY, account int NOT NULL, amount bigint NOT NULL)`,
  )
  await db.query(sql`CREATE TABLE bench_balances (account int PRIMARY KEY, balance bigint NOT NULL)`)
  await db.query(
    sql`INSERT INTO bench_balances SELECT n, 1000000000000 FROM generate_series(0, ${Math.max(...laneCounts) - 1}::int) AS n`,
  )
  const bare = (account: number) =>
    db.transact(async (tx) => {
      await tx.query(sql`INSERT INTO bench_entries VALUES (${randomUUID()}, ${account}, 1000)`)
      await tx.query(
        sql`UPDATE bench_balances SET balance = balance - 1000 WHERE account = ${account} AND balance >= 1000`,
      )
    })
  const single = (account: number) =>
    db.query(sql`
      WITH moved AS (
        UPDATE bench_balances SET balance = balance - 1000 WHERE account = ${account} AND balance >= 1000 RETURNING account)
      INSERT INTO bench_entries SELECT ${randomUUID()}, account, 1000 FROM moved`)
  return [
    { name: 'hold and settle, one organization', work: () => charge(ledger, orgs[0]!) },
    { name: 'hold and settle, one organization, one by one', work: (lane) => charge(apart[lane]!, orgs[0]!) },
    { name: 'hold and settle, an organization a lane', work: (lane) => charge(ledger, orgs[lane]!) },
    { name: 'charge at once, one organization', work: () => charge(ledger, orgs[0]!, true) },
    {
      name: 'charge at once, one organization, one by one',
      work: (lane) => charge(apart[lane]!, orgs[0]!, true),
    },
    { name: 'charge at once, an organization a lane', work: (lane) => charge(ledger, orgs[lane]!, true) },
    { name: 'bare transaction, one balance', work: () => bare(0) },
    { name: 'bare transaction, a balance a lane', work: (lane) => bare(lane) },
    {
      name: 'one statement twice, one balance',
      async work() {
        await single(0)
        await single(0)
      },
    },
  ]
}

async function charge(ledger: CreditLedger, { caller }: TestOrganization, mayDefer = false): Promise<void> {
  const lines = [{ key: 'companySearchResult' as const, units: 1 }]
  const request = { caller, requestId: randomUUID(), operationId: 'companySearch' }
  const held = await ledger.hold({
    ...request,
    lines,
    partial: false,
    mayDefer,
    expiresAtMs: systemClock.now() + 60_000,
  })
  if (!held.ok) throw new Error(`not held: ${held.reason}`)
  await ledger.settle({ ...request, hold: held.hold, lines })
}

async function compare(
  contenders: readonly LedgerContender[],
  rule: { lanes: number; seconds: number },
): Promise<string[][]> {
  const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (const { work } of contenders) await throughput({ ...rule, seconds: Math.min(1, rule.seconds) }, work)
  for (let round = 0; round < rounds; round++) {
    for (const { name, work } of contenders) {
      say(`${rule.lanes} lanes: ${name}`)
      const { perSecond, samples } = await throughput(rule, work)
      rates.get(name)?.push(perSecond)
      times.set(name, [...(times.get(name) ?? []), ...samples])
    }
  }
  const middle = (name: string) =>
    [...(rates.get(name) ?? [])].sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
  const bare = middle('bare transaction, one balance')
  return contenders.map(({ name }) => [
    name,
    String(rule.lanes),
    figure(middle(name)),
    figure(middle(name) / bare),
    figure(summarize(times.get(name) ?? []).p99),
  ])
}
