import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { systemClock } from '../src/lib/clock.ts'
import { openEvents } from '../src/platform/events/index.ts'
import { openOutbound } from '../src/platform/outbound/index.ts'
import { enqueueDeliveries, openWebhooks } from '../src/platform/webhooks/index.ts'
import { migratePostgres, openPostgres, sql, type Postgres } from '../src/store/postgres/index.ts'
import { countingCompleted } from '../test/support/counting-event.ts'
import { anOrg, openTestPlatform } from '../test/support/platform.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'

const migrations = join(import.meta.dirname, '../migrations/postgres')
const concurrency = 16

interface Run {
  deliveries: number
  /** Endpoints whose receiver never answers, beside the one that does. */
  hanging: number
}

/** `npm run bench -- webhooks`: deliveries a second to one receiver of this machine, and how long an event waits. */
export function benchWebhooks({ deliveries, hanging }: Run): Promise<Omit<Report, 'loadBefore'>> {
  return inScratchDir('webhooks', async (dir) => {
    const db = await openPostgres({
      dataDir: dir,
      poolSize: 16,
      applicationName: 'bench',
      log: () => undefined,
    })
    try {
      await migratePostgres(db, migrations)
      say(`${deliveries} deliveries that wait`)
      const backlog = await measure(db, { deliveries, hanging: 0 })
      say(`events that come one by one beside ${hanging} endpoints that hang`)
      const beside = await measure(db, { deliveries: Math.ceil(deliveries / 20), hanging }, 20)
      return {
        bench: 'webhooks',
        title: 'webhooks: deliveries a second',
        command: `npm run bench -- webhooks --deliveries ${deliveries} --hanging ${hanging}`,
        versions: {},
        body: [
          `One process sends to a receiver of the same process that answers at once, ${concurrency} requests at a time. First what waits
already; then events that come every 20 ms, while other endpoints of the organization get the same events and never answer. A
time is that from the begin of the transaction that tells the event to its receipt.`,
          markdownTable(
            ['what', 'events', 'a second', 'p50 ms', 'p95 ms', 'most ms'],
            [
              ['a backlog', String(deliveries), figure(backlog.perSecond), '', '', ''],
              [
                `beside ${hanging} that hang`,
                String(beside.waits.length),
                figure(beside.perSecond),
                ...[0.5, 0.95, 1].map((share) => figure(quantile(beside.waits, share))),
              ],
            ],
          ),
        ].join('\n\n'),
      }
    } finally {
      await db.close()
    }
  })
}

/** `everyMs`: events come so far apart while the worker runs; otherwise all are there when it begins. */
async function measure(db: Postgres, { deliveries, hanging }: Run, everyMs?: number) {
  const { organizationId } = await anOrg(openTestPlatform(db))
  const clock = systemClock
  const outbound = openOutbound({ allowLoopback: true })
  const secret = Buffer.alloc(32, 9)
  const events = openEvents({ db, clock, enqueue: enqueueDeliveries })
  const webhooks = openWebhooks({ db, clock, outbound, secret, log: () => undefined })
  const begun: number[] = []
  const waits: number[] = []
  const { promise: all, resolve: done } = Promise.withResolvers<void>()
  const healthy = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const place = (JSON.parse(body) as { total: number }).total
      waits.push(performance.now() - (begun[place] ?? 0))
      response.end()
      if (waits.length === deliveries) done()
    })
  })
  const black = await listen(() => undefined)
  const append = async (place: number) => {
    const data = { ...countingCompleted.example, total: place }
    begun[place] = performance.now()
    await db.transact((tx) => events.append(tx, countingCompleted, { organizationId, data }))
  }
  try {
    await db.transact(async (tx) => {
      await webhooks.create(tx, { organizationId, url: healthy.url, concurrency })
      for (let i = 0; i < hanging; i++) await webhooks.create(tx, { organizationId, url: `${black.url}${i}` })
    })
    if (everyMs === undefined) for (let i = 0; i < deliveries; i++) await append(i)
    const begunMs = performance.now()
    webhooks.startWorker()
    if (everyMs !== undefined)
      for (let i = 0; i < deliveries; i++) {
        await append(i)
        await new Promise((resolve) => setTimeout(resolve, everyMs))
      }
    await all
    return { perSecond: (deliveries / (performance.now() - begunMs)) * 1_000, waits }
  } finally {
    black.server.closeAllConnections()
    await webhooks.close()
    for (const { server } of [healthy, black]) server.close()
    outbound.close()
    await db.query(sql`DELETE FROM webhook_endpoints`)
  }
}

async function listen(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
