import { describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { consoleTests, hasBrowser, visit } from './browser.ts'
import { visitAs } from './person.ts'

const scene = consoleTests(sampleWorld, 5_000, visit)

const ask = (route: string, body: object) => scene.service.send(route, { key: scene.org.rawKey, body })

/** A list of two companies, looked up to its end. */
async function lookUpList(): Promise<string> {
  const inlineCsv = 'name\nAcme Robotics\nNobody of this name\n'
  const started = await ask('POST /v1/enrich/start', { inlineCsv, as: 'companies', by: ['name'] })
  expect(started.status).toBe(200)
  await scene.service.almanac.jobs.workNow()
  return started.body.output.runId as string
}

describe.skipIf(!hasBrowser)('the frame of the console', () => {
  test('Ctrl K leads to a page by its name, with the keyboard alone', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/people')
    await page.getByRole('heading', { name: /people$/ }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'A page' }).waitFor()
    await page.keyboard.type('usage')
    await page.getByRole('option', { name: 'People' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Usage and credits' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('main')
  })

  test('whoever pays begins with what was spent, and is led nowhere else', async () => {
    const visitor = await visitAs('billing', scene)
    const { page } = visitor
    await visitor.open('/')
    await page.getByRole('heading', { name: 'Usage and credits' }).waitFor()
    expect(page.url()).toMatch(/\/usage$/)
    await page.keyboard.press('Control+k')
    const box = page.getByRole('dialog', { name: 'Go to' })
    await box.getByRole('option', { name: 'API keys' }).waitFor()
    await expect
      .poll(() => box.getByRole('option').allTextContents())
      .toEqual(['RequestsPage', 'API keysPage', 'Usage and creditsPage', 'TeamPage'])
    await page.keyboard.press('Escape')
    for (const key of ['g', 'l', 'g', 'm']) await page.keyboard.press(key)
    await page.waitForURL(/\/team$/)
    await visitor.open('/nowhere')
    await page.getByRole('link', { name: 'To usage and credits' }).click()
    await page.waitForURL(/\/usage$/)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await visitor.close()
  })

  test('Escape closes the menu and the filters of a telephone', async () => {
    const visitor = await visit(scene, { viewport: { width: 390, height: 844 } })
    const { page } = visitor
    await visitor.open('/people')
    for (const name of ['Menu', 'Filters']) {
      const button = page.getByRole('button', { name, exact: true })
      await button.click()
      await page.getByRole('button', { name, exact: true, expanded: true }).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name, exact: true, expanded: false }).waitFor()
      expect(await button.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
    }
    await visitor.close()
  })

  test('a company is reached by the beginning of its name, for nothing', async () => {
    const { page } = scene.visitor
    const { body } = await ask('POST /v1/company-search', { searchParams: {}, pageSize: 1 })
    const name = body.output.data[0].preferred_name as string
    await scene.visitor.open('/lists')
    await page.getByRole('button', { name: 'Go to' }).click()
    await page.getByRole('combobox', { name: 'A page' }).fill(name)
    await page.getByRole('option').filter({ hasText: 'Company' }).first().click()
    await page.waitForURL(/\/companies\?name=|\/company\//)
    expect(await scene.service.spent(scene.org.organizationId)).toBe(1_000)
  })

  test('g and a letter go to a page, and ? tells the keys; in a field both are letters', async () => {
    const { page } = scene.visitor
    await ask('POST /v1/people-search/count', {})
    await scene.visitor.open('/requests')
    await page.getByRole('row').nth(1).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).getByText('g u').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await page.waitForURL(/\/usage/)
    await scene.visitor.open('/requests')
    const field = page.getByRole('searchbox', { name: 'Operation' })
    await field.pressSequentially('gu?')
    await expect.poll(() => field.inputValue()).toBe('gu?')
    expect(page.url()).toContain('/requests')
  })

  test('the bell tells of what finishes while somebody is elsewhere, and the balance follows', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/usage')
    await page.getByRole('button', { name: 'What finished', exact: true }).click()
    await page.getByText('Nothing finished in the last 30 days').waitFor()
    await page.keyboard.press('Escape')
    const runId = await lookUpList()
    await page.getByRole('button', { name: 'What finished: 1 new' }).click()
    await page.getByRole('link', { name: 'A list was looked up' }).click()
    await page.waitForURL(new RegExp(`/lists/${runId}`))
    const left = (5_000_000 - (await scene.service.spent(scene.org.organizationId))) / 1_000
    await page.getByRole('navigation').getByText(left.toLocaleString('en'), { exact: true }).waitFor()
    await page.getByRole('button', { name: 'What finished', exact: true }).waitFor()
  })

  test('what finished before is in the bell, and is not new', async () => {
    const { page } = scene.visitor
    await lookUpList()
    await scene.visitor.open('/lists')
    await page.getByRole('button', { name: 'What finished', exact: true }).click()
    await page.getByRole('link', { name: 'A list was looked up' }).waitFor()
  })

  test('an export of a search that ended is in the bell and leads to the files', async () => {
    const { page } = scene.visitor
    const started = await ask('POST /v1/exports/search/companies', {
      companySearchParams: {},
      maxRowsToExport: 2,
    })
    expect(started.status, started.text).toBe(200)
    await scene.service.almanac.jobs.workNow()
    await scene.visitor.open('/lists')
    await page.getByRole('button', { name: 'What finished', exact: true }).click()
    await page.getByRole('link', { name: 'An export is ready' }).click()
    await page.waitForURL(/\/exports$/)
    await page.getByRole('heading', { name: 'Exports' }).waitFor()
  })
})
