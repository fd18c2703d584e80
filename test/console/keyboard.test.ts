import { describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { ask, consoleTests, hasBrowser, visit } from './browser.ts'
import { takeKeyboard } from './keyboard.ts'

const scene = consoleTests(sampleWorld, 5_000, visit)

/** Rows of three names that are unsure, and one that is found. */
function doubtful() {
  const names = ['Slaglon', 'Cresvulm', 'Wakun']
  const lines = Array.from({ length: 30 }, (_, at) => `${names[at % 3]},`)
  const buffer = Buffer.from(['Company,Website', 'Behusk Networks,be--husk.com', ...lines, ''].join('\n'))
  return { name: 'doubtful.csv', mimeType: 'text/csv', buffer }
}

// To watch a list for its headcount, the fifth, is in signals.test.ts.
describe.skipIf(!hasBrowser)('tasks of the console with the keyboard alone', () => {
  test('the example list is looked up, and its rows are gone through by arrows', async () => {
    const { page } = scene.visitor
    const keyboard = await takeKeyboard(page)
    await scene.visitor.open('/lists')
    await page.getByRole('heading', { name: 'Bring a list' }).waitFor()
    await page.keyboard.press('Tab')
    // The first place leads past the navigation.
    expect(await keyboard.isAt(page.locator('.skip'))).toBe(true)
    await page.keyboard.press('Enter')
    await keyboard.press(page.getByRole('button', { name: /example of five companies/ }))
    await keyboard.press(page.getByRole('button', { name: /^Look up 5 rows/ }))
    await page.waitForURL(/\/lists\/task_/)
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('heading', { name: '4 of 5 rows found' }).waitFor()
    await keyboard.go(page.getByRole('grid'))
    await page.keyboard.press('ArrowDown')
    await page.getByRole('row', { name: /Snaglilm/, selected: true }).waitFor()
    await page.getByText('Row 2', { exact: true }).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.getByRole('row', { name: /Behusk/, selected: true }).waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(6_000)
    expect(await keyboard.presses()).toBe(0)
  })

  test('unsure rows are settled by keys, and the service has the answers', async () => {
    const { page } = scene.visitor
    const keyboard = await takeKeyboard(page)
    await scene.visitor.open('/lists')
    await page.locator('input[type=file]').setInputFiles(doubtful())
    await keyboard.press(page.getByRole('button', { name: /^Look up 31 rows/ }))
    await page.waitForURL(/\/lists\/task_/)
    await scene.service.almanac.jobs.workNow()
    await page.getByRole('heading', { name: /^1 of 31/ }).waitFor()
    await keyboard.press(page.getByRole('link', { name: /^To check/ }))
    await page.getByRole('row', { name: /Slaglon 10 rows/ }).waitFor()
    for (const [key, name] of [
      ['y', /Confirmed Slaglon/],
      ['y', /Confirmed Cresvulm/],
      ['x', /Rejected Wakun/],
    ] as const) {
      await page.keyboard.press(key)
      await page.getByRole('row', { name }).waitFor()
    }
    const runId = /task_\w+/.exec(page.url())?.[0]
    const { run } = await ask(scene, 'POST /v1/enrich/poll', { runId })
    expect(run.stats).toMatchObject({ matched: 21, unsure: 0 })
    expect(await keyboard.presses()).toBe(0)
  })

  test('directors in Germany are counted, and whoever ticks a box stays at it', async () => {
    const { page } = scene.visitor
    const keyboard = await takeKeyboard(page)
    await scene.visitor.open('/people')
    const home = page.getByRole('group', { name: 'Lives in' })
    const germany = home.getByRole('checkbox', { name: /^Germany/ })
    await keyboard.press(germany, 'Space')
    await page.waitForURL(/country=DEU/)
    await page.getByRole('button', { name: 'Remove Lives in Germany' }).waitFor()
    expect(await keyboard.isAt(germany)).toBe(true)
    await keyboard.press(page.getByRole('checkbox', { name: /^Director/ }), 'Space')
    const seniority = { anyOf: ['Director'] }
    const searchParams = { seniority, country3LetterCode: { anyOf: ['DEU'] } }
    const search = { type: 'people', searchParams }
    const { matching } = await ask(scene, 'POST /v1/search/facets', {
      search,
      facets: ['country3LetterCode'],
    })
    await page.getByRole('heading', { name: `${matching} people`, exact: true }).waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(0)
    expect(await keyboard.presses()).toBe(0)
  })

  test('the request that failed is found and copied; its drawer keeps the focus and gives it back', async () => {
    const { page } = scene.visitor
    await scene.service.send('POST /v1/company-search', { key: scene.org.rawKey, body: { pageSize: -1 } })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const keyboard = await takeKeyboard(page)
    await scene.visitor.open('/requests')
    await keyboard.press(page.getByRole('combobox', { name: 'Status' }), 'r')
    await page.waitForURL(/status=4xx/)
    await page.getByRole('row').filter({ hasText: 'companySearch' }).waitFor()
    const grid = page.getByRole('grid')
    await keyboard.go(grid)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'companySearch' })
    await drawer.waitFor()
    for (let tabs = 0; tabs < 30; tabs += 1) {
      await page.keyboard.press('Tab')
      const place = await page.evaluate<string>(
        "document.activeElement.closest('dialog, body').tagName + document.activeElement.tagName",
      )
      // Past its end the focus is with the window of the browser.
      expect(place).toMatch(/^DIALOG|^BODYBODY$/)
    }
    await keyboard.press(drawer.getByRole('button', { name: 'Copy', exact: true }))
    await drawer.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('company-search')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(await keyboard.isAt(grid)).toBe(true)
    expect(await keyboard.presses()).toBe(0)
  })

  test('a form over the page gives the focus back, whether it is left or sent', async () => {
    const { page } = scene.visitor
    const keyboard = await takeKeyboard(page)
    await scene.visitor.open('/companies?industry=Software')
    const save = page.getByRole('button', { name: 'Save search' })
    const form = page.getByRole('dialog', { name: 'Save search' })
    await keyboard.press(save)
    await form.getByText('Saving is free.').waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    expect(await keyboard.isAt(save)).toBe(true)
    await page.keyboard.press('Enter')
    await form.getByText('Saving is free.').waitFor()
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })
    await page.getByText('Companies: Software').first().waitFor()
    const { savedSearches } = await ask(scene, 'POST /v1/saved-search/list', {})
    expect(savedSearches).toHaveLength(1)
    expect(await keyboard.presses()).toBe(0)
  })
})
