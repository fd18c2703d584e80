import { existsSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { TestAlmanac } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'

/** Debian's; playwright brings none of its own here. */
const program = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
export const hasBrowser = existsSync(program)

/** Builds the pages where they are missing or old, as a start does. */
export function buildConsole(): void {
  const script = join(import.meta.dirname, '../../scripts/console.ts')
  const { status, stderr } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    // Else React comes with its checks for developers, half again as large.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`the console was not built: ${stderr}`)
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: program, args: ['--no-sandbox'] })

/** A page of somebody who is signed in, with what the browser complained of. */
export interface Visitor {
  page: Page
  /** What the policy of the page blocked, faults of its scripts, and what it wrote as an error. */
  complaints: string[]
  /** Opens a page of the console by its address, `/lists`. */
  open(path: string): Promise<void>
  close(): Promise<void>
}

/** Whom a visitor is signed in as, and where. */
export interface Entrance {
  service: TestAlmanac
  browser: Browser
  org: TestOrganization
}

export async function visit(
  { service, browser, org }: Entrance,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  // As polls are: a busy machine is no fault of a page.
  context.setDefaultTimeout(180_000)
  const complaints: string[] = []
  const page = await context.newPage()
  page.on('console', (line) => {
    // Refusals of the service are part of what pages do.
    const isRefusal = line.text().startsWith('Failed to load resource')
    if (line.type() === 'error' && !isRefusal) complaints.push(line.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  // Sign-ins of one address are limited to some a minute.
  service.clock.advance(60_000)
  await signIn(page, service.url, org.rawKey)
  return {
    page,
    complaints,
    async open(path) {
      await page.goto(`${service.url}/console${path}`)
    },
    close: () => context.close(),
  }
}

/** The same in a browser that has the day of the service: its clock stands in January. */
export async function visitToday(entrance: Entrance): Promise<Visitor> {
  const visitor = await visit(entrance)
  await visitor.page.clock.setFixedTime(entrance.service.clock.now())
  return visitor
}

/** Exchanges a key for a session, as the sign-in page does; the cookie stays with the browser's context. */
async function signIn(page: Page, url: string, apiKey: string): Promise<void> {
  const headers = { origin: url, 'x-almanac-console': '1' }
  const answer = await page.request.post(`${url}/console/session`, { data: { apiKey }, headers })
  if (!answer.ok()) throw new Error(`the sign-in was refused: ${await answer.text()}`)
}

/** Signs the operator in, beside whoever is signed in, with a code of the machine. */
export async function operate({ page }: Visitor, service: TestAlmanac): Promise<void> {
  const code = await service.almanac.sessions.makeCode({ organizationId: null, account: 'root' })
  const headers = { origin: service.url, 'x-almanac-console': '1' }
  const answer = await page.request.post(`${service.url}/console/operator-session`, {
    data: { code },
    headers,
  })
  if (!answer.ok()) throw new Error(`the operator was refused: ${await answer.text()}`)
}

/** Whether a page is one of the operator. */
export const isOfOperator = (path: string): boolean => path.startsWith('/operator')

/** What the tests of a file have at hand. Tests and hooks read its members, which are there once the service is open. */
export interface Scene<Service extends TestAlmanac> extends Entrance {
  service: Service
  visitor: Visitor
}

/** Opens the pages on a world, and a browser, for all tests of a file. */
export function openScene<Service extends TestAlmanac>(openWorld: () => Promise<Service>): Scene<Service> {
  const scene = {} as Scene<Service>
  beforeAll(async () => {
    buildConsole()
    scene.service = await openWorld()
    scene.browser = await openBrowser()
  })
  afterAll(() => scene.browser?.close())
  return scene
}

/**
 * The same with an organization and a visitor for each test, of whom the browser must not complain. Without `enter` each test
 * sets its visitor itself.
 */
export function consoleTests<Service extends TestAlmanac>(
  openWorld: () => Promise<Service>,
  credits: number,
  enter?: (entrance: Entrance) => Promise<Visitor>,
): Scene<Service> {
  const scene = openScene(openWorld)
  beforeEach(async () => {
    scene.org = await scene.service.org(credits)
    if (enter) scene.visitor = await enter(scene)
  })
  afterEach(async () => {
    expect(scene.visitor.complaints).toEqual([])
    await scene.visitor.close()
  })
  return scene
}

/** The output of an operation that is called with the key of the organization. */
export async function ask({ service, org }: Omit<Entrance, 'browser'>, route: string, body?: object) {
  const answer = await service.send(route, { key: org.rawKey, ...(body && { body }) })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}
