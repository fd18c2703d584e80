import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { logContext } from '../lib/log.ts'
import { createLog } from './log.ts'
import { terminalLog } from './terminal-log.ts'

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

test('on a terminal a line is a sentence with the same facts, and text of others cannot steer it', () => {
  const written: string[] = []
  const log = createLog(
    'info',
    terminalLog({ write: (text: string | Uint8Array) => written.push(String(text)) > 0 }),
  )
  log('stopping', { reason: 'SIGINT' })
  log('request failed', { level: 'error', status: 500, cause: 'Error: x\n    at y' })
  log('disk \u001b[2J nearly full', { level: 'warn' })
  expect(written.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
    'stopping (reason SIGINT)\n',
    'error: request failed (status 500)\n  Error: x\n      at y\n',
    'warning: disk \ufffd[2J nearly full\n',
  ])
})
