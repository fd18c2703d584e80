import type { EventWords } from '../../operation/index.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { openBytes } from '../../lib/sealed-bytes.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { Mail } from '../mail/index.ts'
import { OutboundFailed, OutboundRefused, type Outbound, type OutboundContent } from '../outbound/index.ts'
import { chatFault } from './chat-answers.ts'
import { chatMessages } from './chat-messages.ts'
import { holdBack, noteFailed, type DeliveryAttempt, type DueDelivery, type Heads } from './delivery-rows.ts'
import { noteFailure, type DestinationKind, type DisabledEndpoint } from './endpoint-rows.ts'
import { answerHeads, requestHeads } from './heads.ts'
import { delayAfter, waitOf } from './retry-schedule.ts'
import type { Sendable } from './sendable.ts'
import type { SendTurns } from './send-turns.ts'
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
  turns: SendTurns
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
  mail: Pick<Mail, 'sendLate'>
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

/** Why a delivery that was taken is not sent after all. */
export type Withheld = 'gone' | 'disabled' | 'moved' | 'unwanted'

export interface Attempted extends DeliveryAttempt {
  /** Milliseconds that the receiver asks for. */
  waitMs: number
  /** Whether it asks for less to be sent. */
  asksForTime: boolean
}

/** What came of a delivery: an attempt, or why there was none. */
export type Outcome =
  | { withheld: Withheld }
  | { withheld?: undefined; attempt: Attempted; isReceived: boolean }

type Answer = Omit<Attempted, 'endedAt' | 'durationMs'>

/** Sends a delivery. Killed before that is noted it is sent again: receivers know it by its id. */
export async function deliver(settings: DelivererSettings, due: DueDelivery): Promise<Outcome> {
  const { clock } = settings
  const startedMs = performance.now()
  const answer = await send(settings, due)
  if (typeof answer === 'string') return { withheld: answer }
  const durationMs = Math.round(performance.now() - startedMs)
  const attempt = { ...answer, durationMs, endedAt: new Date(clock.now()) }
  return { attempt, isReceived: attempt.error === null && isSuccess(attempt.status) }
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

/** What an attempt says where nothing is known. */
export const blankAnswer: Answer = {
  status: null,
  error: null,
  failedStep: null,
  resolvedTo: [],
  detail: null,
  requestHeaders: null,
  responseHeaders: null,
  waitMs: 0,
  asksForTime: false,
}

async function send(settings: DelivererSettings, due: DueDelivery): Promise<Answer | Withheld> {
  const { outbound, clock } = settings
  const sending = createSending(settings, due)
  try {
    const answer = await outbound.stream({
      url: due.url,
      method: 'POST',
      compose: sending.compose,
      deadlineMs,
      maxBytes: mostAnswerBytes,
      // An endpoint that hangs must not hold up another one at the same host.
      lane: due.endpointId,
    })
    const text = await textOf(answer.body)
    const fault = isChat(due.kind) && isSuccess(answer.status) ? chatFault(text) : undefined
    return {
      ...blankAnswer,
      status: answer.status,
      error: fault === undefined ? null : 'refused-by-chat',
      failedStep: fault === undefined ? (isSuccess(answer.status) ? null : 'status') : 'body',
      resolvedTo: answer.resolvedTo,
      detail: fault?.detail ?? null,
      requestHeaders: sending.requestHeaders(),
      responseHeaders: answerHeads(answer.headers),
      waitMs: waitOf(answer.headers['retry-after'], clock.now()),
      asksForTime: fault?.asksForTime ?? (isChat(due.kind) && answer.status === 429),
    }
  } catch (error) {
    const ended = sending.ended()
    if (ended !== undefined) return ended
    return { ...failedAnswer(error), requestHeaders: sending.requestHeaders() }
  }
}

/** Throws what is no failure of the receiver. */
function failedAnswer(error: unknown): Answer {
  if (error instanceof OutboundRefused) {
    const isOfName = error.reason === 'private-address' || error.reason === 'own-port'
    return { ...blankAnswer, error: error.reason, failedStep: isOfName ? 'name' : null }
  }
  if (!(error instanceof OutboundFailed)) throw error
  const { step, resolvedTo = [], code } = error.place ?? {}
  const detail = code !== undefined && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : null
  return { ...blankAnswer, error: error.reason, failedStep: step ?? null, resolvedTo, detail }
}

/** Composes the request when its connection stands, of what is known then. */
function createSending(settings: DelivererSettings, due: DueDelivery) {
  let ended: Answer | Withheld | undefined
  let fault: { cause: unknown } | undefined
  let requestHeaders: Heads | null = null
  const compose = async (sendNow: (content: OutboundContent) => void) => {
    try {
      await settings.turns.take(due, (now) => {
        ended = withheldOf(due, now)
        if (ended !== undefined || now === undefined) return
        const request = isChat(now.kind)
          ? chatRequest(settings, { ...now, kind: now.kind })
          : signed(settings, due.endpointId, now)
        // Sealed with another key of the installation: unsigned nobody should believe it.
        if (request === undefined) ended = { ...blankAnswer, error: 'no-secret' }
        else {
          requestHeaders = requestHeads(request.headers)
          sendNow(request)
        }
      })
    } catch (cause) {
      fault = { cause }
    }
  }
  return {
    compose,
    requestHeaders: () => requestHeaders,
    /** What ended it before it was sent, undefined where nothing did. Throws what the store threw. */
    ended() {
      if (fault !== undefined) throw fault.cause
      return ended
    },
  }
}

/** Why a delivery is not sent as it was taken; undefined where it is. */
export function withheldOf(
  { url, kind }: Pick<DueDelivery, 'url' | 'kind'>,
  now: Sendable | undefined,
): Withheld | undefined {
  if (now === undefined) return 'gone'
  if (now.isDisabled) return 'disabled'
  if (now.url !== url || now.kind !== kind) return 'moved'
  return now.isWanted ? undefined : 'unwanted'
}

const isChat = (kind: DestinationKind): kind is 'slack' | 'teams' => kind === 'slack' || kind === 'teams'

/** The payload with its signatures; undefined where no secret can be read. */
function signed(
  { clock, secret }: DelivererSettings,
  endpointId: string,
  { eventId: id, eventKey, body, isTest, secrets: sealed }: Sendable,
): OutboundContent | undefined {
  const secrets = sealed.flatMap(
    (one) => openBytes(one, endpointId, { key: secret, purpose: secretPurpose }) ?? [],
  )
  if (secrets.length === 0) return undefined
  const headers = eventHeaders({ id, eventKey, body, atMs: clock.now() }, secrets)
  return { headers: isTest ? { ...headers, 'webhook-test': 'true' } : headers, body }
}

/** A message in the form of a chat. Its address is what lets it in: nothing is signed. */
function chatRequest(
  { parts }: DelivererSettings,
  now: Sendable & { kind: 'slack' | 'teams' },
): OutboundContent {
  const message = chatMessages[now.kind](parts.wordsOf(now), now.isTest)
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) }
}

/** The beginning of an answer. Besides the status it matters to nobody but chats, also when it never ends. */
async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of body) chunks.push(chunk)
  } catch {
    // Too large or too slow; the status has come.
  }
  return Buffer.concat(chunks).toString()
}

/** Notes that deliveries sent together failed: when they are tried again, and whether the endpoint is sent anything any more. */
export async function noteFailures(
  { db, log, random, notice }: DelivererSettings,
  together: readonly [DueDelivery, ...DueDelivery[]],
  { waitMs, asksForTime, ...attempt }: Attempted,
  { isOver = false }: { isOver?: boolean } = {},
): Promise<void> {
  const { status, endedAt } = attempt
  const isGone = status === 410
  const jitter = random()
  const [{ endpointId, organizationId, url }] = together
  const disabled = await db.transact(async (tx) => {
    let isNoted = false
    for (const due of together) {
      const delayMs = isGone || isOver ? undefined : delayAfter(due.attempts + 1, { random: jitter, waitMs })
      const state = delayMs === undefined ? 'failed' : 'pending'
      const nextAt = new Date(endedAt.getTime() + (delayMs ?? 0))
      isNoted = (await noteFailed(tx, due, { attempt, nextAt, state })) || isNoted
    }
    if (!isNoted) return undefined
    if (asksForTime) await holdBack(tx, endpointId, new Date(endedAt.getTime() + waitMs))
    const failure = { failedAt: endedAt, isGone, longestMs: longestFailureMs }
    const endpoint = await noteFailure(tx, { endpointId, url }, failure)
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
