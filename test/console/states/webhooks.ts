import type { Page } from 'playwright-core'
import type { Visitor } from '../browser.ts'
import type { State } from './state.ts'

async function reachMade(page: Page, { open }: Visitor): Promise<void> {
  await open('/webhooks/new?events=tracker.signal_detected')
  await page.getByRole('textbox', { name: /^Address/ }).fill('https://receiver.example/hooks')
  await page.getByRole('button', { name: 'Create the webhook' }).click()
  await page.getByText('shown only now').waitFor()
}

async function reachEndpoint(page: Page, visitor: Visitor): Promise<void> {
  await reachMade(page, visitor)
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.getByText('On its way…').waitFor()
  await page.getByRole('link', { name: 'Open the webhook' }).click()
  await page.getByRole('row').nth(1).waitFor()
}

export const states: State[] = [
  {
    name: 'a new webhook, an example opened',
    async reach(page, { open }) {
      await open('/webhooks/new')
      await page.getByText('Example tracker.signal_detected').click()
    },
  },
  { name: 'a webhook that was made', reach: reachMade },
  { name: 'a webhook', reach: reachEndpoint },
  {
    name: 'a delivery',
    async reach(page, visitor, { almanac }) {
      await reachEndpoint(page, visitor)
      await almanac.webhooks.deliverNow()
      await page.reload()
      await page.getByRole('row').nth(1).getByRole('button').click()
      await page.getByRole('dialog').getByText('Attempt 1').waitFor()
    },
  },
  {
    name: 'deliveries to all webhooks',
    async reach(page, visitor) {
      await reachEndpoint(page, visitor)
      await visitor.open('/webhooks?tab=deliveries')
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'webhooks',
    async reach(page, visitor) {
      await reachMade(page, visitor)
      await visitor.open('/webhooks')
      await page.getByRole('row').nth(1).waitFor()
    },
  },
]
