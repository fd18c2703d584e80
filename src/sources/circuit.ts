/** What keeps a source from being called: that it fails again and again, or that it asked to wait. */
export interface Circuit {
  /** Failures in a row. */
  failures: number
  /** Times it opened since the last success; each makes the next wait longer. */
  openings: number
  /** Nothing is called before, epoch milliseconds. */
  notBeforeMs: number
  reason: 'circuit_open' | 'rate_limited'
  /** The one call that finds out whether it works again is under way. */
  isTrying: boolean
}

/**
 * The outcome of a call as far as the source is responsible. `aborted`: the source is not to blame, and nothing was learnt.
 */
export type CallEnd =
  | { kind: 'answered' | 'failed' | 'refused' | 'aborted' }
  | { kind: 'rate_limited'; retryAfterMs: number }

const failuresToOpen = 5
const firstWaitMs = 30_000
const maxWaitMs = 10 * 60_000

export const closedCircuit: Circuit = {
  failures: 0,
  openings: 0,
  notBeforeMs: 0,
  reason: 'circuit_open',
  isTrying: false,
}

/** Whether a call may be made now, and if so whether it is the trial of a source that failed before. */
export function enter(
  circuit: Circuit,
  nowMs: number,
): { may: false; why: Circuit['reason'] } | { may: true; isTrial: boolean; circuit: Circuit } {
  if (nowMs < circuit.notBeforeMs) return { may: false, why: circuit.reason }
  if (circuit.openings === 0) return { may: true, isTrial: false, circuit }
  if (circuit.isTrying) return { may: false, why: 'circuit_open' }
  return { may: true, isTrial: true, circuit: { ...circuit, isTrying: true } }
}

/** After a call that was let in has ended. */
export function leave(
  circuit: Circuit,
  end: CallEnd,
  { isTrial, nowMs }: { isTrial: boolean; nowMs: number },
): Circuit {
  const isTrying = circuit.isTrying && !isTrial
  if (end.kind === 'answered') return { ...closedCircuit, isTrying }
  if (end.kind === 'aborted') return { ...circuit, isTrying }
  if (end.kind === 'rate_limited') {
    const notBeforeMs = Math.max(circuit.notBeforeMs, nowMs + end.retryAfterMs)
    return { ...circuit, isTrying, notBeforeMs, reason: 'rate_limited' }
  }
  const failures = circuit.failures + 1
  // Calls that began before it opened end after: they say nothing new.
  const isOpen = circuit.openings > 0 && !isTrial
  const opens = end.kind === 'refused' || failures >= failuresToOpen || isTrial
  if (isOpen || !opens) return { ...circuit, failures, isTrying }
  return {
    failures,
    openings: circuit.openings + 1,
    isTrying,
    reason: 'circuit_open',
    notBeforeMs: Math.max(circuit.notBeforeMs, nowMs + waitMs(circuit.openings, end.kind)),
  }
}

/** Doubles with every opening. A wrong key does not mend itself soon. */
function waitMs(openings: number, kind: 'failed' | 'refused'): number {
  if (kind === 'refused') return maxWaitMs
  return Math.min(firstWaitMs * 2 ** openings, maxWaitMs)
}
