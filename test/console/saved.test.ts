import { describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { ask, consoleTests, hasBrowser, visit } from './browser.ts'

const scene = consoleTests(sampleWorld, 5_000, visit)

describe.skipIf(!hasBrowser)('saved searches in the console', () => {
  async function saveOne(name: string): Promise<string> {
    const { id } = await ask(scene, 'POST /v1/saved-search/create', {
      name,
      spawnFrequencyDays: 7,
      searchParams: {
        type: 'companies',
        companySearchParams: { headquartersCountryCode: { anyOf: ['DEU'] } },
        maxCompanies: 10,
      },
    })
    return id as string
  }

  test('a run says its price before, who came after, and the same run again is free', async () => {
    await saveOne('Germany')
    const { page } = scene.visitor
    await scene.visitor.open('/saved')
    await page.getByRole('link', { name: 'Germany' }).click()
    const button = page.getByRole('button', { name: 'Run now at most 20 credits' })
    await button.click()
    await page.getByText('Waiting').waitFor()
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('link', { name: '+10 new' }).click()
    await page.getByRole('dialog').getByRole('listitem').nth(9).waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(20_000)
    // Its address shows a colleague the same.
    await page.reload()
    await page.getByRole('dialog').getByRole('listitem').nth(9).waitFor()
    await page.keyboard.press('Escape')
    await button.click()
    await page.getByText('Waiting').waitFor()
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('link', { name: '10 stayed' }).waitFor()
    await page.getByText('0 credits charged', { exact: true }).waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(20_000)
  })

  test('the table tells of the last run, and two runs tell what a month costs', async () => {
    const id = await saveOne('Forecast')
    const runOnce = async () => {
      await ask(scene, 'POST /v1/saved-search/spawn', { savedSearchId: id })
      await scene.service.almanac.jobs.workNow()
    }
    const { page } = scene.visitor
    await scene.visitor.open('/saved')
    const row = page.getByRole('row', { name: /Forecast/ })
    await row.getByText('It has not run yet.').waitFor()
    await runOnce()
    await page.reload()
    await row.getByText('Done').waitFor()
    await row.getByText(/^\+10 · 20 credits/).waitFor()
    await page.getByRole('link', { name: 'Forecast' }).click()
    await page.getByText('not known before two runs').waitFor()
    // Of two runs of one moment neither would be the first.
    scene.service.clock.advance(60_000)
    await page.getByRole('button', { name: /^Run now/ }).click()
    await page.getByText('Waiting').waitFor()
    await scene.service.almanac.jobs.workNow()
    // Nobody was new to the second, and to the first everybody was.
    await page.getByText('about 0 credits a month').waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(20_000)
  })

  test('the next run is skipped and not skipped, the search is changed, paused and deleted', async () => {
    const id = await saveOne('Changed')
    const { page } = scene.visitor
    await scene.visitor.open(`/saved/${id}`)
    await page.getByRole('button', { name: 'Skip the next run' }).click()
    await page.getByText(/^Skipped\. The next run is on/).waitFor()
    await page.getByRole('button', { name: 'Do not skip' }).click()
    await page.getByText('No run is skipped.').waitFor()
    await page.getByText('Change', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Monthly')
    await page.getByRole('spinbutton', { name: 'Days between runs' }).fill('30')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Monthly' }).waitFor()
    await page.getByText('every 30 days').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    expect(await ask(scene, 'POST /v1/saved-search/get', { savedSearchId: id })).toMatchObject({
      name: 'Monthly',
      spawnFrequencyDays: 30,
      isActive: false,
    })
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await page.getByText('No saved search yet.').waitFor()
    expect((await ask(scene, 'POST /v1/saved-search/list', {})).savedSearches).toEqual([])
  })

  test('what it looks for opens as a search, which is counted free', async () => {
    const id = await saveOne('Opened')
    const { page } = scene.visitor
    await scene.visitor.open(`/saved/${id}`)
    await page.getByRole('link', { name: 'Open as a search' }).click()
    await page.waitForURL(/\/companies\?more=/)
    await page.getByRole('heading', { name: /^\d+ companies$/ }).waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(0)
  })
})
