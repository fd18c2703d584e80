import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { UnreadableList } from '../../corpus/tables/index.ts'
import { repairInProcess } from './repair-in-process.ts'
import { UnknownColumn } from './repair-list.ts'

const options = { directives: {}, network: { hosts: ['pnet.example'] }, nowMs: Date.UTC(2026, 0, 1) }
const never = new AbortController().signal

test('files are read side by side, one after the other in a process, while everything else goes on', async () => {
  const repair = repairInProcess()
  const rows = Array.from({ length: 5_000 }, (_, index) => `Member ${index},member${index}@acme.com`)
  const list = Buffer.from(`name,email\n${rows.join('\n')}\n`)
  const reading = Promise.all([1, 2, 3, 4].map(() => repair(list, options, never)))
  let turns = 0
  let done = false
  void reading.then(() => (done = true))
  while (!done) {
    await nextTurn()
    turns += 1
  }
  expect((await reading).map((read) => read.rows.length)).toEqual([5_000, 5_000, 5_000, 5_000])
  expect(turns).toBeGreaterThan(100)
})

test('what is wrong with a file is told, and the next one is read', async () => {
  const repair = repairInProcess()
  await expect(repair(Buffer.from('%PDF-1.7'), options, never)).rejects.toThrow(UnreadableList)
  const asked = { ...options, directives: { keepColumns: ['z'] } }
  await expect(repair(Buffer.from('a,b\n1,2\n'), asked, never)).rejects.toThrow(UnknownColumn)
  expect((await repair(Buffer.from('a,b\n1,2\n'), options, never)).rows).toHaveLength(1)
})

test('who leaves ends the work on their file', async () => {
  const repair = repairInProcess()
  const abort = new AbortController()
  const reading = repair(Buffer.from('a,b\n1,2\n'), options, abort.signal)
  abort.abort(new Error('gone'))
  await expect(reading).rejects.toThrow('gone')
  expect((await repair(Buffer.from('a,b\n1,2\n'), options, never)).rows).toHaveLength(1)
})
