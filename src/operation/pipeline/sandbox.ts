import { setTimeout as delay } from 'node:timers/promises'
import { noCredits } from '../../lib/credits.ts'
import type { AnyOperation } from '../define.ts'
import { Failure, type FailureCode } from '../failure.ts'
import type { Caller, RecordTracer, Sandbox } from '../ports.ts'
import type { Answer, Incoming } from './exchange.ts'
import { OutOfCredits } from './hold.ts'

/** The scenarios a sandbox request can ask for (docs/guide/sandbox.md). */
export const provocable = [
  'invalid-request',
  'unauthorized',
  'out-of-credits',
  'key-credit-limit-reached',
  'forbidden',
  'not-found',
  'conflict',
  'too-expensive',
  'rate-limited',
  'internal',
  'unavailable',
] as const satisfies readonly FailureCode[]

const maxDelayMs = 25_000
const scenario = new RegExp(`sandbox-(?:(${provocable.join('|')})|delay-(\\d{1,5}))(?![a-z0-9-])`, 'i')
const header = 'x-sandbox-scenario'

/** A failure that a sandbox request asked for. It is not a fault of ours, so it is not reported. */
export class ProvokedFailure extends Failure {}

export interface Sandboxed {
  nowMs: number
  deps: unknown
  tracer?: RecordTracer | undefined
}

/**
 * Runs a call of a sandbox key in its sandbox: first the failure or delay it asks for, then the call at the sandbox's time
 * on its data.
 */
export async function inSandbox<T extends Answer>(
  sandbox: Sandbox,
  call: { operation: AnyOperation; caller: Caller; incoming: Incoming; rawInput: unknown },
  work: (sandboxed: Sandboxed) => Promise<T>,
): Promise<T> {
  const { operation, caller, incoming, rawInput } = call
  const advanceMs = readAdvance(incoming)
  await play(readScenario(incoming, rawInput), incoming.signal)
  const nowMs = await sandbox.advance(caller.organizationId, advanceMs)
  const deps = await sandbox.openDeps(operation.slice)
  const tracer = await sandbox.tracer?.()
  const answer = await sandbox.run(nowMs, () => work({ nowMs, deps, tracer }))
  answer.headers['x-sandbox-time'] = new Date(nowMs).toISOString()
  return answer
}

/** What a dry run of a sandbox key reads for its price lies in its sandbox, whose time it leaves as it is. */
export async function readInSandbox<T>(
  sandbox: Sandbox,
  { operation, caller }: { operation: AnyOperation; caller: Caller },
  read: (surroundings: { nowMs: number; deps: unknown }) => Promise<T>,
): Promise<T> {
  const nowMs = await sandbox.advance(caller.organizationId, 0)
  const deps = await sandbox.openDeps(operation.slice)
  return sandbox.run(nowMs, () => read({ nowMs, deps }))
}

interface Scenario {
  code?: FailureCode
  delayMs?: number
}

async function play({ code, delayMs }: Scenario, leaving: AbortSignal | undefined): Promise<void> {
  if (delayMs !== undefined) {
    await delay(Math.min(delayMs, maxDelayMs), undefined, leaving === undefined ? {} : { signal: leaving })
  }
  if (code === undefined) return
  if (code === 'out-of-credits' || code === 'key-credit-limit-reached') {
    throw new OutOfCredits(code, { available: noCredits, allocation: noCredits })
  }
  const { retryable } = new Failure(code).kind
  throw new ProvokedFailure(code, {
    ...(retryable ? { retryAfterSeconds: 1 } : {}),
    ...(code === 'invalid-request'
      ? { issues: [{ path: '', message: 'Requested by the caller.', code: 'sandbox' }] }
      : {}),
  })
}

/** The header decides; else the first text in the request that holds `sandbox-` and a scenario. */
function readScenario(incoming: Incoming, rawInput: unknown): Scenario {
  const value = incoming.header(header)
  if (value === undefined) return scenarioIn(rawInput)
  const match = scenario.exec(`sandbox-${value}`)
  if (match?.[0].length !== value.length + 'sandbox-'.length) throw invalidHeader('X-Sandbox-Scenario')
  return scenarioOfMatch(match)
}

function scenarioIn(value: unknown): Scenario {
  if (typeof value === 'string') {
    const match = value.includes('-') ? scenario.exec(value) : null
    return match === null ? {} : scenarioOfMatch(match)
  }
  if (typeof value !== 'object' || value === null) return {}
  for (const member of Object.values(value)) {
    const scenario = scenarioIn(member)
    if (scenario.code !== undefined || scenario.delayMs !== undefined) return scenario
  }
  return {}
}

function scenarioOfMatch(match: RegExpExecArray): Scenario {
  const [, code, delayMs] = match
  return code === undefined ? { delayMs: Number(delayMs) } : { code: code.toLowerCase() as FailureCode }
}

const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `X-Sandbox-Advance: 7d`: how far the clock is advanced, milliseconds. */
function readAdvance(incoming: Incoming): number {
  const value = incoming.header('x-sandbox-advance')
  if (value === undefined) return 0
  const match = /^(\d{1,6})([smhd])$/.exec(value)
  if (match === null) throw invalidHeader('X-Sandbox-Advance')
  return Number(match[1]) * (units[match[2] as string] as number)
}

function invalidHeader(path: string): Failure {
  const message =
    path === 'X-Sandbox-Advance'
      ? 'Expected a number and a unit, such as 7d, 12h, 30m or 90s.'
      : 'Expected a scenario of the sandbox guide, such as rate-limited or delay-500.'
  return new Failure('invalid-header', { issues: [{ path, message, code: 'invalid_format' }] })
}
