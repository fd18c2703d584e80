import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closedCircuit, enter, leave, type CallEnd, type Circuit } from './circuit.ts'

const failed: CallEnd = { kind: 'failed' }

/** Calls one after the other; answers the circuit. */
function after(ends: readonly CallEnd[], nowMs = 0): Circuit {
  return ends.reduce((circuit, end) => leave(circuit, end, { isTrial: false, nowMs }), closedCircuit)
}

describe('circuit', () => {
  test('four failures in a row let the next call through, the fifth does not for 30 seconds', () => {
    expect(enter(after([failed, failed, failed, failed]), 0).may).toBe(true)
    const open = after([failed, failed, failed, failed, failed])
    expect(enter(open, 29_999)).toEqual({ may: false, why: 'circuit_open' })
    expect(enter(open, 30_000)).toMatchObject({ may: true, isTrial: true })
  })

  test('an answer in between starts the count again', () => {
    expect(enter(after([failed, failed, failed, failed, { kind: 'answered' }, failed]), 0).may).toBe(true)
  })

  test('one trial at a time; its success closes, its failure waits twice as long', () => {
    const open = after([failed, failed, failed, failed, failed])
    const trial = enter(open, 30_000)
    if (!trial.may) throw new Error('the trial was not let in')
    expect(enter(trial.circuit, 30_001)).toEqual({ may: false, why: 'circuit_open' })
    const closed = leave(trial.circuit, { kind: 'answered' }, { isTrial: true, nowMs: 30_002 })
    expect(closed).toEqual(closedCircuit)
    const again = leave(trial.circuit, failed, { isTrial: true, nowMs: 30_002 })
    expect(enter(again, 90_001).may).toBe(false)
    expect(enter(again, 90_002)).toMatchObject({ may: true, isTrial: true })
    const nothing = leave(trial.circuit, { kind: 'aborted' }, { isTrial: true, nowMs: 30_002 })
    expect(enter(nothing, 30_003)).toMatchObject({ may: true, isTrial: true })
  })

  test('a wait that was asked for is kept, counts as no failure and needs no trial', () => {
    const waiting = after([{ kind: 'rate_limited', retryAfterMs: 7_000 }])
    expect(enter(waiting, 6_999)).toEqual({ may: false, why: 'rate_limited' })
    expect(enter(waiting, 7_000)).toMatchObject({ may: true, isTrial: false })
  })

  test('a refused key opens at once, for ten minutes', () => {
    const refused = after([{ kind: 'refused' }])
    expect(enter(refused, 599_999)).toEqual({ may: false, why: 'circuit_open' })
    expect(enter(refused, 600_000)).toMatchObject({ may: true, isTrial: true })
  })
})

type Step = { kind: 'call' } | { kind: 'end'; of: number; end: CallEnd } | { kind: 'wait'; ms: number }

const steps = fc.array(
  fc.oneof(
    fc.constant<Step>({ kind: 'call' }),
    fc.record({
      kind: fc.constant('end' as const),
      of: fc.nat(5),
      end: fc.oneof(
        fc.constantFrom<CallEnd>({ kind: 'answered' }, failed, { kind: 'refused' }, { kind: 'aborted' }),
        fc.nat(100_000).map((retryAfterMs): CallEnd => ({ kind: 'rate_limited', retryAfterMs })),
      ),
    }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(700_000) }),
  ),
  { maxLength: 120 },
)

test('whatever happens in whatever order: no call within a wait, one trial at a time, and it opens again', () => {
  fc.assert(
    fc.property(steps, (history) => {
      let circuit = closedCircuit
      let nowMs = 1_000
      const running: { isTrial: boolean }[] = []
      for (const step of history) {
        if (step.kind === 'wait') nowMs += step.ms
        else if (step.kind === 'call') {
          const entry = enter(circuit, nowMs)
          if (!entry.may) continue
          expect(nowMs).toBeGreaterThanOrEqual(circuit.notBeforeMs)
          if (entry.isTrial) expect(running.filter(({ isTrial }) => isTrial)).toEqual([])
          circuit = entry.circuit
          running.push({ isTrial: entry.isTrial })
        } else if (running.length > 0) {
          const [call] = running.splice(step.of % running.length, 1)
          circuit = leave(circuit, step.end, { isTrial: call?.isTrial === true, nowMs })
          expect(circuit.notBeforeMs - nowMs).toBeLessThanOrEqual(600_000)
        }
      }
      // When all calls have ended, it can be called again within the longest wait.
      for (const call of running) circuit = leave(circuit, { kind: 'aborted' }, { ...call, nowMs })
      expect(enter(circuit, nowMs + 600_000).may).toBe(true)
    }),
  )
})
