import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { hasBrowser, isOfOperator, openScene, operate, visit, type Visitor } from './browser.ts'
import { pages } from './pages.ts'

const scene = openScene(sampleWorld)
let visitor: Visitor | undefined

/** What is read there stays in the window, so no operation is asked. */
const silent = ['/lists/new']
const addresses = [
  ...pages.map(({ path }) => path.replace(/\$\w+/g, 'task_1')).filter((path) => !silent.includes(path)),
  '/people?level=Director&rows=10',
]
/** Of the role, of what was withdrawn, and of a service that is not there: every page is asked with them. */
const everywhere = [403, 410, 503]
/** Answered in the same way on every page: each is asked on every fourth. */
const inTurns = [404, 409, 429, 500]

describe.skipIf(!hasBrowser)('pages of the console whose operations are refused', () => {
  beforeAll(async () => {
    scene.org = await scene.service.org(500)
  })
  afterEach(() => visitor?.close())

  /** Somebody whose operations are all answered with `answer`; `undefined` cuts the connection. */
  async function visitRefused(
    path: string,
    answer: { status?: number | undefined; message: string },
  ): Promise<Visitor> {
    const refused = await visit(scene)
    if (isOfOperator(path)) await operate(refused, scene.service)
    await refused.page.route('**/v1/**', (route) => {
      const { status, message } = answer
      if (status === undefined) return route.abort()
      const headers = { 'retry-after': '0', 'x-request-id': 'req_of_this' }
      return route.fulfill({ status, headers, json: { message, code: 'refused' } })
    })
    return refused
  }

  test.each(
    addresses.map((path, index) => [path, [...everywhere, inTurns[index % inTurns.length]]] as const),
  )('%s says what the service says, or that it cannot be reached', async (path, statuses) => {
    const answer: { status?: number | undefined; message: string } = { message: '' }
    visitor = await visitRefused(path, answer)
    const alert = visitor.page.getByRole('alert').first()
    for (const status of statuses) {
      Object.assign(answer, { status, message: `The sentence of ${status}.` })
      await visitor.open(path)
      await alert.getByText(answer.message).waitFor()
      if (status !== undefined && status >= 500) await alert.getByText('req_of_this').waitFor()
      expect(visitor.complaints, String(status)).toEqual([])
    }
    answer.status = undefined
    await visitor.open(path)
    await alert.getByText('cannot be reached').waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test.each(addresses)('%s leads to the sign-in when the session has ended', async (path) => {
    visitor = await visitRefused(path, { status: 401, message: 'There is no console session.' })
    await visitor.open(path)
    await visitor.page.getByLabel(isOfOperator(path) ? 'Operator token' : 'API key').waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('texts of records are shown as they are written, markup and all', async () => {
    visitor = await visit(scene)
    const name = '<img src=x onerror=alert(1)> \u202Emoc.elpmaxe\u202C <b>Acme</b>'
    await visitor.page.route('**/v1/job-search', (route) =>
      route.fulfill({
        json: {
          output: {
            data: [{ job_id: '1', title: name, company_name: 'x'.repeat(10_000), status: 'active' }],
            nextCursor: null,
          },
          chargeInfo: { method: 'charged-now', creditsCharged: 1 },
        },
      }),
    )
    await visitor.open('/jobs?rows=1')
    const row = visitor.page.getByRole('row').nth(1)
    await row.getByText('<img src=x onerror=alert(1)>').waitFor()
    const drawn = visitor.page.locator('main img, main b')
    await expect.poll(() => drawn.count()).toBe(0)
    const wide = await visitor.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(wide).toBeLessThanOrEqual(0)
    await row.getByRole('button').click()
    await visitor.page.getByRole('dialog').getByRole('heading', { name: 'Acme' }).waitFor()
    expect(visitor.complaints).toEqual([])
  })
})
