import { newId } from '../../lib/ids.ts'
import { sealBytes } from '../../lib/sealed-bytes.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import { awaitSending } from '../events/index.ts'
import { secretPurpose } from './compose-request.ts'
import type { DelivererSettings, DestinationParts, DisabledNotice } from './deliverer-settings.ts'
import {
  restartDeliveries,
  selectAttempts,
  selectDeliveries,
  type DeliveryView,
  type LoggedAttempt,
  type LogPage,
  type Replay,
} from './delivery-log.ts'
import { insertDelivery, releaseDigest, selectDueBacklog, type DueBacklog } from './delivery-rows.ts'
import {
  countEndpoints,
  deleteEndpoint,
  insertEndpoint,
  rotateSecret,
  selectEndpoint,
  selectEndpoints,
  updateEndpoint,
  type EndpointChange,
  type EndpointOf,
  type EndpointOptions,
  type WebhookEndpoint,
} from './endpoint-rows.ts'
import { createSendTurns } from './send-turns.ts'
import { newSecret, secretText } from './signature.ts'
import { createWorker, type Worker } from './worker.ts'

/** A receiver may check by a secret that was replaced this long. */
const overlapMs = 24 * 3_600_000

export type WebhooksSettings = Omit<DelivererSettings, 'random' | 'notice' | 'parts' | 'turns'> & {
  random?: () => number
}

/** A new endpoint: its address, and what is not as usual. */
export type NewEndpoint = Pick<WebhookEndpoint, 'organizationId' | 'url'> &
  Partial<EndpointOptions & Pick<WebhookEndpoint, 'kind'>> & { disabled?: boolean }

export interface Webhooks extends Worker {
  /** How many endpoints an organization has; no other is made until the transaction ends. */
  count(tx: Queryable, organizationId: string): Promise<number>
  /** An endpoint with its secret, which is shown this once. */
  create(tx: Queryable, endpoint: NewEndpoint): Promise<{ endpoint: WebhookEndpoint; secret: string }>
  list(organizationId: string): Promise<WebhookEndpoint[]>
  find(which: EndpointOf): Promise<WebhookEndpoint | undefined>
  /** Undefined for an unknown one. Events during a disabled time are not made up for; waiting deliveries continue. */
  update(tx: Queryable, which: EndpointOf, to: EndpointChange): Promise<WebhookEndpoint | undefined>
  /**
   * A new secret; those before it sign besides, the last one until `until`. Answers when it is possible where five sign already;
   * undefined for an unknown endpoint.
   */
  rotate(
    tx: Queryable,
    which: EndpointOf,
  ): Promise<{ secret: string; until: Date } | { secret?: undefined; possibleAt: Date } | undefined>
  remove(tx: Queryable, which: EndpointOf): Promise<boolean>
  /** Sends an event to an endpoint, whatever that asked for. */
  send(tx: Queryable, to: { endpointId: string; eventId: string }): Promise<void>
  /** The newest deliveries, of one endpoint or of all. */
  deliveries(page: LogPage): Promise<DeliveryView[]>
  /** The attempts of deliveries, oldest first. */
  attempts(which: { organizationId: string; deliveryIds: readonly string[] }): Promise<LoggedAttempt[]>
  /** Sends deliveries again, whatever became of them; answers which, and whether they wait for their endpoint. */
  replay(tx: Queryable, which: Replay): Promise<{ id: string; isDisabled: boolean }[]>
  /** Counts up to 10,000 deliveries that are due at a moment and not sent, and when the oldest became due. */
  backlog(nowMs: number): Promise<DueBacklog>
  /** Has what waits for the digest of an endpoint mailed; answers how much that is. */
  releaseDigest(tx: Queryable, endpointId: string): Promise<number>
  /** Gives what chats and mail need; until then nothing is sent to them. */
  tellPeople(parts: DestinationParts): void
  /** Resolves when nothing is sent any more by what was so before: after a change of an endpoint was committed. */
  settled(): Promise<void>
  /** Has somebody told when an endpoint is disabled by what it answers. */
  whenDisabled(notice: DisabledNotice): void
}

export function openWebhooks(webhooksSettings: WebhooksSettings): Webhooks {
  const notices: DisabledNotice[] = []
  const parts: { destinations?: DestinationParts } = {}
  const settings: DelivererSettings = {
    random: Math.random,
    ...webhooksSettings,
    notice: all(notices),
    turns: createSendTurns(webhooksSettings),
    get parts() {
      if (parts.destinations === undefined) throw new Error('chats and mail are not set up here')
      return parts.destinations
    },
  }
  const { db, clock } = webhooksSettings
  return {
    ...openEndpoints(settings),
    count: countEndpoints,
    list: (organizationId) => selectEndpoints(db, organizationId),
    find: (which) => selectEndpoint(db, which),
    update: (tx, which, to) => updateEndpoint(tx, which, { ...to, updatedAt: new Date(clock.now()) }),
    remove: deleteEndpoint,
    send: (tx, to) => insertDelivery(tx, { ...to, createdAt: new Date(clock.now()) }),
    deliveries: (page) => selectDeliveries(db, page),
    backlog: (nowMs) => selectDueBacklog(db, nowMs),
    attempts: (which) => selectAttempts(db, which),
    replay: restartDeliveries,
    releaseDigest: (tx, endpointId) => releaseDigest(tx, endpointId, new Date(clock.now())),
    settled: () => awaitSending(db),
    tellPeople: (destinations) => void (parts.destinations = destinations),
    whenDisabled: (notice) => void notices.push(notice),
    ...createWorker(settings),
  }
}

const all = (notices: readonly DisabledNotice[]): DisabledNotice => ({
  async tell(tx, endpoint) {
    for (const notice of notices) await notice.tell(tx, endpoint)
  },
  async write(endpoint) {
    for (const notice of notices) await notice.write(endpoint)
  },
})

function openEndpoints({ clock, secret: key }: DelivererSettings): Pick<Webhooks, 'create' | 'rotate'> {
  const sealed = (secret: Buffer, id: string) => sealBytes(secret, id, { key, purpose: secretPurpose })
  return {
    async create(tx, { disabled = false, ...chosen }) {
      const secret = newSecret()
      const id = newId('whe', clock)
      const endpoint = await insertEndpoint(tx, {
        events: [],
        listIds: [],
        ordered: true,
        concurrency: 4,
        kind: 'http',
        digest: null,
        digestHour: null,
        ...chosen,
        id,
        disabledReason: disabled ? 'asked' : null,
        createdAt: new Date(clock.now()),
        secret: sealed(secret, id),
      })
      return { endpoint, secret: secretText(secret) }
    },
    async rotate(tx, which) {
      const secret = newSecret()
      const nowMs = clock.now()
      const until = new Date(nowMs + overlapMs)
      const to = { secret: sealed(secret, which.endpointId), until, updatedAt: new Date(nowMs) }
      const rotated = await rotateSecret(tx, which, to)
      return rotated === 'rotated' ? { secret: secretText(secret), until } : rotated
    },
  }
}
