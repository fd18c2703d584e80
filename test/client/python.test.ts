import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { writePython } from '../../scripts/client-python.ts'
import { discoverRegistry } from '../../src/capabilities/discover.ts'
import { openApiDocument } from '../../src/surfaces/openapi/index.ts'
import { atEnd } from '../support/at-end.ts'
import { isLong } from '../support/long.ts'
import { sampleWorld } from '../worlds/sample.ts'
import { clientOf } from './world.ts'

const folder = join(import.meta.dirname, '../../clients/python')
/** That of Debian first: its packages have httpx. */
const python = ['/usr/bin/python3', 'python3'].find((each) =>
  canRun(each, 'import sys, httpx; assert sys.version_info >= (3, 11)'),
)
const mypy = '/usr/bin/mypy'
const env = { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' }

function canRun(program: string, code: string): boolean {
  try {
    execFileSync(program, ['-c', code], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

beforeAll(async () => {
  if (python !== undefined)
    await writePython(openApiDocument(await discoverRegistry(), { server: 'http://localhost' }))
})

const run = (args: string[], more: Record<string, string> = {}) =>
  promisify(execFile)(python ?? '', args, { cwd: folder, env: { ...env, ...more } })

test.skipIf(python === undefined)(
  'Python (needs Python 3.11 with httpx): retries, pages and webhooks',
  async () => {
    const { stderr } = await run(['-m', 'unittest', '-v', 'tests/test_offline.py'])
    expect(stderr).toMatch(/\nOK\s*$/)
  },
)

// It takes most of a minute.
test.skipIf(!isLong || !existsSync(mypy))('Python: its types are right (mypy --strict)', async () => {
  const { stdout } = await promisify(execFile)(mypy, { cwd: folder, env })
  expect(stdout).toMatch(/^Success/)
})

test.skipIf(python === undefined)(
  'Python (needs Python 3.11 with httpx): both clients on a real service',
  async () => {
    const service = await sampleWorld()
    const org = await service.org()
    const { output } = await clientOf(service, org).createSandboxApiKey({ name: 'Python' })
    const hook = createServer((_, response) => void service.almanac.jobs.workNow().then(() => response.end()))
    hook.listen(0, '127.0.0.1')
    await once(hook, 'listening')
    atEnd(async () => void hook.close())
    const { stdout } = await run(['tests/check_service.py'], {
      URL: service.url,
      KEY: org.rawKey,
      SANDBOX: output.key,
      HOOK: `http://127.0.0.1:${(hook.address() as AddressInfo).port}`,
    })
    const checks = Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { name: string; credits?: number })
        .map(({ name, ...values }) => [name, values] as const),
    )
    expect(checks).toMatchObject({
      rows: { rows: 3 },
      replay: { again: 0, same: true },
      quote: { enough: true },
      job: { same: true, last: 100, enriched: true },
      batch: { rows: 12, credits: 0 },
      errors: { kinds: ['Invalid', 'NotFound', 'OutOfCredits'] },
      sandbox: { kind: 'RateLimited' },
      unreachable: { kind: 'Unreachable' },
      readme: {
        lines: [
          'wrong: pageSize',
          expect.stringMatching(/^refused: \w+$/),
          expect.stringMatching(/^[\d.]+ credits, 2 lines$/),
          'credits.low evt_1',
        ],
        answers: [400, 204],
      },
      'async rows': { rows: 3 },
      'async cancel': { ended: 'CancelledError', status: true },
    })
    // The recipe of a notebook, where there is pandas.
    expect(checks['frame'] ?? { rows: ['matched', 'not_found'] }).toEqual({ rows: ['matched', 'not_found'] })
    // What the client says it cost is what the ledger says.
    const credits = Object.values(checks).reduce((sum, { credits: each = 0 }) => sum + each, 0)
    expect(credits).toBeGreaterThan(0)
    expect(credits).toBe((await service.spent(org.organizationId)) / 1_000)
  },
)
