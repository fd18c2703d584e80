import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { hasBrowser, openScene } from './browser.ts'

const scene = openScene(sampleWorld)
let page: Page

const makeCode = () =>
  scene.service.almanac.sessions.makeCode({ organizationId: scene.org.organizationId, account: 'ann' })

describe.skipIf(!hasBrowser)('the sign-in of the console', () => {
  beforeEach(async () => {
    scene.org = await scene.service.org(500)
    const context = await scene.browser.newContext()
    page = await context.newPage()
  })
  afterEach(() => page.context().close())

  test("the terminal's link leads to the start page, and the code is gone from the address", async () => {
    await page.goto(`${scene.service.url}/console/#code=${await makeCode()}`)
    await page.getByRole('heading', { name: 'Bring a list' }).waitFor()
    expect(page.url()).toBe(`${scene.service.url}/console/lists`)
    await page.getByText('500 credits left').waitFor()
  })

  test('a link that was used is refused in words, and a key still signs in', async () => {
    const code = await makeCode()
    await page.goto(`${scene.service.url}/console/#code=${code}`)
    await page.getByRole('heading', { name: 'Bring a list' }).waitFor()
    await page.context().clearCookies()
    await page.goto('about:blank')
    await page.goto(`${scene.service.url}/console/people#code=${code}`)
    await page.getByRole('alert').getByText('This link was used already').waitFor()
    await page.getByLabel('API key').fill(scene.org.rawKey)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: '20,000 people' }).waitFor()
  })

  test('a wrong key is refused, signing out ends the session, and the browser stores neither key nor records', async () => {
    await page.goto(`${scene.service.url}/console/`)
    await page.getByLabel('API key').fill('alm_live_wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('API key').fill(scene.org.rawKey)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Bring a list' }).waitFor()
    const stored = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    expect(stored).not.toContain(scene.org.rawKey)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    await page.reload()
    await page.getByLabel('API key').waitFor()
  })

  test('a code from the mail signs in where mail is sent', async () => {
    // No mail server is set here; the messages are read from the outbox.
    await page.route('**/console/session', async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch()
      const state = (await response.json()) as { offers: object }
      return route.fulfill({ response, json: { ...state, offers: { ...state.offers, mail: true } } })
    })
    const email = `ann-${scene.org.organizationId}@customer.example`
    await page.goto(`${scene.service.url}/console/`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Mail me a code' }).click()
    await page.getByLabel('Code from the mail').waitFor()
    const code = /code is (\d{6})/.exec((await scene.service.mailTo(email)).at(-1) ?? '')?.[1] ?? ''
    await page.getByLabel('Code from the mail').fill(code)
    await page.getByRole('button', { name: 'Sign in with the code' }).click()
    await page.getByRole('heading', { name: 'Bring a list' }).waitFor()
    await page.getByText(email).waitFor()
  })

  test('in the sandbox prices are free, the frame says so, and nothing of the organization is spent', async () => {
    await page.goto(`${scene.service.url}/console/#code=${await makeCode()}`)
    await page.getByRole('checkbox', { name: 'Sandbox' }).click()
    await page.getByText('Sandbox: made-up data').waitFor()
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByRole('button', { name: 'Show 10 free (sandbox)' }).click()
    await page.getByRole('row').nth(1).waitFor()
    expect(await scene.service.spent(scene.org.organizationId)).toBe(0)
    await page.getByRole('checkbox', { name: 'Sandbox' }).click()
    await page.getByText('500 credits left').waitFor()
  })
})
