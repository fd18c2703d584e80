import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { logContext } from '../lib/log.ts'
import { createLog } from './log.ts'

function lines(level: string) {
  const written: Record<string, unknown>[] = []
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
      done()
    },
  })
  return { log: createLog(level, to), written }
}

test('a line has the level it was written with, whatever its words', () => {
  const { log, written } = lines('info')
  log('maintenance failed', { level: 'error', task: 'x' })
  log('no errors, nothing failed')
  log('too fine', { level: 'debug' })
  expect(written.map(({ level, msg, task }) => [level, msg, task])).toEqual([
    [50, 'maintenance failed', 'x'],
    [30, 'no errors, nothing failed', undefined],
  ])
})

test('a line says which request it belongs to, and nothing once that is over', async () => {
  const { log, written } = lines('info')
  const fields: Record<string, unknown> = { requestId: 'req_1' }
  await logContext.run(fields, async () => {
    log('before')
    await Promise.resolve()
    fields['organizationId'] = 'org_1'
    log('after')
  })
  log('outside')
  expect(written.map(({ requestId, organizationId }) => [requestId, organizationId])).toEqual([
    ['req_1', undefined],
    ['req_1', 'org_1'],
    [undefined, undefined],
  ])
})
