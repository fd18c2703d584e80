import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { testAlmanac } from '../support/harness.ts'
import { sampledStores } from '../support/sampled-stores.ts'
import { growTables } from '../support/statements/grown-tables.ts'
import { plannerStatistics } from '../support/statements/planner-statistics.ts'
import { recordStatements, type RecordedStatement } from '../support/statements/recorded-statements.ts'
import { replay } from '../support/statements/replay.ts'
import { operatorToken, useEverything } from '../support/statements/use-everything.ts'

/** What a statement may look at whatever it is about, and for each row or key that it is about. */
const most = { anyway: 1_000, each: 40 }

/** Statements that look at more, by what stands in them and in no other, and why they may. */
const mayLookAtMore: Record<string, string> = {
  'DELETE FROM "ledger_holds"':
    'a batch of 500; uncounted, a third of the 3,000 holds is taken to be due, and all of them are as near',
  ') AS oldest GROUP BY kind, state':
    'the oldest 10,000 jobs that have not ended, as which all 3,000 may be taken, once a scrape',
  "SELECT id FROM ledger_holds WHERE state = 'held' AND instance_id":
    'open holds alone, as many as requests and jobs are in flight, once a start',
  'UPDATE ledger_holds SET instance_id':
    'two probes; where open holds are taken to be few, their keys are read beside them',
  'FROM budget_alerts a WHERE a.reached_in':
    'budgets of all organizations are compared with what was used, once a minute',
  'FROM auto_topups t JOIN subscription_balances b':
    'top-ups that are on are compared with their balances until some have fallen, as long as none has with all of them',
  'webhook_endpoints e CROSS JOIN LATERAL':
    'all endpoints take turns, so that none of them waits for another',
  'WITH balances AS':
    'the balances of all organizations are compared with what they are alerted at, once a minute',
}

let statements: RecordedStatement[]
let client: pg.Client

beforeAll(async () => {
  const world = { seed: 1, companies: 60, people: 400, asOf: '2026-11-01' }
  const stores = await sampledStores(world, { sandbox: true })
  const db = recordStatements(stores.db)
  const settings = { ALMANAC_OUTBOUND_LOOPBACK: 'true', ALMANAC_OPERATOR_TOKEN: operatorToken }
  const service = await testAlmanac({ ...stores, db, settings })
  const used = await useEverything(service, await service.org())
  // Tasks of maintenance begin a few at a time.
  const sent = () => [...db.statements.values()].map(plain).join()
  await vi.waitFor(
    () => expect(Object.keys(mayLookAtMore).filter((text) => !sent().includes(text))).toEqual([]),
    { interval: 500 },
  )
  client = new pg.Client({ connectionString: stores.db.url })
  // The database is dropped with whoever is still connected.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`SET max_parallel_workers_per_gather = 0; SET jit = off; SET search_path = public`)
  await growTables(client)
  await used.end()
  statements = [...db.statements.values()].filter(
    ({ text }) => /\b(FROM|UPDATE|INTO)\b/.test(text) && !/job_queue/.test(text),
  )
  return () => client.end()
})

test('the statements of the product are recorded', () => {
  expect(statements.length).toBeGreaterThan(250)
})

test.each(Object.entries(plannerStatistics))(
  'no statement looks at more than it is about with statistics %s',
  async (_name, count) => {
    await count(client)
    const beyond: string[] = []
    for (const statement of statements) {
      const [worst] = (await replay(client, statement)).toSorted((a, b) => b.looked - a.looked)
      if (worst === undefined || worst.looked <= most.anyway + most.each * worst.about) continue
      const exception = Object.keys(mayLookAtMore).find((text) => plain(statement).includes(text))
      if (exception === undefined)
        beyond.push(
          `${worst.looked} rows for ${worst.about}: ${plain(statement)}\n${await planOf(statement)}`,
        )
    }
    expect(beyond.join('\n\n')).toBe('')
  },
)

// Not that each is needed in every run: where two plans cost the same, Postgres takes either.
test('every exception is about a statement of the product', () => {
  const texts = statements.map(plain)
  const unused = Object.keys(mayLookAtMore).filter((part) => !texts.some((text) => text.includes(part)))
  expect(unused).toEqual([])
})

const plain = ({ text }: RecordedStatement) => text.replaceAll(/\s+/g, ' ')

async function planOf({ text, values }: RecordedStatement): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>({
    text: `EXPLAIN ${text}`,
    values: values[0] ?? [],
  })
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
