import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { chromium } from 'playwright-core'
import { rolldown } from 'rolldown'
import { beforeAll, expect, test } from 'vitest'
import { writeOperations } from '../../scripts/client.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'

const folder = join(import.meta.dirname, '../../client')
const browser = '/usr/bin/chromium'

let service: SampledAlmanac
let code: string
beforeAll(async () => {
  service = await sampleWorld()
  await writeOperations()
  const bundle = await rolldown({
    input: join(folder, 'src/index.ts'),
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'almanacClient' })
  code = output[0].code
})

/** A page of rows, its cost, an error, a webhook and a file: what uses the platform most. */
const program = `(async (baseUrl, apiKey) => {
  const { Almanac, verifyWebhook } = almanacClient
  const almanac = new Almanac({ baseUrl, apiKey })
  const { result, credits } = await almanac.withCost(async (counted) => {
    const names = []
    for await (const row of counted.rows('companySearch', { searchParams: {}, pageSize: 2 })) {
      names.push(row.preferred_name)
      if (names.length === 3) break
    }
    return names
  })
  const refused = await almanac.companySearch({ pageSize: -1 }).catch((error) => error.name)
  const upload = await almanac.upload('uploadEnrichList', new Blob(['name\\nAcme\\n']), { fileName: 'a.csv' })
  const genuine = await verifyWebhook('{}', {}, 'whsec_AAAA').catch((error) => error.name)
  return JSON.stringify({ rows: result.length, isPaid: credits > 0, refused, uploaded: upload.output.rowCount, genuine })
})`
const expected = { rows: 3, isPaid: true, refused: 'Invalid', uploaded: 1, genuine: 'NotGenuine' }

test('no file of the client imports a module of Node', () => {
  const files = globSync('src/**/*.ts', { cwd: folder }).filter((file) => !file.includes('generated'))
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8')
    expect(text, file).not.toMatch(/from 'node:|require\(|\bprocess\.|\bBuffer\b/)
  }
})

test('it runs where there is nothing but what browsers and workers have', async () => {
  const names = ['AbortController', 'AbortSignal', 'Blob', 'FormData', 'Headers', 'ReadableStream', 'Request']
  const more = ['Response', 'TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams', 'atob', 'clearTimeout']
  const platform = Object.fromEntries(
    [...names, ...more, 'crypto', 'fetch', 'setTimeout'].map((name) => [name, globalThis[name as 'fetch']]),
  )
  const context = createContext(platform)
  new Script(code).runInContext(context)
  const run = new Script(program).runInContext(context) as (url: string, key: string) => Promise<string>
  const { rawKey } = await service.org()
  expect(JSON.parse(await run(service.url, rawKey))).toEqual(expected)
  expect(new Script('typeof process + typeof Buffer + typeof require').runInContext(context)).toBe(
    'undefinedundefinedundefined',
  )
})

test.skipIf(!existsSync(browser))(`it runs in a page and in a worker of a browser (${browser})`, async () => {
  const { rawKey } = await service.org()
  const started = await chromium.launch({ executablePath: browser, args: ['--no-sandbox'] })
  try {
    const page = await started.newPage()
    await page.goto(`${service.url}/health`)
    // The policy of a page of the service is for its own pages: a plain one has none.
    const inPage = `${code};(${program})(${JSON.stringify(service.url)}, ${JSON.stringify(rawKey)})`
    expect(JSON.parse(await page.evaluate(inPage))).toEqual(expected)
    const inWorker = `${code};(${program})(${JSON.stringify(service.url)}, ${JSON.stringify(rawKey)}).then(postMessage, (error) => postMessage(String(error)))`
    // As text: what it names is of browsers.
    const inBrowser = `new Promise((resolve) => {
      const blob = new Blob([${JSON.stringify(inWorker)}], { type: 'text/javascript' })
      const worker = new Worker(URL.createObjectURL(blob))
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => resolve(message)
    })`
    expect(JSON.parse(await page.evaluate(inBrowser))).toEqual(expected)
  } finally {
    await started.close()
  }
})
