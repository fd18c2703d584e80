import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { openBytes } from '../../lib/sealed-bytes.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { OutboundFailed, OutboundRefused, type Outbound } from '../outbound/index.ts'
import { noteDelivered, noteFailed, type Attempt, type DueDelivery } from './delivery-rows.ts'
import { noteFailure, type DisabledEndpoint } from './endpoint-rows.ts'
import { answerHeads, requestHeads } from './heads.ts'
import { delayAfter } from './retry-schedule.ts'
import { eventHeaders } from './signature.ts'

/** For everything, the answer's body included. */
const deadlineMs = 15_000
/** Read of an answer, so that its connection can be used again. */
const mostAnswerBytes = 20_000
/** An endpoint that fails this long without a success is sent nothing more. */
const longestFailureMs = 5 * 86_400_000

export const secretPurpose = 'webhook secret'

export interface DelivererSettings {
  db: Postgres
  clock: Clock
  outbound: Pick<Outbound, 'stream'>
  /** Opens what endpoints sign with. */
  secret: Buffer
  log: Log
  /** 0 to 1, for jitter. */
  random: () => number
  notice: DisabledNotice
}

/** Who is told that an endpoint was disabled. */
export interface DisabledNotice {
  /** In the transaction that does it. */
  tell(tx: Queryable, endpoint: DisabledEndpoint): Promise<void>
  /** After it; what it throws is logged. */
  write(endpoint: DisabledEndpoint): Promise<void>
}

interface Answer extends Omit<Attempt, 'endedAt' | 'durationMs'> {
  retryAfter: string | undefined
}

/**
 * Sends a delivery and notes what came of it; answers whether it was received. Killed in between it is sent again: receivers
 * know it by its id.
 */
export async function deliver(settings: DelivererSettings, due: DueDelivery): Promise<boolean> {
  const { clock } = settings
  const startedMs = performance.now()
  const answer = await send(settings, due)
  const durationMs = Math.round(performance.now() - startedMs)
  const { retryAfter, ...rest } = answer
  const attempt = { ...rest, durationMs, endedAt: new Date(clock.now()) }
  const { status } = attempt
  const isReceived = status !== null && status >= 200 && status < 300
  if (isReceived) await noteDelivered(settings.db, due, attempt)
  else await note(settings, due, { ...attempt, retryAfter })
  return isReceived
}

async function send({ clock, outbound, secret }: DelivererSettings, due: DueDelivery): Promise<Answer> {
  const { endpointId, eventId: id, eventKey, url, body } = due
  const failed = { status: null, requestHeaders: null, responseHeaders: null, retryAfter: undefined }
  const atMs = clock.now()
  const isOld = due.previousUntil === null || due.previousUntil.getTime() <= atMs
  const sealed = [due.secret, ...(due.previousSecret === null || isOld ? [] : [due.previousSecret])]
  const secrets = sealed.flatMap(
    (one) => openBytes(one, endpointId, { key: secret, purpose: secretPurpose }) ?? [],
  )
  // Sealed with another key of the installation: unsigned nobody should believe it.
  if (secrets.length === 0) return { ...failed, error: 'no-secret' }
  const headers = {
    ...eventHeaders({ id, eventKey, body, atMs }, secrets),
    ...(due.isTest ? { 'webhook-test': 'true' } : {}),
  }
  const requestHeaders = requestHeads(headers)
  try {
    const order = { url, method: 'POST', headers, body, deadlineMs, maxBytes: mostAnswerBytes } as const
    const answer = await outbound.stream(order)
    await drain(answer.body)
    const responseHeaders = answerHeads(answer.headers)
    const retryAfter = answer.headers['retry-after']
    return { status: answer.status, error: null, requestHeaders, responseHeaders, retryAfter }
  } catch (error) {
    if (!(error instanceof OutboundRefused) && !(error instanceof OutboundFailed)) throw error
    return { ...failed, error: error.reason, requestHeaders }
  }
}

/** What is answered besides the status matters to nobody, also when it never ends. */
async function drain(body: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const _chunk of body);
  } catch {
    // Too large or too slow; the status has come.
  }
}

/** Notes a failure: when it is tried again, and whether the endpoint is sent anything any more. */
async function note(
  { db, log, random, notice }: DelivererSettings,
  due: DueDelivery,
  { retryAfter, ...attempt }: Attempt & Pick<Answer, 'retryAfter'>,
): Promise<void> {
  const { status, endedAt } = attempt
  const isGone = status === 410
  const delayMs = isGone ? undefined : delayAfter(due.attempts + 1, { random: random(), retryAfter })
  const state = delayMs === undefined ? 'failed' : 'pending'
  const nextAt = new Date(endedAt.getTime() + (delayMs ?? 0))
  const disabled = await db.transact(async (tx) => {
    if (!(await noteFailed(tx, due, { attempt, nextAt, state }))) return undefined
    const failure = { failedAt: endedAt, isGone, longestMs: longestFailureMs }
    const endpoint = await noteFailure(tx, due.endpointId, failure)
    if (endpoint !== undefined) await notice.tell(tx, endpoint)
    return endpoint
  })
  if (disabled === undefined) return
  const { endpointId, organizationId } = due
  const told = { endpointId, organizationId, reason: disabled.disabledReason }
  log('webhook endpoint disabled', { level: 'warn', ...told })
  await notice
    .write(disabled)
    .catch((error: unknown) =>
      log('webhook endpoint disabled: not mailed', { level: 'error', ...told, cause: String(error) }),
    )
}
