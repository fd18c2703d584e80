import { describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { consoleTests, hasBrowser, visit } from './browser.ts'
import { countClicks } from './clicks.ts'
import { visitAs } from './person.ts'
import { allowedMs } from '../support/machine-pace.ts'

const scene = consoleTests(sampleWorld, 500)

const listKeys = async () =>
  (await scene.service.send('POST /v1/api-keys', { key: scene.org.rawKey, body: { includeRevoked: true } }))
    .body.output.apiKeys as {
    name: string
    maxCredits: number | null
    creditsUsed: number
    isRevoked: boolean
  }[]

describe.skipIf(!hasBrowser)('API keys in the console', () => {
  test('six clicks make a key with 100 credits, which is used once, and revoke it', async () => {
    scene.visitor = await visitAs('admin', scene)
    const { page } = scene.visitor
    await scene.visitor.open('/keys')
    const begin = performance.now()
    const clicks = await countClicks(page)
    await page.getByRole('button', { name: 'New key' }).click()
    await page.keyboard.type('CRM sync')
    await page.keyboard.press('Tab')
    await page.keyboard.type('100')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const secret = await page.getByText(/^alm_live_[0-9A-Za-z]{20}/).textContent()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await expect.poll(() => page.getByText(/^alm_live_[0-9A-Za-z]{20}/).count()).toBe(0)
    const used = { key: secret ?? '', body: { pageSize: 2 } }
    expect((await scene.service.send('POST /v1/people-search', used)).status).toBe(200)
    await page.getByRole('row').filter({ hasText: 'CRM sync' }).click()
    await page.getByRole('button', { name: 'Revoke…' }).click()
    const revoke = page.getByRole('button', { name: 'Revoke it' })
    await expect.poll(() => revoke.isDisabled()).toBe(true)
    await page
      .getByRole('dialog', { name: 'Revoke this key' })
      .getByRole('textbox')
      .pressSequentially('CRM sync')
    await revoke.click()
    await page.getByRole('row').filter({ hasText: 'CRM sync' }).waitFor({ state: 'detached' })
    expect(await clicks()).toBe(6)
    expect(performance.now() - begin).toBeLessThan(allowedMs(30_000))
    const made = (await listKeys()).find(({ name }) => name === 'CRM sync')
    expect(made).toMatchObject({ maxCredits: 100, creditsUsed: 2, isRevoked: true })
    expect((await scene.service.send('POST /v1/people-search', used)).status).toBe(401)
    expect(await scene.service.spent(scene.org.organizationId)).toBe(2_000)
  })

  test('name, limit and scopes are changed, and a new secret is shown once', async () => {
    scene.visitor = await visitAs('admin', scene)
    const { page } = scene.visitor
    await scene.visitor.open('/keys')
    await page.getByRole('row').filter({ hasText: 'test key' }).click()
    const drawer = page.getByRole('dialog', { name: 'test key' })
    await drawer.getByLabel('Credits it may spend').fill('250')
    await drawer.getByLabel('Operations it may use').fill('people*, companySearch')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row').filter({ hasText: '0 of 250 credits' }).waitFor()
    await drawer.getByRole('button', { name: 'New secret…' }).click()
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    await page.getByText(/^alm_live_[0-9A-Za-z]{20}/).waitFor()
    const [key] = await scene.service.almanac.keys.listKeys(scene.org.organizationId)
    expect(key).toMatchObject({ scopes: ['people*', 'companySearch'], maxCredits: 250_000 })
  })

  test('who signed in with a key is led to sign in as a person', async () => {
    scene.visitor = await visit(scene)
    const { page } = scene.visitor
    await scene.visitor.open('/keys?open=new')
    await page.getByText('You are signed in with an API key.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'New key' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Sign in as a person' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('in the sandbox a sandbox key is made', async () => {
    scene.visitor = await visitAs('admin', scene)
    const { page } = scene.visitor
    await scene.visitor.open('/keys')
    await page.getByRole('checkbox', { name: 'Sandbox', exact: true }).click()
    await page.getByRole('button', { name: 'New sandbox key' }).click()
    await page.keyboard.type('Tries')
    await page.keyboard.press('Enter')
    await page.getByText(/^alm_test_[0-9A-Za-z]{20}/).waitFor()
    const tries = (await listKeys()).filter(({ name }) => name === 'Tries')
    expect(tries).toMatchObject([{ mode: 'test' }])
  })

  test('a member sees the keys and no button to make one', async () => {
    scene.visitor = await visitAs('member', scene)
    const { page } = scene.visitor
    await scene.visitor.open('/keys?open=new')
    await page.getByRole('row').filter({ hasText: 'test key' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'New key' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })
})
