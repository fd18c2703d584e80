import { inRootSpan } from '../../lib/tracing.ts'
import { OutboundFailed, OutboundRefused } from '../outbound/index.ts'
import { answerText } from './answer-text.ts'
import { chatFault } from './chat-answers.ts'
import { createSending, isChat } from './compose-request.ts'
import type { DelivererSettings } from './deliverer-settings.ts'
import type { DueDelivery } from './delivery-rows.ts'
import { answerHeads } from './logged-headers.ts'
import { blankAnswer, type ReceiverAnswer, type Outcome, type Withheld } from './outcome.ts'
import { readWait } from './retry-schedule.ts'

/** For everything, the answer's body included. */
const deadlineMs = 15_000
/** Read of an answer, so that its connection can be used again. */
const maxReadBytes = 20_000

/** Sends a delivery. If the process is killed before noting it, it is sent again; receivers recognise it by its id. */
export function deliver(settings: DelivererSettings, due: DueDelivery): Promise<Outcome> {
  return inRootSpan(
    () => deliverySpan(due),
    async (span) => {
      const outcome = await attempt(settings, due)
      if ('withheld' in outcome) span.add({ 'almanac.withheld': outcome.withheld })
      else {
        const { status, error } = outcome.attempt
        span.add({ 'http.response.status_code': status ?? undefined })
        if (!outcome.isReceived) span.fail(error ?? String(status))
      }
      return outcome
    },
  )
}

/** Neither the address nor what is said. */
const deliverySpan = (due: DueDelivery) => ({
  name: `deliver ${due.kind}`,
  kind: 'consumer' as const,
  parent: due.traceparent ?? undefined,
  attributes: {
    'almanac.delivery.id': due.id,
    'almanac.endpoint.id': due.endpointId,
    'almanac.organization.id': due.organizationId,
    'almanac.attempt': due.attempts + 1,
  },
})

async function attempt(settings: DelivererSettings, due: DueDelivery): Promise<Outcome> {
  const { clock } = settings
  const startedMs = performance.now()
  const answer = await send(settings, due)
  if (typeof answer === 'string') return { withheld: answer }
  const durationMs = Math.round(performance.now() - startedMs)
  const ended = { ...answer, durationMs, endedAt: new Date(clock.now()) }
  return { attempt: ended, isReceived: ended.error === null && isSuccess(ended.status) }
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

async function send(settings: DelivererSettings, due: DueDelivery): Promise<ReceiverAnswer | Withheld> {
  const { outbound, clock } = settings
  const sending = createSending(settings, due)
  try {
    const answer = await outbound.stream({
      url: due.url,
      method: 'POST',
      compose: sending.compose,
      deadlineMs,
      maxBytes: maxReadBytes,
      // A hanging endpoint must not delay another one at the same host.
      lane: due.endpointId,
    })
    const body = await readBeginning(answer.body)
    const statusStep = isSuccess(answer.status) ? null : 'status'
    const fault = isChat(due.kind) && isSuccess(answer.status) ? chatFault(body.toString()) : undefined
    return {
      ...blankAnswer,
      status: answer.status,
      error: fault === undefined ? null : 'refused-by-chat',
      failedStep: fault === undefined ? statusStep : 'body',
      resolvedTo: answer.resolvedTo,
      detail: fault?.detail ?? null,
      requestHeaders: sending.requestHeaders(),
      responseHeaders: answerHeads(answer.headers),
      responseBody: answerText(body),
      waitMs: readWait(answer.headers['retry-after'], clock.now()),
      asksForTime: fault?.asksForTime ?? (isChat(due.kind) && answer.status === 429),
    }
  } catch (error) {
    const ended = sending.ended()
    if (ended !== undefined) return ended
    return { ...readFailure(error), requestHeaders: sending.requestHeaders() }
  }
}

/** Throws what is no failure of the receiver. */
function readFailure(error: unknown): ReceiverAnswer {
  if (error instanceof OutboundRefused) {
    const isOfName = error.reason === 'private-address' || error.reason === 'own-port'
    return { ...blankAnswer, error: error.reason, failedStep: isOfName ? 'name' : null }
  }
  if (!(error instanceof OutboundFailed)) throw error
  const { step, resolvedTo = [], code } = error.place ?? {}
  const detail = code !== undefined && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : null
  return { ...blankAnswer, error: error.reason, failedStep: step ?? null, resolvedTo, detail }
}

/** The beginning of an answer, also when it never ends. */
async function readBeginning(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of body) chunks.push(chunk)
  } catch {
    // Too large or too slow; the status has come.
  }
  return Buffer.concat(chunks)
}
