import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../test/conformance/verifies.ts'
import { testKey } from '../../../test/support/surfaces/memory-ports.ts'
import { countThings, getHealth, searchThings } from '../../../test/support/surfaces/test-operations.ts'
import { startTestService, type TestService } from '../../../test/support/surfaces/test-service.ts'
import { createRegistry, type AnyOperation } from '../../operation/index.ts'
import { quickstartScript } from './quickstart-script.ts'

const routed = (operation: AnyOperation, path: string): AnyOperation => ({ ...operation, path })

let service: TestService
beforeAll(async () => {
  const registry = createRegistry([
    getHealth,
    routed(countThings, '/v1/company-count'),
    routed(searchThings, '/v1/company-search'),
  ])
  service = await startTestService({ registry })
})
afterAll(() => service.close(0))

/** Runs the script as the documentation says: piped into a shell. */
function runScript(env: Record<string, string>, script = quickstartScript('http://127.0.0.1:9')) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile('sh', { env: { PATH: process.env['PATH'], ...env } }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
    child.stdin?.end(script)
  })
}

describe('the quickstart script', () => {
  test('counts for free, searches for one company, and says what was charged', async () => {
    verifies('document.quickstart', 'op.get-quickstart-script')
    const answered = await (await fetch(`${service.url}/quickstart`)).text()
    const { code, stdout, stderr } = await runScript(
      { ALMANAC_URL: service.url, ALMANAC_API_KEY: testKey },
      answered,
    )
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toContain('"count":3')
    expect(stdout).toContain('"name":"Thing 1"')
    expect(stdout).toContain('Credits charged: 1. Credits left: 999.')
    expect(stdout).not.toContain(testKey)
  })

  test('uses the address it was served from unless told another', async () => {
    const { stdout, code } = await runScript({ ALMANAC_API_KEY: testKey }, quickstartScript(service.url))
    expect(code).toBe(0)
    expect(stdout).toContain(`1. ${service.url} is healthy.`)
  })

  test.each([
    [
      'no service',
      { ALMANAC_URL: 'http://127.0.0.1:9', ALMANAC_API_KEY: testKey },
      'Is Almanac running there?',
    ],
    ['no key', {}, 'set ALMANAC_API_KEY'],
    ['a bad key', { ALMANAC_API_KEY: 'alm_live_wrong' }, '/v1/company-count answered 401'],
  ])('stops with a reason when there is %s', async (_what, env, reason) => {
    const { code, stderr } = await runScript({ ALMANAC_URL: service.url, ...env })
    expect(code).toBe(1)
    expect(stderr).toContain(reason)
  })

  test('says so where curl is missing', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'almanac-no-curl-'))
    try {
      const script = quickstartScript(service.url)
      const outcome = await new Promise<string>((resolve) => {
        const child = execFile('/bin/sh', { env: { PATH: empty } }, (_error, _stdout, stderr) =>
          resolve(stderr),
        )
        child.stdin?.end(script)
      })
      expect(outcome).toContain('curl is needed')
    } finally {
      rmSync(empty, { recursive: true })
    }
  })
})
