import type { Page } from 'playwright-core'
import type { Visitor } from '../browser.ts'
import type { State } from './state.ts'

const members = 'be--husk.com,he--plunt.no,nobody.example'

async function reachNew(page: Page, { open }: Visitor): Promise<void> {
  await open(`/trackers/new?rule=headcount_crossed_threshold&members=${members}`)
  await page.getByRole('heading', { name: /^Would have told/ }).waitFor()
  await page.getByRole('blockquote').waitFor()
}

async function reachList(page: Page, visitor: Visitor): Promise<void> {
  await reachNew(page, visitor)
  await page.getByRole('button', { name: /^Watch them/ }).click()
  await page.getByText('not known here').waitFor()
  await page.getByRole('button', { name: 'Send a test signal' }).click()
  await page.getByRole('row').nth(1).waitFor()
}

export const states: State[] = [
  {
    name: 'a new watchlist, rules to choose from',
    async reach(page, { open }) {
      await open('/trackers/new')
      await page.getByRole('button', { name: /^Headcount crossed/ }).waitFor()
    },
  },
  { name: 'a new watchlist, tried on the past', reach: reachNew },
  {
    name: 'a watchlist, a signal opened',
    async reach(page, visitor) {
      await reachList(page, visitor)
      await page.getByRole('row').nth(1).getByRole('button').click()
      await page.getByRole('dialog').getByText('Who is told').waitFor()
    },
  },
  {
    name: 'members of a watchlist',
    async reach(page, visitor) {
      await reachList(page, visitor)
      await page.getByRole('link', { name: 'Members' }).click()
      await page.getByText('Add members').click()
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'rules of a watchlist',
    async reach(page, visitor) {
      await reachList(page, visitor)
      await page.getByRole('link', { name: 'Rules' }).click()
      await page.getByRole('button', { name: 'Change' }).first().waitFor()
    },
  },
  {
    name: 'watchlists',
    async reach(page, visitor) {
      await reachList(page, visitor)
      await visitor.open('/trackers')
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'the feed of signals',
    async reach(page, visitor) {
      await reachList(page, visitor)
      await visitor.open('/signals?tests=1')
      await page.getByRole('row').nth(1).waitFor()
    },
  },
]
