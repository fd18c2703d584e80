import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildConsole, hasBrowser, openBrowser } from '../console/browser.ts'
import {
  packagedNode,
  ready,
  said,
  startAlmanac,
  startProcess,
  type RunningServer,
  type Start,
} from './running-server.ts'
import { allowedMs } from '../support/machine-pace.ts'

const hasTerminal = spawnSync('script', ['--version']).status === 0
const serve = `exec ${packagedNode} src/cli/almanac.ts serve`
const link = /console: (\S+#code=(\S+))/

describe.skipIf(!hasTerminal)('the link to the console that a start prints', () => {
  let start: Start
  let server: RunningServer | undefined
  /** As its terminal does: whoever ends the terminal's program does not wait for what runs in it. */
  const pressControlC = async () => {
    server?.child.stdin?.write('\u0003')
    await server?.ended
    server = undefined
  }
  beforeAll(async () => {
    buildConsole()
    const dataDir = await mkdtemp(join(tmpdir(), 'almanac-console-link-'))
    start = { dataDir, env: { ALMANAC_SAMPLE: 'none' } }
  })
  afterAll(async () => {
    server?.child.stdin?.write('\u0003')
    await server?.stop()
    await rm(start.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })

  const onTerminal = async (): Promise<string> => {
    const line = ['script', '--quiet', '--return', '--command', serve, '/dev/null']
    const started = startProcess(line, { ...start, spawn: { stdio: 'pipe' } })
    server = await ready(started)
    await said(started, link)
    return link.exec(started.stdout())?.[1] ?? ''
  }
  const signIn = (address: string) => {
    const { origin, hash } = new URL(address)
    const headers = { origin, 'x-almanac-console': '1', 'content-type': 'application/json' }
    const body = JSON.stringify({ code: hash.replace('#code=', '') })
    return fetch(`${origin}/console/session`, { method: 'POST', headers, body })
  }

  test.skipIf(!hasBrowser)(
    'leads from the terminal to the start page within three seconds and no click',
    async () => {
      const browser = await openBrowser()
      const page = await browser.newPage()
      const address = await onTerminal()
      const since = performance.now()
      await page.goto(address)
      await page.getByRole('heading', { name: 'Bring a list' }).waitFor()
      expect(performance.now() - since).toBeLessThan(allowedMs(3_000))
      expect(page.url()).not.toContain('code=')
      await browser.close()
      expect((await signIn(address)).status, 'it was used').toBe(400)
    },
  )

  test('is printed by later starts on a terminal, another each time, and not where a program reads', async () => {
    await pressControlC()
    const second = await onTerminal()
    expect((await signIn(second)).status).toBe(200)
    await pressControlC()
    const piped = startAlmanac(['serve'], start)
    server = await ready(piped)
    expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ status: 'healthy' })
    expect(piped.stdout() + piped.stderr()).not.toMatch(/console:|code=/)
  })
})
