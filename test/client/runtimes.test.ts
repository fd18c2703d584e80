import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeOperations } from '../../scripts/client.ts'
import { atEnd } from '../support/at-end.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'

const script = join(import.meta.dirname, 'elsewhere.ts')
/** None is a package of ours: `npm i --prefix /tmp/runtimes bun deno` brings the two that are rarely there. */
const folders = [process.env['PATH'], '/tmp/runtimes/node_modules/.bin'].join(delimiter)
const env = { ...process.env, PATH: folders, NO_COLOR: '1' }

const runtimes: { name: string; args: string[] }[] = [
  { name: process.execPath, args: [script] },
  { name: 'bun', args: ['run', script] },
  // It may reach the service and nothing else of the machine.
  { name: 'deno', args: ['run', '--no-lock', '--allow-net=127.0.0.1', '--allow-env', script] },
]

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore', env })
    return true
  } catch {
    return false
  }
}

let service: SampledAlmanac
let hook = ''
beforeAll(async () => {
  await writeOperations()
  service = await sampleWorld()
  const server = createServer((_, response) => void service.almanac.jobs.workNow().then(() => response.end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => void server.close())
  hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

describe('the client and its recipes, from their sources', () => {
  test.for(runtimes)('run by $name', async ({ name, args }, { skip }) => {
    if (!isThere(name)) skip(`${name} is not on the path`)
    const { rawKey } = await service.org()
    const { stdout } = await promisify(execFile)(name, [...args, service.url, rawKey, hook], { env })
    expect(JSON.parse(stdout)).toEqual({
      rows: 3,
      isPaid: true,
      isEnriched: true,
      stats: expect.objectContaining({ matched: 1, notFound: 1 }),
      canceled: { isStopped: true, status: 'canceled' },
      sentence: expect.stringMatching(/^searchParams\.domains/),
      lost: true,
      webhook: 400,
    })
  })
})
