import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { stopSignal } from './stop-signal.ts'

function fakeProcess() {
  const signals = new EventEmitter()
  const state = { nowMs: 0, exits: [] as number[] }
  const stop = stopSignal(
    { patienceMs: 30_000, code: 1 },
    {
      on: (name, listener) => void signals.on(name, listener),
      off: (name, listener) => void signals.off(name, listener),
      exit: (code) => void state.exits.push(code),
      now: () => state.nowMs,
    },
  )
  return { state, stop, send: (name: string) => signals.emit(name) }
}

test('ten signals within the patience are one, and one after it ends the process', () => {
  const { state, stop, send } = fakeProcess()
  state.nowMs = 5_000
  for (let sent = 0; sent < 10; sent += 1) send(sent % 2 === 0 ? 'SIGINT' : 'SIGTERM')
  expect(stop.signal.reason).toBe('SIGINT')
  state.nowMs = 35_000
  send('SIGINT')
  expect(state.exits).toEqual([])
  state.nowMs = 35_001
  send('SIGINT')
  expect(state.exits).toEqual([1])
})

test('tells how long no signal has come', () => {
  const { state, stop, send } = fakeProcess()
  expect(stop.quietMs()).toBe(Infinity)
  send('SIGINT')
  state.nowMs = 40
  send('SIGTERM')
  state.nowMs = 100
  expect(stop.quietMs()).toBe(60)
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('%s asks for the end, and nothing after dispose', (name) => {
  const first = fakeProcess()
  first.send(name)
  expect(first.stop.signal.reason).toBe(name)
  const second = fakeProcess()
  second.stop.dispose()
  expect(second.send(name)).toBe(false)
})
