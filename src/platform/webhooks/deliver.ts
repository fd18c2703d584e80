import { OutboundFailed, OutboundRefused } from '../outbound/index.ts'
import { chatFault } from './chat-answers.ts'
import { createSending, isChat } from './compose-request.ts'
import type { DelivererSettings } from './deliverer-settings.ts'
import type { DueDelivery } from './delivery-rows.ts'
import { answerHeads } from './heads.ts'
import { blankAnswer, type Answer, type Outcome, type Withheld } from './outcome.ts'
import { readWait } from './retry-schedule.ts'

/** For everything, the answer's body included. */
const deadlineMs = 15_000
/** Read of an answer, so that its connection can be used again. */
const maxAnswerBytes = 20_000

/** Sends a delivery. If the process is killed before noting it, it is sent again; receivers recognise it by its id. */
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

async function send(settings: DelivererSettings, due: DueDelivery): Promise<Answer | Withheld> {
  const { outbound, clock } = settings
  const sending = createSending(settings, due)
  try {
    const answer = await outbound.stream({
      url: due.url,
      method: 'POST',
      compose: sending.compose,
      deadlineMs,
      maxBytes: maxAnswerBytes,
      // A hanging endpoint must not delay another one at the same host.
      lane: due.endpointId,
    })
    const text = await readText(answer.body)
    const statusStep = isSuccess(answer.status) ? null : 'status'
    const fault = isChat(due.kind) && isSuccess(answer.status) ? chatFault(text) : undefined
    return {
      ...blankAnswer,
      status: answer.status,
      error: fault === undefined ? null : 'refused-by-chat',
      failedStep: fault === undefined ? statusStep : 'body',
      resolvedTo: answer.resolvedTo,
      detail: fault?.detail ?? null,
      requestHeaders: sending.requestHeaders(),
      responseHeaders: answerHeads(answer.headers),
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
function readFailure(error: unknown): Answer {
  if (error instanceof OutboundRefused) {
    const isOfName = error.reason === 'private-address' || error.reason === 'own-port'
    return { ...blankAnswer, error: error.reason, failedStep: isOfName ? 'name' : null }
  }
  if (!(error instanceof OutboundFailed)) throw error
  const { step, resolvedTo = [], code } = error.place ?? {}
  const detail = code !== undefined && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : null
  return { ...blankAnswer, error: error.reason, failedStep: step ?? null, resolvedTo, detail }
}

/** The beginning of an answer. Besides the status it matters to nobody but chats, also when it never ends. */
async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of body) chunks.push(chunk)
  } catch {
    // Too large or too slow; the status has come.
  }
  return Buffer.concat(chunks).toString()
}
