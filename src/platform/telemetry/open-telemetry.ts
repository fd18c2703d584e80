import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, Summary } from 'prom-client'
import { noCredits, toCredits, type MilliCredits } from '../../lib/credits.ts'
import { backlogMetrics, type BacklogReader, type Backlogs } from './backlogs.ts'
import type { StoreProbe } from './store-probe.ts'

/** How an operation fared. */
export interface OperationHealth {
  operationId: string
  /** Answers since the start. */
  requests: number
  /** Share of them with a status of 500 or above. */
  errorRate: number
  /** An estimate over the last five to ten minutes; null without data. */
  p50Ms: number | null
  p95Ms: number | null
}

export interface Telemetry {
  answered(answer: { operationId: string; status: number; durationMs: number }): void
  charged(amount: MilliCredits, by: 'request' | 'job'): void
  /** Everything, in the text format of Prometheus. */
  text(): Promise<{ contentType: string; body: string }>
  /** Operations that were called, by id. */
  operations(): Promise<OperationHealth[]>
}

export interface TelemetryPorts {
  db: { readonly poolStatus: { total: number; idle: number; waiting: number } }
  stores: StoreProbe
  backlogs: BacklogReader
}

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const recent = { percentiles: [0.5, 0.95], maxAgeSeconds: 600, ageBuckets: 2 }

export function openTelemetry(ports: TelemetryPorts): Telemetry {
  const registers = [new Registry()]
  const [register] = registers as [Registry]
  const requests = new Counter({
    name: 'almanac_requests_total',
    help: 'Answers by operation and status.',
    registers,
    labelNames: ['operation', 'status'],
  })
  const durations = new Histogram({
    name: 'almanac_request_duration_seconds',
    help: 'Time from request to answer, by operation.',
    registers,
    labelNames: ['operation'],
    buckets: requestSeconds,
  })
  const lately = new Summary({
    name: 'almanac_recent_request_seconds',
    help: 'Time from request to answer in the last ten minutes.',
    registers: [],
    labelNames: ['operation'],
    ...recent,
  })
  const credits = new Counter({
    name: 'almanac_credits_charged_total',
    help: 'Credits charged for requests and for jobs.',
    registers,
    labelNames: ['by'],
  })
  registerReadings(register, ports)
  let hasDefaults = false
  return {
    answered({ operationId, status, durationMs }) {
      requests.inc({ operation: operationId, status })
      durations.observe({ operation: operationId }, durationMs / 1000)
      lately.observe({ operation: operationId }, durationMs / 1000)
    },
    charged(amount, by) {
      if (amount > noCredits) credits.inc({ by }, toCredits(amount))
    },
    async text() {
      // Event loop, memory, garbage collection: they cost a little all the time, so only where somebody looks.
      if (!hasDefaults) collectDefaultMetrics({ register })
      hasDefaults = true
      return { contentType: register.contentType, body: await register.metrics() }
    },
    operations: () => listOperations(requests, lately),
  }
}

function registerReadings(register: Registry, { db, stores, backlogs }: TelemetryPorts): void {
  const connections = new Gauge({
    name: 'almanac_postgres_connections',
    help: 'Connections of the pool, and calls that wait for one.',
    registers: [],
    labelNames: ['state'],
    collect() {
      const { total, idle, waiting } = db.poolStatus
      this.set({ state: 'used' }, total - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  const up = new Gauge({
    name: 'almanac_store_up',
    help: '1 while the store answers.',
    registers: [],
    labelNames: ['store'],
    async collect() {
      for (const [store, answers] of Object.entries(await stores())) this.set({ store }, answers ? 1 : 0)
    },
  })
  for (const gauge of [connections, up]) register.registerMetric(gauge)
  registerBacklogs(register, backlogs)
}

/** All that a scrape tells of backlogs is read once for it. */
function registerBacklogs(register: Registry, read: BacklogReader): void {
  let reading: Promise<Partial<Backlogs>> | undefined
  const now = () =>
    (reading ??= read().finally(() => {
      reading = undefined
    }))
  for (const { name, help, labelNames, tell } of backlogMetrics) {
    const Metric = name.endsWith('_total') ? Counter : Gauge
    register.registerMetric(
      new Metric({
        name,
        help,
        labelNames,
        registers: [],
        async collect() {
          const backlogs = await now()
          this.reset()
          // Without labels it would say 0 of what is not known.
          if (labelNames.length === 0) this.remove()
          tell((value, labels = {}) => this.inc(labels, value), backlogs)
        },
      }),
    )
  }
}

async function listOperations(requests: Counter, lately: Summary): Promise<OperationHealth[]> {
  const figures = new Map<
    string,
    { all: number; failed: number; p50Ms: number | null; p95Ms: number | null }
  >()
  for (const { labels, value } of (await requests.get()).values) {
    const id = String(labels['operation'])
    const entry = figures.get(id) ?? { all: 0, failed: 0, p50Ms: null, p95Ms: null }
    entry.all += value
    if (Number(labels['status']) >= 500) entry.failed += value
    figures.set(id, entry)
  }
  for (const { labels, value } of (await lately.get()).values) {
    const entry = figures.get(String(labels['operation']))
    const quantile = (labels as { quantile?: number }).quantile
    if (entry === undefined || quantile === undefined || !Number.isFinite(value)) continue
    const ms = Math.round(value * 10_000) / 10
    if (quantile === 0.5) entry.p50Ms = ms
    else entry.p95Ms = ms
  }
  return [...figures]
    .map(([operationId, { all, failed, p50Ms, p95Ms }]) => ({
      operationId,
      requests: all,
      errorRate: Math.round((failed / all) * 1e4) / 1e4,
      p50Ms,
      p95Ms,
    }))
    .toSorted((one, other) => (one.operationId < other.operationId ? -1 : 1))
}
