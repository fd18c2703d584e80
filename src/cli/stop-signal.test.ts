import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { stopSignal } from './stop-signal.ts'

function fakeProcess() {
  const signals = new EventEmitter()
  const at = { nowMs: 0, exits: [] as number[] }
  const stop = stopSignal(
    { patienceMs: 30_000, code: 1 },
    {
      on: (name, listener) => void signals.on(name, listener),
      off: (name, listener) => void signals.off(name, listener),
      exit: (code) => void at.exits.push(code),
      now: () => at.nowMs,
    },
  )
  return { at, stop, send: (name: string) => signals.emit(name) }
}

test('ten signals within the patience are one, and one after it ends the process', () => {
  const { at, stop, send } = fakeProcess()
  at.nowMs = 5_000
  for (let sent = 0; sent < 10; sent += 1) send(sent % 2 === 0 ? 'SIGINT' : 'SIGTERM')
  expect(stop.signal.reason).toBe('SIGINT')
  at.nowMs = 35_000
  send('SIGINT')
  expect(at.exits).toEqual([])
  at.nowMs = 35_001
  send('SIGINT')
  expect(at.exits).toEqual([1])
})

test('tells how long no signal has come', () => {
  const { at, stop, send } = fakeProcess()
  expect(stop.quietMs()).toBe(Infinity)
  send('SIGINT')
  at.nowMs = 40
  send('SIGTERM')
  at.nowMs = 100
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
