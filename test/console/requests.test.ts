import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { consoleTests, hasBrowser, visit } from './browser.ts'
import { countClicks } from './clicks.ts'
import { allowedMs } from '../support/machine-pace.ts'

const run = promisify(execFile)

const scene = consoleTests(sampleWorld, 500, visit)

const ask = (route: string, body: object) => scene.service.send(route, { key: scene.org.rawKey, body })
const search = (pageSize: number) => ask('POST /v1/people-search', { pageSize })
/** Refused: there is no such size. */
const fail = () => ask('POST /v1/company-search', { pageSize: -1 })

describe.skipIf(!hasBrowser)('requests in the console', () => {
  test('three clicks find the request that failed and show it as curl, which runs as it is', async () => {
    const { page } = scene.visitor
    await search(2)
    await fail()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await scene.visitor.open('/requests')
    const begin = performance.now()
    const clicks = await countClicks(page)
    await page.getByRole('combobox', { name: 'Status' }).selectOption('4xx')
    await page.getByRole('row').filter({ hasText: 'companySearch' }).click()
    const drawer = page.getByRole('dialog', { name: 'companySearch' })
    await drawer.getByRole('button', { name: 'Copy', exact: true }).click()
    await drawer.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await clicks()).toBe(3)
    expect(performance.now() - begin).toBeLessThan(allowedMs(15_000))
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    // The service of the tests says that it is elsewhere.
    const command = copied.replace(/https?:\/\/[^/']+/, scene.service.url)
    const env = { ...process.env, ALMANAC_API_KEY: scene.org.rawKey }
    const { stdout } = await run('sh', ['-c', command], { env })
    expect(JSON.parse(stdout)).toMatchObject({ code: 'invalid_request' })
    expect(await scene.service.spent(scene.org.organizationId)).toBe(2_000)
  })

  test('shows what programs sent, and what the console did where that is chosen', async () => {
    const { page } = scene.visitor
    await search(2)
    await scene.visitor.open('/companies')
    await page.getByRole('button', { name: /^Show 10 / }).click()
    await page.getByRole('row').nth(1).waitFor()
    await scene.visitor.open('/requests')
    await page.getByRole('row').filter({ hasText: 'peopleSearch' }).waitFor()
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'companySearch' }).count()).toBe(0)
    await page.getByRole('combobox', { name: 'Sent by' }).selectOption('all')
    await page.getByRole('row').filter({ hasText: 'companySearch' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'peopleSearch' }).waitFor()
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'searchFacets' }).count()).toBe(0)
    await page.getByRole('combobox', { name: 'Free calls of the console' }).selectOption('shown')
    await page.getByRole('row').filter({ hasText: 'searchFacets' }).first().waitFor()
    await page.getByRole('combobox', { name: 'Sent by' }).selectOption('Console')
    await page.getByRole('row').filter({ hasText: 'companySearch' }).first().waitFor()
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'peopleSearch' }).count()).toBe(0)
  })

  test('of a key it says that it shows all, and hides free calls of the console where somebody wants that', async () => {
    const { page } = scene.visitor
    await search(2)
    await scene.visitor.open(`/requests?key=${scene.org.caller.keyId}`)
    await page.getByRole('row').filter({ hasText: 'peopleSearch' }).waitFor()
    const sentBy = page.getByRole('combobox', { name: 'Sent by' })
    const free = page.getByRole('combobox', { name: 'Free calls of the console' })
    await expect.poll(() => sentBy.inputValue()).toBe('all')
    await free.waitFor()
    await sentBy.selectOption('programs')
    await free.waitFor({ state: 'detached' })
    await page.getByRole('row').filter({ hasText: 'peopleSearch' }).waitFor()
    await expect.poll(() => sentBy.inputValue()).toBe('programs')
    // Whoever asks for an operation means its calls, free or not.
    await scene.visitor.open('/requests?source=all&operation=peopleSearch')
    await page.getByRole('row').filter({ hasText: 'peopleSearch' }).waitFor()
    await expect.poll(() => free.count()).toBe(0)
  })

  test('the keyboard alone finds it, too', async () => {
    const { page } = scene.visitor
    await search(1)
    await fail()
    await scene.visitor.open('/requests?status=4xx')
    await page.getByRole('row').filter({ hasText: 'companySearch' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'companySearch' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).not.toContain('open=')
  })

  test('a request runs again for the price that was asked for, once, and the address keeps it open', async () => {
    const { page } = scene.visitor
    await search(3)
    await scene.visitor.open('/requests?operation=peopleSearch')
    await page.getByRole('row').filter({ hasText: 'peopleSearch' }).click()
    const drawer = page.getByRole('dialog', { name: 'peopleSearch' })
    await drawer.getByText('3 units of peopleSearchResult').waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(3_000)
    await drawer.getByRole('button', { name: 'Run again…' }).click()
    await drawer.getByRole('button', { name: 'Run again at most 3 credits' }).click()
    await drawer.getByText('3 credits charged').waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(6_000)
    await page.reload()
    await page.getByRole('dialog', { name: 'peopleSearch' }).waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(6_000)
  })

  test('each form of a request says the same', async () => {
    const { page } = scene.visitor
    await search(2)
    await scene.visitor.open('/requests?charged=yes')
    await page.getByRole('row').filter({ hasText: 'peopleSearch' }).click()
    const drawer = page.getByRole('dialog', { name: 'peopleSearch' })
    for (const [name, part] of [
      ['TypeScript', `"pageSize": 2`],
      ['Python', 'requests.request('],
      ['Agent call', '"name": "peopleSearch"'],
      ['curl', '$ALMANAC_API_KEY'],
    ] as const) {
      await drawer.getByRole('radio', { name }).click()
      await drawer.locator('pre').filter({ hasText: part }).waitFor()
    }
  })

  test('what names a person is masked and is not run again from here', async () => {
    const { page } = scene.visitor
    await ask('POST /v1/email-to-person/single', { email: 'ann@acme.example' })
    await scene.visitor.open('/requests?operation=reverseEmailLookup')
    await page.getByRole('row').filter({ hasText: 'reverseEmailLookup' }).click()
    const drawer = page.getByRole('dialog', { name: 'reverseEmailLookup' })
    await drawer.getByText('masked in the log').waitFor()
    await expect.poll(() => drawer.getByRole('button', { name: /Run again/ }).count()).toBe(0)
  })
})
