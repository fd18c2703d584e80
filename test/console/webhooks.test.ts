import { describe, expect, test } from 'vitest'
import { isSignedBy, webhookReceiver } from '../support/webhook-receiver.ts'
import { trackersWorld } from '../worlds/trackers.ts'
import { ask, consoleTests, hasBrowser, visitToday } from './browser.ts'
import { countClicks } from './clicks.ts'
import { allowedMs } from '../support/machine-pace.ts'

const scene = consoleTests(trackersWorld, 500, visitToday)

const deliver = () => scene.service.almanac.webhooks.deliverNow()
const endpoints = async () => (await ask(scene, 'GET /v1/webhooks/endpoints')).endpoints

describe.skipIf(!hasBrowser)('webhooks in the console', () => {
  test('a webhook for signals is made, sent a test and seen to arrive in five clicks', async () => {
    const { url, calls } = await webhookReceiver()
    const { page } = scene.visitor
    await scene.visitor.open('/webhooks')
    const clicks = await countClicks(page)
    const begun = Date.now()
    await page.getByRole('link', { name: 'New webhook' }).click()
    await page.getByRole('textbox', { name: /^Address/ }).fill(`${url}/hook`)
    await page.getByRole('checkbox', { name: 'tracker.signal_detected' }).click()
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    const secret = (await page.locator('code.secret').textContent()) ?? ''
    expect(secret).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByText('On its way…').waitFor()
    await deliver()
    await page.getByText(/^It arrived: answered 200/).waitFor()
    expect(await clicks()).toBeLessThanOrEqual(5)
    expect(Date.now() - begun).toBeLessThan(allowedMs(30_000))
    expect(calls).toHaveLength(1)
    expect(calls[0]!.headers).toMatchObject({
      'webhook-event': 'tracker.signal_detected',
      'webhook-test': 'true',
    })
    expect(isSignedBy(calls[0]!, secret)).toBe(true)
    expect(await endpoints()).toMatchObject([{ kind: 'http', eventTypes: ['tracker.signal_detected'] }])
    expect(await scene.service.captured(scene.org)).toBe(0)
    await page.getByRole('link', { name: 'Open the webhook' }).click()
    await page.getByRole('row', { name: /tracker.signal_detected.*Delivered/ }).waitFor()
    // The secret is shown that once.
    await expect.poll(() => page.getByText(secret).count()).toBe(0)
  })

  test('what was refused is sent again, one by one or all of a time, and its attempts are told apart', async () => {
    let status = 500
    const { url, calls } = await webhookReceiver((response) => response.writeHead(status).end('why'))
    const { endpointId } = await ask(scene, 'POST /v1/webhooks/endpoints', { url })
    await ask(scene, `POST /v1/webhooks/endpoints/${endpointId}/test`, { eventType: 'job.changed' })
    await deliver()
    const { page } = scene.visitor
    await scene.visitor.open(`/webhooks/${endpointId}`)
    await page.getByRole('img', { name: '1 attempt, 0 received' }).waitFor()
    await page.getByRole('button', { name: 'job.changed' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('heading', { name: /^Attempt 1: answered 500/ }).waitFor()
    await drawer.getByText('What was sent').click()
    await drawer.getByText('webhook-event: job.changed').waitFor()
    await drawer.getByText('why', { exact: true }).waitFor()
    const { deliveries } = await ask(scene, `GET /v1/webhooks/endpoints/${endpointId}/deliveries`)
    const payload = await drawer
      .getByRole('heading', { name: 'What the event says' })
      .locator('+ pre')
      .textContent()
    expect(JSON.parse(payload ?? '')).toEqual(deliveries[0].payload)
    await drawer.getByRole('button', { name: 'Close' }).click()
    status = 204
    await page.getByRole('checkbox', { name: 'Choose job.changed' }).click()
    await page.getByRole('button', { name: 'Send again 1' }).click()
    await page.getByText('1 delivery sent again').waitFor()
    await deliver()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Delivered')
    await page.getByRole('img', { name: '2 attempts, 1 received' }).waitFor()
    expect(page.url()).toContain('status=delivered')
    // The end of a time is exclusive, and the clock stands still.
    scene.service.clock.advance(1_000)
    await page.getByText('Send a time again').click()
    await page.getByLabel('From').fill('2026-01-01T00:00')
    await page.getByRole('combobox', { name: 'Which' }).selectOption('Delivered')
    await page.getByRole('button', { name: 'Send again', exact: true }).last().click()
    // It waits again, so it is none of those that were delivered.
    await page.getByText('No deliveries fit.').waitFor()
    await deliver()
    expect(calls).toHaveLength(3)
  })

  test('deliveries to all webhooks are narrowed in the address, read and sent again on one tab', async () => {
    let status = 500
    const refusing = await webhookReceiver((response) => response.writeHead(status).end('down for repairs'))
    const taking = await webhookReceiver((response) => response.writeHead(204).end())
    const make = (url: string) => ask(scene, 'POST /v1/webhooks/endpoints', { url })
    const bad = await make(`${refusing.url}/crm`)
    const good = await make(`${taking.url}/store`)
    const test = (id: string, eventType: string) =>
      ask(scene, `POST /v1/webhooks/endpoints/${id}/test`, { eventType })
    await test(bad.endpointId, 'job.changed')
    await test(good.endpointId, 'job.changed')
    await test(good.endpointId, 'credits.low')
    await deliver()
    const { page } = scene.visitor
    await scene.visitor.open('/webhooks')
    await page.getByRole('link', { name: 'All deliveries' }).click()
    await page.getByRole('link', { name: /\/crm$/ }).waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(4)
    await page.getByRole('combobox', { name: 'Event' }).selectOption('job.changed')
    await page.getByRole('row', { name: /credits.low/ }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /\/crm$/ }).waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
    // Only of one webhook is a time sent again.
    await expect.poll(() => page.getByText('Send a time again').count()).toBe(0)
    await page.getByRole('combobox', { name: 'Webhook' }).selectOption(bad.endpointId)
    await page.getByRole('link', { name: /\/store$/ }).waitFor({ state: 'detached' })
    await page.getByText('Send a time again').waitFor()
    expect(page.url()).toContain(`tab=deliveries&type=job.changed&endpoint=${bad.endpointId}`)
    await page.reload()
    await page.getByRole('button', { name: 'job.changed' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('down for repairs').waitFor()
    status = 200
    await drawer.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('1 delivery sent again').waitFor()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await deliver()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Delivered')
    await page.getByRole('img', { name: '2 attempts, 1 received' }).waitFor()
    expect(refusing.calls).toHaveLength(2)
    expect(await scene.service.captured(scene.org)).toBe(0)
  })

  test('a webhook that its receiver ended says why and is turned on; a new secret says how long the old one signs', async () => {
    let status = 410
    const { url, calls } = await webhookReceiver((response) => response.writeHead(status).end())
    const { endpointId } = await ask(scene, 'POST /v1/webhooks/endpoints', { url })
    await ask(scene, `POST /v1/webhooks/endpoints/${endpointId}/test`, { eventType: 'job.changed' })
    await deliver()
    const { page } = scene.visitor
    await scene.visitor.open(`/webhooks/${endpointId}`)
    await page.getByText('It is off because the receiver answered 410').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Send a test event' }).isDisabled()).toBe(true)
    status = 200
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('It is off because').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make it' }).click()
    await page.getByText('The previous secret signs until').waitFor()
    await page.getByText('24 h 0 min left').waitFor()
    const secret = (await page.locator('code.secret').textContent()) ?? ''
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByText('On its way…').waitFor()
    await deliver()
    await page.getByText(/^It arrived/).waitFor()
    expect(isSignedBy(calls.at(-1)!, secret)).toBe(true)
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.waitForURL(/\/webhooks$/)
    expect(await endpoints()).toEqual([])
  })

  test('an address that may not be asked is refused at its field, and names almanac listen', async () => {
    const { page } = scene.visitor
    await scene.visitor.open('/webhooks/new')
    await page.getByRole('textbox', { name: /^Address/ }).fill('http://192.168.0.1/hook')
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    await page.getByRole('alert').getByText('almanac listen').waitFor()
    expect(await endpoints()).toEqual([])
  })

  test('a channel of Slack and a mail take the address of their kind; a subject stands for its events', async () => {
    const { url } = await webhookReceiver()
    const { page } = scene.visitor
    await scene.visitor.open('/webhooks/new')
    await page.getByText('Slack', { exact: true }).click()
    await page.getByRole('textbox', { name: /^Address of the channel/ }).fill(`${url}/services/secret`)
    await page.getByRole('checkbox', { name: 'monitoring' }).click()
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    await page.getByText('This kind is not signed').waitFor()
    expect(await endpoints()).toMatchObject([{ kind: 'slack', eventTypes: ['monitoring'] }])
    await scene.visitor.open('/webhooks/new')
    await page.getByText('Mail', { exact: true }).click()
    await page.getByRole('textbox', { name: /^E-mail addresses/ }).fill('nobody@acme.example')
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    await page.getByRole('alert').getByText('belongs to nobody who signed in').waitFor()
  })
})
