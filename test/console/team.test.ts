import { describe, expect, test } from 'vitest'
import { sampleWorld } from '../worlds/sample.ts'
import { consoleTests, hasBrowser } from './browser.ts'
import { visitAs } from './person.ts'

const scene = consoleTests(sampleWorld, 500, (entrance) => visitAs('admin', entrance))

const read = async (route: string) => (await scene.service.send(route, { key: scene.org.rawKey })).body.output

describe.skipIf(!hasBrowser)('the team in the console', () => {
  test('somebody is invited by a link that signs them in, gets a limit, and is removed', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/team')
    await page.getByLabel('E-mail address').fill('bo@acme.example')
    await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('member')
    await page.getByRole('button', { name: 'Invite' }).click()
    const link = await page.getByText('#invitation=').textContent()
    await page.getByRole('button', { name: 'I have handed it over' }).click()
    const context = await scene.browser.newContext()
    const guest = await context.newPage()
    await guest.goto(`${scene.service.url}/console/${new URL(link ?? '').hash}`)
    await guest.getByRole('heading', { name: 'Bring a list' }).waitFor()
    expect(guest.url()).not.toContain('invitation')
    await scene.visitor.open('/team')
    await page.getByRole('button', { name: 'Change bo@acme.example' }).click()
    await page.getByLabel('Credits a month of bo@acme.example').fill('50')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('0 of 50 credits').waitFor()
    const { members } = await read('GET /v1/organization/members')
    expect(members).toContainEqual(
      expect.objectContaining({ email: 'bo@acme.example', role: 'member', maxCreditsPerMonth: 50 }),
    )
    await page.getByRole('button', { name: 'Change bo@acme.example' }).click()
    await page.getByRole('button', { name: 'Remove…' }).click()
    await page.getByRole('button', { name: 'Remove bo@acme.example' }).click()
    await page.getByRole('button', { name: 'Change bo@acme.example' }).waitFor({ state: 'detached' })
    await guest.reload()
    await guest.getByRole('heading', { name: 'Sign in' }).waitFor()
    await context.close()
  })

  test('the organization is renamed, and the audit says who did it', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/team')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name of the organization' }).fill('Acme GmbH')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Acme GmbH' }).waitFor()
    expect((await read('GET /v1/organization')).name).toBe('Acme GmbH')
    await page.getByRole('link', { name: 'Who changed what' }).click()
    await page
      .getByRole('row')
      .filter({ hasText: 'organization renamed' })
      .getByText('person:admin@')
      .waitFor()
  })

  test('an invitation is withdrawn', async () => {
    const { page } = scene.visitor
    await scene.service.send('POST /v1/organization/invitations', {
      key: scene.org.rawKey,
      body: { email: 'cy@acme.example', role: 'billing' },
    })
    await scene.visitor.open('/team')
    await page.getByRole('button', { name: 'Withdraw cy@acme.example' }).click()
    await page.getByRole('button', { name: 'Withdraw cy@acme.example' }).waitFor({ state: 'detached' })
    expect((await read('GET /v1/organization/invitations')).invitations).toEqual([])
  })

  test('who ends all sessions is signed out', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/team?tab=sessions')
    await page.getByText('this one').waitFor()
    await page.getByRole('button', { name: 'End all of mine…' }).click()
    await page.getByRole('button', { name: 'End all', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const { sessions } = await read('GET /v1/organization/sessions')
    const own = sessions.filter(({ memberId }: { memberId: string | null }) => memberId !== null)
    expect(own).toEqual([])
  })
})
