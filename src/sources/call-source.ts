import type { z } from 'zod'
import { monotonicMs, type Clock } from '../lib/clock.ts'
import { inSpan } from '../lib/tracing.ts'
import { storable } from '../lib/storable-text.ts'
import { OutboundFailed, type Outbound, type OutboundRequest, type Pace } from '../platform/outbound/index.ts'
import type { AttemptOutcome, Provided } from './attempt.ts'
import { capabilities, type CapabilityAnswer, type Capability, type Question } from './capabilities.ts'
import { startCallTime, type CallTime } from './call-time.ts'
import type { CallEnd } from './circuit.ts'
import type { ConfiguredSource } from './configured-source.ts'
import { SourceRateLimited, SourceRefused, SourceUnavailable, SubjectUnavailable } from './failures.ts'
import { readLines, together, type LeftOut } from './lines.ts'
import { withPossibleNumbers } from './possible-numbers.ts'
import type { SourceCall } from './source.ts'

/** How a call to a source ended. */
export interface CallResult<C extends Capability> {
  outcome: AttemptOutcome
  /** Requests it made. */
  requests: number
  /** For the circuit: what the source is to blame for. */
  end: CallEnd
  provided?: Provided<C> | undefined
  /** Lines of its answer that could not be read. */
  leftOut?: LeftOut | undefined
  /** Where it had numbers that nothing can have. */
  impossible?: readonly string[]
  ms: number
  /** Why it failed, for the operator. */
  reason?: string | undefined
}

export interface CallParts {
  outbound: Outbound
  clock: Clock
  pace: Pace
}

/** Most requests to one source at a time, whatever its rate. */
const atOnce = 8

/**
 * One call to one source. Never throws: whatever the source does (hang, break off, answer garbage or far too much) is a
 * result. `signal` is the caller's: what it ends is no failure of the source.
 */
export function callSource<C extends Capability>(
  parts: CallParts,
  source: ConfiguredSource,
  request: { capability: C; question: Question<C>; signal: AbortSignal },
): Promise<CallResult<C>> {
  const attributes = { 'almanac.source': source.name, 'almanac.capability': request.capability }
  return inSpan(
    () => ({ name: `source ${source.name}`, kind: 'client', attributes }),
    async (span) => {
      const result = await callOnce(parts, source, request)
      span.add({ 'almanac.outcome': result.outcome, 'almanac.requests': result.requests })
      if (result.outcome === 'failed' || result.outcome === 'timeout') span.fail(result.outcome)
      return result
    },
  )
}

async function callOnce<C extends Capability>(
  parts: CallParts,
  source: ConfiguredSource,
  request: { capability: C; question: Question<C>; signal: AbortSignal },
): Promise<CallResult<C>> {
  const startedMs = monotonicMs()
  const time = startCallTime(source.timeoutMs)
  const signal = AbortSignal.any([time.signal, request.signal])
  let isWaiting = 0
  let requests = 0
  const outbound = boundOutbound(parts, source, {
    time,
    signal,
    waiting: (by) => (isWaiting += by),
    began: () => (requests += 1),
  })
  const done = (result: Omit<CallResult<C>, 'ms' | 'requests'>): CallResult<C> => ({
    ...result,
    requests,
    ms: Math.round(monotonicMs() - startedMs),
  })
  try {
    return done(await fetchAnswer(source, request, { outbound, signal, clock: parts.clock }))
  } catch (error) {
    if (request.signal.aborted && !time.isUp()) {
      // Waiting for a turn at a source that is slow by its rate is not its being slow.
      return done({ outcome: isWaiting > 0 ? 'rate_limited' : 'aborted', end: { kind: 'aborted' } })
    }
    return done(toFailure(error, time.isUp()))
  } finally {
    time.clear()
  }
}

/** What a source answers, as the capability has it. Throws what the source does, and SourceUnavailable for garbage. */
async function fetchAnswer<C extends Capability>(
  source: ConfiguredSource,
  { capability, question }: { capability: C; question: Question<C> },
  { clock, ...context }: Pick<SourceCall, 'outbound' | 'signal'> & { clock: Clock },
): Promise<Omit<CallResult<C>, 'ms' | 'requests'>> {
  const end = { kind: 'answered' } as const
  const refused: LeftOut[] = []
  const read: SourceCall['read'] = (schema, value) => {
    const { answer, leftOut } = readLines(schema, value)
    if (leftOut !== undefined) refused.push(leftOut)
    return answer
  }
  const fetched = source.answers[capability]?.fetch(question, { ...context, nowMs: clock.now(), read })
  const result = await untilAborted(Promise.resolve(fetched), context.signal)
  if (result === undefined) throw new SourceUnavailable('it does not answer this capability')
  if (typeof result?.found !== 'boolean') throw new SourceUnavailable('garbage: no answer')
  if (!result.found) return { outcome: 'not_found', end }
  const schema: z.ZodObject = capabilities[capability].answer
  const possible = withPossibleNumbers(schema, read(schema, storable(result.answer)))
  const answer = possible.answer as CapabilityAnswer<C>
  const leftOut = together(refused)
  if (isNothing(answer)) return { outcome: 'not_found', end, leftOut }
  const provided = {
    answer,
    source: source.name,
    confidence: clampConfidence(result.confidence),
    observedAt: observedAt(result.observedAt, clock.now()),
    ...(leftOut === undefined ? {} : { leftOut: leftOut.count }),
  }
  return { outcome: 'found', end, provided, leftOut, impossible: possible.impossible }
}

function toFailure(error: unknown, isLate: boolean): Pick<CallResult<never>, 'outcome' | 'end' | 'reason'> {
  if (error instanceof SourceRateLimited) {
    const { retryAfterMs } = error
    return {
      outcome: 'rate_limited',
      end: {
        kind: 'rate_limited',
        retryAfterMs,
      },
      reason: `asks to wait ${Math.ceil(retryAfterMs / 1e3)} s`,
    }
  }
  if (error instanceof SourceRefused)
    return { outcome: 'failed', end: { kind: 'refused' }, reason: error.message }
  if (error instanceof SubjectUnavailable)
    return { outcome: 'failed', end: { kind: 'aborted' }, reason: error.message }
  if (isLate || (error instanceof OutboundFailed && error.reason === 'deadline'))
    return { outcome: 'timeout', end: { kind: 'failed' }, reason: 'took too long' }
  const reason = error instanceof Error ? error.message : String(error)
  return { outcome: 'failed', end: { kind: 'failed' }, reason }
}

/** The way out for one call: its turns at the source's rate, its time, its signal. */
function boundOutbound(
  { outbound, pace }: CallParts,
  source: ConfiguredSource,
  call: { time: CallTime; signal: AbortSignal; waiting(by: 1 | -1): void; began(): void },
): Outbound {
  const turn = async <T>(work: () => Promise<T>): Promise<T> => {
    const go = call.time.pause()
    call.waiting(1)
    // Ended while it waited, it stays one that waits: that is what the call did last.
    const done = await pace
      .turn(source.name, { atOnce, perSecond: source.perSecond }, call.signal)
      .finally(go)
    call.waiting(-1)
    call.began()
    try {
      return await work()
    } finally {
      done()
    }
  }
  const bind = (order: OutboundRequest): OutboundRequest => ({
    ...order,
    deadlineMs: Math.min(order.deadlineMs ?? Number.POSITIVE_INFINITY, call.time.leftMs()),
    signal: order.signal === undefined ? call.signal : AbortSignal.any([order.signal, call.signal]),
  })
  return {
    request: (order) => turn(() => outbound.request(bind(order))),
    stream: (order) => turn(() => outbound.stream(bind(order))),
    connect: (order) =>
      turn(() => {
        const { deadlineMs = Number.POSITIVE_INFINITY } = order
        return outbound.connect({
          ...order,
          deadlineMs: Math.min(deadlineMs, call.time.leftMs()),
          signal: call.signal,
        })
      }),
    mayAsk: (url) => outbound.mayAsk(url),
    close: () => {},
  }
}

/** Also ends when the work ignores the signal; later results are dropped. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Found, but with nothing in it. Pages of activity may be empty, lists of things that were looked for may not. */
function isNothing(answer: object): boolean {
  const lists = ['emails', 'phones', 'records'].flatMap((name) => {
    const list = (answer as Record<string, unknown>)[name]
    return Array.isArray(list) ? [list] : []
  })
  return lists.length > 0 && lists.every((list) => list.length === 0)
}

const clampConfidence = (confidence: number | undefined) =>
  confidence === undefined || Number.isNaN(confidence) ? 1 : Math.min(1, Math.max(0, confidence))

/** A source's clock may be ahead by this; nothing else has been seen before it happened. */
const clockSkewMs = 5 * 60_000

/** When it was seen: now where the source does not say. Throws for a time to come, which would outlive every truth. */
function observedAt(text: string | undefined, nowMs: number): string {
  const ms = text === undefined ? Number.NaN : Date.parse(text)
  if (ms > nowMs + clockSkewMs) throw new SourceUnavailable('garbage: observed in the future')
  return new Date(Number.isNaN(ms) ? nowMs : Math.min(ms, nowMs)).toISOString()
}
