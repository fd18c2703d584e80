import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/operation/index.ts'
import { independentOperations } from '../contract/example-request.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'

/** Debian's; playwright brings none of its own here. */
const program = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

let service: SampledAlmanac
let org: TestOrganization
let browser: Browser
let page: Page
/** What the browser itself refused or could not do on the page. */
const complaints: string[] = []

/** As a reader opens it: by name, not by the address that the service listens on. */
const origin = () => service.url.replace('127.0.0.1', 'localhost')

describe.skipIf(!existsSync(program))('the documentation in Chromium', () => {
  beforeAll(async () => {
    service = await sampleWorld()
    org = await service.org(1_000_000)
    browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
    page = await browser.newPage()
    page.on('console', (line) => {
      if (line.type() === 'error' && /policy|refused|blocked/i.test(line.text())) complaints.push(line.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${origin()}/docs`)
    await page.getByRole('heading', { name: 'Almanac' }).first().waitFor()
  })
  afterAll(() => browser?.close())

  test('is drawn without a complaint of the browser', async () => {
    expect(await page.title()).toBe('Almanac API')
    expect(complaints).toEqual([])
  })

  test.each(independentOperations)(
    "%s: the example of the document is sent from the page to the document's server",
    async (_id, operation: AnyOperation) => {
      const answer = await page.evaluate(sendExample, {
        operationPath: operation.path,
        method: operation.method.toLowerCase(),
        key: org.rawKey,
      })
      service.clock.advance(1_000)
      expect(complaints).toEqual([])
      expect(answer.url.startsWith(origin())).toBe(true)
      expect(answer.status, answer.text).toBe(200)
      // Nothing asks for a dry run by itself: what is sent is what happens.
      expect(answer.text).not.toContain('"dryRun":{')
    },
  )

  test.each([
    ['getOrgCredits', 'tag/account-and-billing/GET/v1/get-org-credits'],
    ['companySearch', 'tag/search/POST/v1/company-search'],
  ])('%s: Send, pressed on the page with a key filled in, shows the answer', async (_id, anchor) => {
    const [method = '', ...path] = anchor.split('/').slice(2)
    const route = `/${path.join('/')}`
    // Another address but for the anchor would not load the page again.
    await page.goto('about:blank')
    await page.goto(`${origin()}/docs#${anchor}`)
    await page.getByRole('button', { name: `(${method.toLowerCase()} ${route})` }).click()
    const client = page.getByRole('dialog')
    const keyField = client.locator('.scalar-password-input')
    if (!(await keyField.isVisible())) await client.getByRole('button', { name: /^Authentication/ }).click()
    await keyField.fill(org.rawKey)
    const arrived = page.waitForResponse((response) => response.url().includes(route))
    await client.getByRole('button', { name: /^Send Request/ }).click()
    const response = await arrived
    const body = (await response.json()) as { chargeInfo: { method: string } }
    expect([response.url(), response.status()]).toEqual([`${origin()}${route}`, 200])
    expect(body.chargeInfo.method).toBe(route.endsWith('search') ? 'charged-now' : 'free')
    await client.getByText('200 OK').first().waitFor()
    // The first lines of the answer: of a long one no more is drawn.
    await client.getByText('"output"').first().waitFor()
    expect(complaints).toEqual([])
  })
})

interface Shown {
  examples?: Record<string, { value: unknown }>
  example?: unknown
}

interface Document {
  servers: { url: string }[]
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: (Shown & { name?: string; in?: string })[]
        requestBody?: { content: Record<string, Shown> }
      }
    >
  >
}

/** Runs in the page: reads the document as the page does, and sends the operation's first example. */
async function sendExample(asked: { operationPath: string; method: string; key: string }) {
  const document = (await (await fetch('/openapi.json')).json()) as Document
  const operation = document.paths[asked.operationPath]?.[asked.method]
  const body = operation?.requestBody?.content ?? {}
  const [type] = Object.keys(body)
  const first = (content: { examples?: object; example?: unknown } | undefined) =>
    Object.values((content?.examples ?? {}) as Record<string, { value: unknown }>)[0]?.value ??
    content?.example
  const query = new URLSearchParams()
  let path = asked.operationPath
  for (const parameter of operation?.parameters ?? []) {
    const value = first(parameter)
    if (value === undefined) continue
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(String(value)))
    if (parameter.in === 'query') query.set(parameter.name ?? '', String(value))
  }
  const server = document.servers[0]?.url.replace(/\/$/, '')
  const content = type === undefined ? undefined : first(body[type])
  const response = await fetch(`${server}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: asked.method.toUpperCase(),
    headers: { 'x-api-key': asked.key, ...(type === undefined ? {} : { 'content-type': type }) },
    ...(content === undefined
      ? {}
      : { body: typeof content === 'string' ? content : JSON.stringify(content) }),
  })
  return { url: response.url, status: response.status, text: await response.text() }
}
