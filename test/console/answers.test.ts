import type { Route } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { ask, hasBrowser, isOfOperator, openScene, operate, visit, type Visitor } from './browser.ts'
import { pages } from './pages.ts'

const scene = openScene(sampleWorld)
let visitor: Visitor | undefined

/** What is read there stays in the window, so no operation is asked. */
const silent = ['/lists/new']
const paths = pages.map(({ path }) => path).filter((path) => !silent.includes(path))

/** What a page says of nothing; as long as nobody knows, it is no answer. A file that is shown first is not loaded yet. */
const emptiness = /\b(?:nothing|nobody|no one|none|never|not found|no \w+ yet)\b[^.\n]*/gi

/** The same answer of an installation where there is none of anything. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [
    name,
    name === 'nextCursor' ? null : emptied(member),
  ])
  return Object.fromEntries(members)
}

const mark = `<img src=x onerror="document.title='run'"><b>${'w'.repeat(400)}</b> `
const ofPeople = /name|title|label|summary|headline|description|note|reason|actor|phrase/i

/** The same answer where whoever names things means harm. */
function hostile(value: unknown, member = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => hostile(each, member))
  if (typeof value === 'string') return ofPeople.test(member) ? mark + value : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hostile(each, name)]))
}

/** A file of the operator that waits to be loaded. */
async function uploadImport(): Promise<string> {
  const by = await visit(scene)
  await operate(by, scene.service)
  const { url } = scene.service
  const answer = await by.page.request.post(`${url}/operator/v1/imports?kind=companies&name=kunden.csv`, {
    data: Buffer.from('Firma,Webseite\nBlauwerk,blauwerk.example\n'),
    headers: { origin: url, 'x-almanac-console': '1', 'content-type': 'text/csv' },
  })
  const { output } = (await answer.json()) as { output: { importId: string } }
  await by.close()
  return output.importId
}

/** Addresses of things that are there, by the page that shows them. */
async function makeThings(): Promise<Record<string, string>> {
  const make = (route: string, body: object) => ask(scene, route, body)
  const list = { inlineCsv: 'name\nAcme\n', as: 'companies', by: ['name'] }
  const { runId } = await make('POST /v1/enrich/start', list)
  const messy = { inlineCsv: 'Name;Website\nBehusk Networks;be--husk.com\n' }
  const { runId: cleanId } = await make('POST /v1/mosaic/start', messy)
  await scene.service.almanac.jobs.workNow()
  const { audienceId } = await make('POST /v1/audiences/create', { name: 'Of nobody' })
  const saved = { name: 'Of nobody', spawnFrequencyDays: 7 }
  const searchParams = { type: 'companies', companySearchParams: {}, maxCompanies: 10 }
  const { id: savedId } = await make('POST /v1/saved-search/create', { ...saved, searchParams })
  const trackingRules = [
    { type: 'headcount_crossed_threshold', entityType: 'company', direction: 'above', threshold: 100 },
  ]
  const watched = { name: 'Of nobody', refreshIntervalDays: 7, trackingRules }
  const { id: listId } = await make('POST /v1/tracker/company-lists', watched)
  const { endpointId } = await make('POST /v1/webhooks/endpoints', { url: 'https://receiver.example/hooks' })
  // Read once, they are free to open for 30 days.
  const { data: people } = await make('POST /v1/kitchen-sink/person', {
    profileIdentifier: { identifier: 'pnetSlug', value: 'ramon-santos-xq6yt1-example' },
  })
  const { data: companies } = await make('POST /v1/kitchen-sink/company', {
    companyDomain: { value: 'be--husk.com' },
  })
  return {
    '/lists/clean/$run': `/lists/clean/${cleanId}`,
    '/person/$slug': `/person/${people[0].entity_id}`,
    '/company/$domain': `/company/${companies[0].entity_id}`,
    '/operator/imports/$import': `/operator/imports/${await uploadImport()}`,
    '/lists/$run': `/lists/${runId}`,
    '/audiences/$id': `/audiences/${audienceId}`,
    '/saved/$id': `/saved/${savedId}`,
    '/trackers/$list': `/trackers/${listId}`,
    '/webhooks/$endpoint': `/webhooks/${endpointId}`,
    '/operator/organizations/$organization': `/operator/organizations/${scene.org.organizationId}`,
  }
}

/** What becomes of an answer on its way to the page; undefined: it never comes. */
type Change = ((output: unknown) => unknown) | undefined

/** Somebody whose answers are changed as `answers` says when they come. */
async function visitOn(path: string, answers: { change: Change }): Promise<Visitor> {
  const made = await visit(scene)
  if (isOfOperator(path)) await operate(made, scene.service)
  const answer = async (route: Route) => {
    if (answers.change === undefined) return undefined
    if (route.request().resourceType() === 'eventsource') return route.continue()
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const { output, ...rest } = (await response.json()) as { output: unknown }
    return route.fulfill({ response, json: { output: answers.change(output), ...rest } })
  }
  // A page that is closed meanwhile takes no answer; one that is open and gets none goes on reading, which is seen.
  await made.page.route('**/v1/**', (route) => answer(route).catch(() => undefined))
  return made
}

describe.skipIf(!hasBrowser)('pages of the console whose answers are late or made up', () => {
  let things: Record<string, string> = {}
  let spent = 0
  beforeAll(async () => {
    scene.org = await scene.service.org(500)
    things = await makeThings()
    spent = await scene.service.spent(scene.org.organizationId)
  })
  // Answers that are under way then are of no interest.
  afterEach(async () => {
    await visitor?.page.unrouteAll({ behavior: 'ignoreErrors' })
    await visitor?.close()
    visitor = undefined
  })

  test('there is something to open on every page', () => {
    expect(paths.filter((path) => path.includes('$') && things[path] === undefined)).toEqual([])
  })

  test.each(paths)('%s: late, empty, and with names that mean harm', async (path) => {
    const answers: { change: Change } = { change: undefined }
    visitor = await visitOn(path, answers)
    const { page, open } = visitor
    const main = page.getByRole('main')
    const reading = main.getByRole('progressbar', { name: 'Loading' })
    const show = async (change: Change) => {
      answers.change = change
      await open(things[path] ?? path)
      await page.getByRole('heading').first().waitFor()
      await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' })
      await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual([])
      return main.innerText()
    }
    await open(things[path] ?? path)
    await reading.first().waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    const text = await main.innerText()
    expect(text.replace('Nothing is loaded yet.', '').match(emptiness) ?? []).toEqual([])
    // A sentence of what will be here, or of what can be done.
    expect((await show(emptied)).length).toBeGreaterThan(60)
    await show(hostile)
    await expect.poll(() => page.locator('img, main b').count()).toBe(0)
    expect(await page.title()).not.toBe('run')
    const wide =
      "Math.max(...[...document.querySelectorAll('html, main')].map((it) => it.scrollWidth - it.clientWidth))"
    expect(await page.evaluate<number>(wide)).toBeLessThanOrEqual(0)
    expect(visitor.complaints).toEqual([])
  })

  // After the others, which opened every page.
  test('opening pages has paid nothing', async () => {
    expect(await scene.service.spent(scene.org.organizationId)).toBe(spent)
  })
})
