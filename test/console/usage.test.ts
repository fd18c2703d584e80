import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { billing } from '../../src/capabilities/billing/index.ts'
import { sampleWorld } from '../worlds/sample.ts'
import { consoleTests, hasBrowser, visitToday } from './browser.ts'
import { countClicks } from './clicks.ts'
import { visitAs } from './person.ts'
import { allowedMs } from '../support/machine-pace.ts'

const scene = consoleTests(sampleWorld, 500)

const search = (key: string, pageSize: number) =>
  scene.service.send('POST /v1/people-search', { key, body: { pageSize } })

describe.skipIf(!hasBrowser)('usage and credits in the console', () => {
  test('two clicks tell what yesterday cost, by key', async () => {
    const { rawKey } = await scene.service.almanac.keys.createKey({
      organizationId: scene.org.organizationId,
      name: 'CRM sync',
    })
    await search(scene.org.rawKey, 3)
    await search(rawKey, 5)
    scene.service.clock.advance(86_400_000)
    await search(scene.org.rawKey, 1)
    scene.visitor = await visitToday(scene)
    const { page } = scene.visitor
    await scene.visitor.open('/usage')
    await page.getByRole('heading', { name: /^9 credits spent/ }).waitFor()
    const begin = performance.now()
    const clicks = await countClicks(page)
    await page.getByRole('radio', { name: 'Key' }).click()
    await page.getByRole('button', { name: 'Yesterday' }).click()
    await page.getByRole('heading', { name: /^8 credits spent/ }).waitFor()
    expect(await clicks()).toBe(2)
    expect(performance.now() - begin).toBeLessThan(allowedMs(5_000))
    const rows = page.getByRole('row')
    await expect.poll(() => rows.nth(1).textContent()).toContain('CRM sync5')
    await expect.poll(() => rows.nth(2).textContent()).toContain('test key3')
    const day = new Date(scene.service.clock.now() - 86_400_000).toISOString().slice(0, 10)
    const { body } = await scene.service.send(`GET /v1/usage?from=${day}&to=${day}&by=key`, {
      key: scene.org.rawKey,
    })
    expect(
      body.output.usage.map((each: { creditsCharged: number }) => each.creditsCharged).toSorted(),
    ).toEqual([3, 5])
    expect(await scene.service.spent(scene.org.organizationId)).toBe(9_000)
    await page.goBack()
    await page.getByRole('heading', { name: /^9 credits spent/ }).waitFor()
  })

  test('a charge leads to the ledger, where its movements are one line, and to the request', async () => {
    await search(scene.org.rawKey, 3)
    scene.visitor = await visitToday(scene)
    const { page } = scene.visitor
    await scene.visitor.open('/usage')
    const sum = page.getByRole('row').filter({ hasText: 'peopleSearch' })
    await sum.getByRole('cell', { name: '3', exact: true }).waitFor()
    // The ledger of an operation has what the console spent, too.
    await expect.poll(() => sum.getByRole('link', { name: '3', exact: true }).count()).toBe(0)
    await page.getByRole('radio', { name: 'All' }).click()
    await sum.getByRole('link', { name: '3', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'Charged: peopleSearch' })
    await row.getByText('-3').waitFor()
    await page.getByRole('combobox', { name: 'Movements' }).selectOption('')
    await row.getByText('-3').waitFor()
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'peopleSearch' }).count()).toBe(1)
    await row.getByRole('link', { name: 'The request' }).click()
    await page.getByRole('dialog', { name: 'peopleSearch' }).waitFor()
  })

  test('sums of one key lead to its movements and requests alone', async () => {
    const { rawKey, record } = await scene.service.almanac.keys.createKey({
      organizationId: scene.org.organizationId,
      name: 'CRM sync',
    })
    await search(scene.org.rawKey, 3)
    await search(rawKey, 5)
    scene.visitor = await visitToday(scene)
    const { page } = scene.visitor
    const row = page.getByRole('row').filter({ hasText: 'peopleSearch' })
    await scene.visitor.open(`/usage?key=${record.id}&origin=api`)
    await row.getByRole('link', { name: '5', exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'Charged: peopleSearch' }).getByText('-5').waitFor()
    await expect.poll(() => page.getByText('-3').count()).toBe(0)
    await page.goBack()
    await row.getByRole('link', { name: '1', exact: true }).click()
    await row.first().waitFor()
    await expect.poll(() => row.count()).toBe(1)
    await expect.poll(() => page.getByRole('combobox', { name: 'Sent by' }).inputValue()).toBe('programs')
  })

  test('the statement of a month and the ledger are saved as files', async () => {
    await search(scene.org.rawKey, 2)
    scene.visitor = await visitToday(scene)
    const { page } = scene.visitor
    await scene.visitor.open('/usage?tab=statements')
    const month = new Date(scene.service.clock.now()).toISOString().slice(0, 7)
    const save = async (name: RegExp) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ])
      return readFile(await file.path(), 'utf8')
    }
    await page.getByRole('row', { name: new RegExp(`^${month} still running 2 0 0`) }).waitFor()
    expect(await save(new RegExp(`${month} as CSV`))).toContain('peopleSearch')
    await page.getByRole('link', { name: 'Ledger' }).click()
    expect(await save(/Download/)).toContain('capture')
  })

  test('prices and limits are those in force', async () => {
    scene.visitor = await visitToday(scene)
    const { page } = scene.visitor
    await scene.visitor.open('/usage?tab=prices')
    await page.getByRole('row').filter({ hasText: 'getPersonFromDb' }).getByText('1 credit').waitFor()
    await page.getByRole('link', { name: 'Rate limits' }).click()
    await page.getByRole('searchbox', { name: 'Find an operation' }).fill('people-search/count')
    await page
      .getByRole('row')
      .filter({ hasText: '/v1/people-search/count' })
      .getByText('of 120 in 60 s')
      .waitFor()
  })

  test('credits are bought after a second question, once', async () => {
    scene.visitor = await visitToday(scene)
    const { page } = scene.visitor
    await scene.visitor.open('/usage?tab=buy')
    await page.getByRole('button', { name: 'Buy credits…' }).click()
    await page.getByRole('button', { name: 'Buy 1,000 credits' }).click()
    await page.getByText(/1,000 credits bought for/).waitFor()
    expect(await scene.service.bought(scene.org.organizationId)).toBe(1_000_000)
    await page.getByText('1,500', { exact: true }).first().waitFor()
  })

  test('no credits are for sale where the installation takes no payments', async () => {
    scene.visitor = await visitToday(scene)
    const { page } = scene.visitor
    await page.route('**/console/session', async (route) => {
      const response = await route.fetch()
      const state = (await response.json()) as { offers: object }
      return route.fulfill({ response, json: { ...state, offers: { ...state.offers, purchases: false } } })
    })
    await scene.visitor.open('/usage?tab=buy')
    await page.getByRole('link', { name: 'Prices' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Buy credits' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: 'Buy credits…' }).count()).toBe(0)
  })

  test('credits buy themselves when somebody says so', async () => {
    scene.visitor = await visitToday(scene)
    const { page } = scene.visitor
    await scene.visitor.open('/usage?tab=buy')
    await page.getByRole('checkbox', { name: 'Buy credits by itself' }).click()
    await page.getByLabel('When so many are left').fill('100')
    await page.getByLabel('Credits to buy each time').fill('2000')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    const { body } = await scene.service.send('GET /v1/auto-topup/settings', { key: scene.org.rawKey })
    expect(body.output.settings[0]).toMatchObject({
      isEnabled: true,
      creditThreshold: 100,
      creditsToBuy: 2000,
    })
  })

  const budgets = async () =>
    (await scene.service.send('GET /v1/budget-alerts', { key: scene.org.rawKey })).body.output.budgetAlerts

  test('a budget of a key is added, is reached, is told by the bell and is removed after a question', async () => {
    const { rawKey, record } = await scene.service.almanac.keys.createKey({
      organizationId: scene.org.organizationId,
      name: 'CRM sync',
    })
    scene.visitor = await visitToday(scene)
    const { page } = scene.visitor
    await scene.visitor.open('/usage')
    await page.getByRole('link', { name: 'Budgets' }).click()
    await page.getByText('There are no budgets yet').waitFor()
    await page.getByRole('combobox', { name: 'Of whom' }).selectOption('The key CRM sync')
    const amount = page.getByRole('spinbutton', { name: 'Credits' })
    const add = page.getByRole('button', { name: 'Add a budget' })
    // What is refused is said at its field, and changes nothing.
    await amount.fill('0')
    await add.click()
    await page.locator('label').filter({ has: amount }).getByRole('alert').waitFor()
    expect(await budgets()).toEqual([])
    await amount.fill('4')
    await page.getByRole('combobox', { name: 'In a' }).selectOption('day')
    await add.click()
    await page.getByRole('row', { name: /The key CRM sync 4 credits a day 0 0% not yet/ }).waitFor()
    expect(await budgets()).toMatchObject([{ about: 'key', keyId: record.id, period: 'day', credits: 4 }])
    await search(rawKey, 5)
    await scene.service.almanac.openDeps(billing).budgets.sweep(scene.service.clock.now())
    await page.reload()
    await page.getByRole('row', { name: /The key CRM sync 4 credits a day 5 reached/ }).waitFor()
    await page.getByRole('button', { name: /^What finished/ }).click()
    await page.getByRole('link', { name: 'A budget was reached: CRM sync, 4 credits a day' }).click()
    await page.getByRole('button', { name: 'Remove The key CRM sync, 4 credits a day' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('There are no budgets yet').waitFor()
    expect(await budgets()).toEqual([])
    expect(await scene.service.spent(scene.org.organizationId)).toBe(5_000)
  })

  test('what a person spent in the console is told apart from keys, and leads to what they used', async () => {
    await search(scene.org.rawKey, 3)
    scene.visitor = await visitAs('admin', scene)
    const { page } = scene.visitor
    await page.clock.setFixedTime(scene.service.clock.now())
    await scene.visitor.open('/companies')
    await page.getByRole('button', { name: /^Show 10 / }).click()
    await page.getByRole('row').nth(1).waitFor()
    await scene.visitor.open('/usage?by=person')
    const email = `admin@${scene.org.organizationId.replaceAll('_', '-')}.example`
    await page.getByRole('row', { name: new RegExp(`^${email} 10 `) }).waitFor()
    await page.getByRole('row', { name: /^API keys, no person 3 / }).waitFor()
    await page.getByRole('link', { name: email }).click()
    await page.getByRole('heading', { name: /^10 credits spent/ }).waitFor()
    await page.getByText('Only one person:').waitFor()
    await page.getByRole('row', { name: /^companySearch 10 100%/ }).waitFor()
    await expect.poll(() => page.getByRole('row', { name: /^peopleSearch / }).count()).toBe(0)
    const row = page.getByRole('row', { name: /^companySearch 10 100%/ })
    await row.getByRole('link', { name: '10', exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'Charged: companySearch' }).getByText('-10').waitFor()
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'peopleSearch' }).count()).toBe(0)
    await page.goBack()
    await row.getByRole('link', { name: '1', exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'companySearch' }).first().waitFor()
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'peopleSearch' }).count()).toBe(0)
    await page.goBack()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('row', { name: /^peopleSearch 3 / }).waitFor()
    await page.getByRole('heading', { name: /^3 credits spent by programs/ }).waitFor()
    await page.getByRole('radio', { name: 'Console' }).click()
    await page.getByRole('heading', { name: /^10 credits spent in the console/ }).waitFor()
    await page.getByRole('radio', { name: 'All' }).click()
    await page.getByRole('heading', { name: /^13 credits spent/ }).waitFor()
    const { body } = await scene.service.send('GET /v1/usage?by=person', { key: scene.org.rawKey })
    expect(body.output.usage).toContainEqual(
      expect.objectContaining({ person: `person:${email}`, creditsCharged: 10 }),
    )
    expect(await scene.service.spent(scene.org.organizationId)).toBe(13_000)
  })
})
