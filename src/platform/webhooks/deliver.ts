import type { EventWords } from '../../operation/index.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { openBytes } from '../../lib/sealed-bytes.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { Mail } from '../mail/index.ts'
import { OutboundFailed, OutboundRefused, type Outbound } from '../outbound/index.ts'
import { holdBack, noteFailed, type DeliveryAttempt, type DueDelivery } from './delivery-rows.ts'
import { chatMessages } from './chat-messages.ts'
import { noteFailure, type DisabledEndpoint } from './endpoint-rows.ts'
import { answerHeads, requestHeads } from './heads.ts'
import { afterWait, delayAfter } from './retry-schedule.ts'
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
  parts: DestinationParts
}

/** What destinations that people read need besides. */
export interface DestinationParts {
  mail: Pick<Mail, 'send'>
  /** Proven addresses of an organization. */
  membersOf(organizationId: string): Promise<string[]>
  /** An event in words. */
  wordsOf(event: { eventKey: string; body: string }): EventWords
  /** Address of the service, for links. */
  baseUrl: string
}

/** Who is told that an endpoint was disabled. */
export interface DisabledNotice {
  /** In the transaction that does it. */
  tell(tx: Queryable, endpoint: DisabledEndpoint): Promise<void>
  /** After it; what it throws is logged. */
  write(endpoint: DisabledEndpoint): Promise<void>
}

interface Answer extends Omit<DeliveryAttempt, 'endedAt' | 'durationMs'> {
  retryAfter: string | undefined
}

/** What came of sending a delivery. */
export interface Outcome {
  attempt: DeliveryAttempt & Pick<Answer, 'retryAfter'>
  isReceived: boolean
}

/** Sends a delivery. Killed before that is noted it is sent again: receivers know it by its id. */
export async function deliver(settings: DelivererSettings, due: DueDelivery): Promise<Outcome> {
  const { clock } = settings
  const startedMs = performance.now()
  const answer = await send(settings, due)
  const durationMs = Math.round(performance.now() - startedMs)
  const attempt = { ...answer, durationMs, endedAt: new Date(clock.now()) }
  const { status } = attempt
  return { attempt, isReceived: status !== null && status >= 200 && status < 300 }
}

async function send(settings: DelivererSettings, due: DueDelivery): Promise<Answer> {
  const failed = { status: null, requestHeaders: null, responseHeaders: null, retryAfter: undefined }
  const { kind } = due
  const isChat = kind === 'slack' || kind === 'teams'
  const request = isChat ? chatRequest(settings, { ...due, kind }) : signed(settings, due)
  // Sealed with another key of the installation: unsigned nobody should believe it.
  if (request === undefined) return { ...failed, error: 'no-secret' }
  const { headers, body } = request
  const requestHeaders = requestHeads(headers)
  try {
    const order = {
      url: due.url,
      method: 'POST',
      headers,
      body,
      deadlineMs,
      maxBytes: mostAnswerBytes,
      // An endpoint that hangs must not hold up another one at the same host.
      lane: due.endpointId,
    } as const
    const answer = await settings.outbound.stream(order)
    await drain(answer.body)
    const responseHeaders = answerHeads(answer.headers)
    const retryAfter = answer.headers['retry-after']
    return { status: answer.status, error: null, requestHeaders, responseHeaders, retryAfter }
  } catch (error) {
    if (!(error instanceof OutboundRefused) && !(error instanceof OutboundFailed)) throw error
    return { ...failed, error: error.reason, requestHeaders }
  }
}

interface Request {
  headers: Record<string, string>
  body: string
}

/** The payload with its signatures; undefined where no secret can be read. */
function signed({ clock, secret }: DelivererSettings, due: DueDelivery): Request | undefined {
  const { endpointId, eventId: id, eventKey, body } = due
  const atMs = clock.now()
  const isOld = due.previousUntil === null || due.previousUntil.getTime() <= atMs
  const sealed = [due.secret, ...(due.previousSecret === null || isOld ? [] : [due.previousSecret])]
  const secrets = sealed.flatMap(
    (one) => openBytes(one, endpointId, { key: secret, purpose: secretPurpose }) ?? [],
  )
  if (secrets.length === 0) return undefined
  const headers = eventHeaders({ id, eventKey, body, atMs }, secrets)
  return { headers: due.isTest ? { ...headers, 'webhook-test': 'true' } : headers, body }
}

/** A message in the form of a chat. Its address is what lets it in: nothing is signed. */
function chatRequest({ parts }: DelivererSettings, due: DueDelivery & { kind: 'slack' | 'teams' }): Request {
  const message = chatMessages[due.kind](parts.wordsOf(due), due.isTest)
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) }
}

/** What is answered besides the status matters to nobody, also when it never ends. */
async function drain(body: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const _chunk of body);
  } catch {
    // Too large or too slow; the status has come.
  }
}

/** Notes that deliveries sent together failed: when they are tried again, and whether the endpoint is sent anything any more. */
export async function noteFailures(
  { db, log, random, notice }: DelivererSettings,
  together: readonly [DueDelivery, ...DueDelivery[]],
  { retryAfter, ...attempt }: DeliveryAttempt & Pick<Answer, 'retryAfter'>,
  { isOver = false }: { isOver?: boolean } = {},
): Promise<void> {
  const { status, endedAt } = attempt
  const isGone = status === 410
  const jitter = random()
  const [{ endpointId, organizationId, kind }] = together
  const disabled = await db.transact(async (tx) => {
    let isNoted = false
    for (const due of together) {
      const delayMs =
        isGone || isOver ? undefined : delayAfter(due.attempts + 1, { random: jitter, retryAfter })
      const state = delayMs === undefined ? 'failed' : 'pending'
      const nextAt = new Date(endedAt.getTime() + (delayMs ?? 0))
      isNoted = (await noteFailed(tx, due, { attempt, nextAt, state })) || isNoted
    }
    if (!isNoted) return undefined
    const isChat = kind === 'slack' || kind === 'teams'
    if (isChat && status === 429) await holdBack(tx, endpointId, afterWait(endedAt, retryAfter))
    const failure = { failedAt: endedAt, isGone, longestMs: longestFailureMs }
    const endpoint = await noteFailure(tx, endpointId, failure)
    if (endpoint !== undefined) await notice.tell(tx, endpoint)
    return endpoint
  })
  if (disabled === undefined) return
  const told = { endpointId, organizationId, reason: disabled.disabledReason }
  log('webhook endpoint disabled', { level: 'warn', ...told })
  await notice
    .write(disabled)
    .catch((error: unknown) =>
      log('webhook endpoint disabled: not mailed', { level: 'error', ...told, cause: String(error) }),
    )
}
