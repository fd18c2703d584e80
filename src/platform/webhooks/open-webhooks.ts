import { newId } from '../../lib/ids.ts'
import { sealBytes } from '../../lib/sealed-bytes.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import { deliver, secretPurpose, type DelivererSettings } from './deliver.ts'
import {
  claimDue,
  restartDelivery,
  selectAttempts,
  selectDeliveries,
  type Attempt,
  type DeliveryView,
  type DueDelivery,
} from './delivery-rows.ts'
import {
  deleteEndpoint,
  insertEndpoint,
  rotateSecret,
  selectEndpoints,
  updateEndpoint,
  type EndpointOf,
  type WebhookEndpoint,
} from './endpoint-rows.ts'
import { newSecret, secretText } from './signature.ts'

const tickMs = 1_000
/** Deliveries to one endpoint at a time; the next are taken when these have ended. */
const perEndpoint = 4
const mostAtOnce = 1_000
/** Longer than an attempt can take. */
const leaseMs = 60_000
/** A receiver may check by the secret before the last rotation this long. */
const overlapMs = 24 * 3_600_000

export type WebhooksSettings = Omit<DelivererSettings, 'random'> & { random?: () => number }

export interface Webhooks {
  /** An endpoint with its secret, which is shown this once. `events`: keys and groups, none for all. */
  create(
    tx: Queryable,
    endpoint: { organizationId: string; url: string; events: string[] },
  ): Promise<{ endpoint: WebhookEndpoint; secret: string }>
  list(organizationId: string): Promise<WebhookEndpoint[]>
  /** Undefined for an unknown one. What is disabled is not made up for; what waited goes on. */
  update(
    tx: Queryable,
    which: EndpointOf,
    to: { url?: string; events?: string[]; disabled?: boolean },
  ): Promise<WebhookEndpoint | undefined>
  /** A new secret; the one before signs besides for 24 hours. Undefined for an unknown endpoint. */
  rotate(tx: Queryable, which: EndpointOf): Promise<string | undefined>
  remove(tx: Queryable, which: EndpointOf): Promise<boolean>
  /** The newest deliveries of an endpoint. */
  deliveries(which: EndpointOf & { most: number }): Promise<DeliveryView[]>
  /** The attempts of a delivery, oldest first. */
  attempts(which: { organizationId: string; deliveryId: string }): Promise<Attempt[]>
  /** Sends a delivery again, whatever became of it; false for an unknown one. */
  replay(tx: Queryable, which: { organizationId: string; deliveryId: string }): Promise<boolean>
  /** Delivers until `close`. */
  startWorker(): void
  /** Attempts what is due now and answers how much; for commands and tests. */
  deliverNow(): Promise<number>
  /** Ends after the attempts that are running. */
  close(): Promise<void>
}

export function openWebhooks(given: WebhooksSettings): Webhooks {
  const settings: DelivererSettings = { random: Math.random, ...given }
  const { db } = given
  const worker = createWorker(settings)
  return {
    ...endpointsOf(settings),
    list: (organizationId) => selectEndpoints(db, organizationId),
    update: updateEndpoint,
    remove: deleteEndpoint,
    deliveries: (which) => selectDeliveries(db, which),
    attempts: (which) => selectAttempts(db, which),
    replay: (tx, which) => restartDelivery(tx, { ...which, now: new Date(given.clock.now()) }),
    ...worker,
  }
}

function endpointsOf({ clock, secret: key }: DelivererSettings): Pick<Webhooks, 'create' | 'rotate'> {
  const sealed = (secret: Buffer, id: string) => sealBytes(secret, id, { key, purpose: secretPurpose })
  return {
    async create(tx, { organizationId, url, events }) {
      const secret = newSecret()
      const id = newId('whe', clock)
      const createdAt = new Date(clock.now())
      const row = { id, organizationId, url, events, createdAt, secret: sealed(secret, id) }
      return { endpoint: await insertEndpoint(tx, row), secret: secretText(secret) }
    },
    async rotate(tx, which) {
      const secret = newSecret()
      const until = new Date(clock.now() + overlapMs)
      const to = { secret: sealed(secret, which.endpointId), until }
      return (await rotateSecret(tx, which, to)) ? secretText(secret) : undefined
    },
  }
}

/** A lane an endpoint: while its deliveries run, others are taken as if it were not there. */
function createWorker(settings: DelivererSettings): Pick<Webhooks, 'startWorker' | 'deliverNow' | 'close'> {
  const { db, clock, log } = settings
  const lanes = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let claiming: Promise<number> | undefined
  let closed = false

  async function runLane(endpointId: string, batch: readonly DueDelivery[]): Promise<void> {
    const outcomes = await Promise.allSettled(batch.map((due) => deliver(settings, due)))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        log('webhook not noted', { level: 'error', endpointId, cause: String(outcome.reason) })
    }
    lanes.delete(endpointId)
    // There may be more than the lane takes at a time.
    if (batch.length === perEndpoint && timer !== undefined) void look()
  }

  async function claim(): Promise<number> {
    const nowMs = clock.now()
    const room = mostAtOnce - lanes.size * perEndpoint
    if (room <= 0 || closed) return 0
    const times = { now: new Date(nowMs), leaseUntil: new Date(nowMs + leaseMs) }
    const due = await claimDue(db, { ...times, busy: [...lanes.keys()], perEndpoint, most: room })
    for (const [endpointId, batch] of Map.groupBy(due, (one) => one.endpointId))
      lanes.set(endpointId, runLane(endpointId, batch))
    return due.length
  }

  /** One look at a time: two would take the same lanes. */
  async function look(): Promise<number> {
    claiming ??= claim()
      .catch((error: unknown) => {
        log('webhooks not looked for', { level: 'error', cause: String(error) })
        return 0
      })
      .finally(() => (claiming = undefined))
    return claiming
  }

  return {
    startWorker() {
      timer ??= setInterval(() => void look(), tickMs).unref()
    },
    async deliverNow() {
      let count = 0
      for (;;) {
        const more = await look()
        if (more === 0) return count
        count += more
        await Promise.all(lanes.values())
      }
    },
    async close() {
      closed = true
      clearInterval(timer)
      timer = undefined
      await claiming
      await Promise.all(lanes.values())
    },
  }
}
