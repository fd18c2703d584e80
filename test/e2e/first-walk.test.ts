import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildConsole, hasBrowser, openBrowser } from '../console/browser.ts'
import { atEnd } from '../support/at-end.ts'
import { packagedNode, ready, said, startProcess } from './running-server.ts'
import { allowedMs } from '../support/machine-pace.ts'

const hasTerminal = spawnSync('script', ['--version']).status === 0
const link = /console: (\S+#code=\S+)/
const withinMs = 180_000

/** Of a program in German Windows: other letters, capitals, addresses of every form, a row twice, an empty one, nobody. */
const messy = [
  'Firma ;Webseite;Betreuer',
  '  BEHUSK networks;http://www.be--husk.com/about?x=1;Jörg',
  'Getreqo Estates;GE--TREQO.de;Zoë',
  'Behusk Networks;be--husk.com;Jörg',
  ';;',
  'Niemand & Söhne;niemand-und-soehne.example;Zoë',
  '',
].join('\r\n')

test.skipIf(!hasTerminal || !hasBrowser)(
  'a newcomer has a messy list back, enriched, within three minutes of the first start',
  async () => {
    buildConsole()
    const dataDir = await mkdtemp(join(tmpdir(), 'almanac-first-walk-'))
    const since = performance.now()
    const serve = `exec ${packagedNode} src/cli/almanac.ts serve`
    const line = ['script', '--quiet', '--return', '--command', serve, '/dev/null']
    const started = startProcess(line, {
      dataDir,
      env: { ALMANAC_SAMPLE: 'small' },
      spawn: { stdio: 'pipe' },
    })
    const server = await ready(started)
    const browser = await openBrowser()
    atEnd(async () => {
      await browser.close()
      server.child.stdin?.write('\u0003')
      await server.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    })
    await said(started, link)
    const page = await browser.newPage()
    await page.goto(link.exec(started.stdout())?.[1] ?? '')
    await page.getByRole('heading', { name: 'Bring a list' }).waitFor()
    const file = { name: 'kunden.csv', mimeType: 'text/csv', buffer: Buffer.from(messy, 'latin1') }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('cell', { name: 'Jörg' }).first().waitFor()
    await page.getByRole('button', { name: /^Look up/ }).click()
    await page.getByRole('heading', { name: '3 of 4 rows found' }).waitFor()
    const arrived = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as it came' }).click()
    const rows = (await readFile(await (await arrived).path())).toString('latin1').split('\r\n')
    expect(rows[1]).toMatch(/BEHUSK networks"?;.*;Jörg;matched;/)
    expect(rows.filter((row) => row.includes(';matched;'))).toHaveLength(3)
    expect(performance.now() - since).toBeLessThan(allowedMs(withinMs))
  },
)
