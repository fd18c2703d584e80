import { beforeAll, describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { ask, hasBrowser, openScene, visit, type Visitor } from './browser.ts'
import { visitAs } from './person.ts'

const scene = openScene(sampleWorld)

/** Addresses of things that the organization has, by what they are. */
const of: Record<string, string> = {}

async function makeThings(): Promise<void> {
  const { service } = scene
  const inlineCsv = 'Company,Website\nBehusk Networks,be--husk.com\nSlaglon,\n'
  const { runId } = await ask(scene, 'POST /v1/enrich/start', { inlineCsv, as: 'companies' })
  await service.almanac.jobs.workNow()
  of['run'] = `/lists/${runId}`
  const list = await ask(scene, 'POST /v1/audiences/create-from-list', { runId, name: 'Found' })
  of['audience'] = `/audiences/${list.audienceId}`
  const saved = await ask(scene, 'POST /v1/saved-search/create', {
    name: 'Companies in Germany',
    spawnFrequencyDays: 7,
    searchParams: {
      type: 'companies',
      companySearchParams: { headquartersCountryCode: { anyOf: ['DEU'] } },
      maxCompanies: 10,
    },
  })
  of['saved'] = `/saved/${saved.id}`
  const watched = await ask(scene, 'POST /v1/tracker/company-lists', {
    name: 'Watched',
    refreshIntervalDays: 7,
    trackingRules: [
      { type: 'headcount_crossed_threshold', entityType: 'company', threshold: 100, direction: 'above' },
    ],
  })
  of['watchlist'] = `/trackers/${watched.id}`
  const { apiKeys } = await ask(scene, 'POST /v1/api-keys', {})
  of['key'] = `/keys?open=${apiKeys[0].id}`
  const { endpointId } = await ask(scene, 'POST /v1/webhooks/endpoints', {
    url: 'https://receiver.example/hooks',
  })
  await ask(scene, `POST /v1/webhooks/endpoints/${endpointId}/test`, { eventType: 'job.changed' })
  of['webhook'] = `/webhooks/${endpointId}`
  const { apiRequests } = await ask(scene, 'POST /v1/api-requests', {})
  for (const [name, operationId] of [
    ['read', 'getAllApiKeys'],
    ['change', 'createAudienceFromList'],
  ] as const) {
    const request = apiRequests.find((each: { operationId: string }) => each.operationId === operationId)
    of[name] = `/requests?open=${request.id}`
  }
}

const tabsOf = (path: string, tabs: readonly string[]) => tabs.map((tab) => `${path}?tab=${tab}`)

const everybodys = () => [
  '/requests',
  of['read'] ?? '',
  of['change'] ?? '',
  '/keys',
  of['key'] ?? '',
  '/usage',
  ...tabsOf('/usage', ['ledger', 'budgets', 'statements', 'prices', 'limits', 'buy']),
  '/team',
]
const workers = () => [
  '/lists',
  of['run'] ?? '',
  `${of['run']}?show=unsure`,
  '/people?level=Director',
  '/companies?country=DEU',
  '/jobs',
  '/audiences',
  ...tabsOf(of['audience'] ?? '', ['companies', 'people', 'changes', 'build', 'enrich', 'export']),
  '/webhooks',
  '/webhooks?tab=deliveries',
  '/webhooks/new',
  of['webhook'] ?? '',
  '/saved',
  of['saved'] ?? '',
  '/exports',
  '/signals',
  '/trackers',
  '/trackers/new?rule=headcount_crossed_threshold&members=be--husk.com',
  ...tabsOf(of['watchlist'] ?? '', ['signals', 'members', 'rules', 'settings']),
]

/** Counts requests under way, so that the end of what a click began is known. */
const countRequests = `
  window.underWay = 0
  const send = window.fetch
  window.fetch = (...request) => {
    window.underWay += 1
    return send(...request).finally(() => { window.underWay -= 1 })
  }`

/**
 * Presses every button of the page and of the dialogs that they open, each once, with something in every field. Answers what
 * each is called.
 */
const pressAll = `(async () => {
  const pressed = new Set()
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const settle = async () => {
    await frame()
    for (let count = 0; await frame(), window.underWay > 0 && count < 600; count += 1);
    await frame()
  }
  const fill = (field) => {
    if (field.value !== '' || ['checkbox', 'radio', 'file', 'date'].includes(field.type)) return
    const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    const values = { email: 'somebody@else.example', number: '1' }
    Object.getOwnPropertyDescriptor(kind.prototype, 'value').set.call(field, values[field.type] ?? 'be--husk.com')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await settle()
  for (let count = 0; count < 80; count += 1) {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    const root = dialog ?? document.querySelector('main')
    const nameOf = (button) => (dialog ? 'in a dialog: ' : '') + button.textContent
    const next = [...root.querySelectorAll('button:enabled, summary')].find(
      (button) => button.checkVisibility() && !pressed.has(nameOf(button)),
    )
    if (next === undefined && dialog === undefined) break
    if (next === undefined) {
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
      await settle()
      if (dialog.open) break
      continue
    }
    pressed.add(nameOf(next))
    window.pressing = nameOf(next)
    root.querySelectorAll('input, textarea').forEach(fill)
    await frame()
    next.click()
    await settle()
  }
  return [...pressed]
})()`

/** Pages that are read: whoever only looks misses nothing there. Searches say it in place of their prices. */
const isRead = (path: string) =>
  /^\/(?:exports|signals|requests|usage|saved|people|companies|jobs)(?:\?|$)/.test(path)
const why = /your role|your key|Owners and admins|signed in with/

/** Opens a page and presses what it offers; answers the requests that were refused to the person. */
async function refusedOn({ page, open }: Visitor, path: string): Promise<string[]> {
  const refused: string[] = []
  const note = (response: { status(): number; url(): string; request(): { method(): string } }) => {
    if (response.status() === 403)
      refused.push(`${path}: ${response.request().method()} ${new URL(response.url()).pathname}`)
  }
  page.on('response', note)
  await open(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // A key that pressed "Sign in as a person" has left; the pages after it ask for a sign-in.
  const told = page.getByRole('main').getByText(why).or(page.getByLabel('API key')).first()
  const isTold = isRead(path) ? Promise.resolve() : told.waitFor()
  await isTold.catch(() => refused.push(`${path} does not say why nothing can be pressed`))
  const pressed = await page.evaluate<string[]>(pressAll)
  page.off('response', note)
  return refused.length === 0 ? [] : [...refused, `pressed: ${pressed.join(' | ')}`]
}

/** The same of some pages, by somebody who leaves after. */
async function refusedTo(visitor: Visitor, addresses: readonly string[]): Promise<string[]> {
  await visitor.page.addInitScript(countRequests)
  const refused: string[] = []
  // One browser page walks through them.
  // oxlint-disable-next-line no-await-in-loop
  for (const path of addresses) refused.push(...(await refusedOn(visitor, path)))
  await visitor.close()
  return refused
}

describe.skipIf(!hasBrowser)('pages offer a person no button that the service refuses to the role', () => {
  beforeAll(async () => {
    scene.org = await scene.service.org(500)
    await makeThings()
  })

  test.each([
    ['read-only', () => [...workers(), ...everybodys()]],
    ['billing', everybodys],
  ] as const)('%s', async (role, addresses) => {
    expect(await refusedTo(await visitAs(role, scene), addresses())).toEqual([])
  })

  test('a key that only reads', async () => {
    const { key: rawKey } = await ask(scene, 'POST /v1/api-keys/create', { name: 'Reads', isReadOnly: true })
    const visitor = await visit({ ...scene, org: { ...scene.org, rawKey } })
    expect(await refusedTo(visitor, [...workers(), ...everybodys()])).toEqual([])
  })
})
