import type { Page } from 'playwright-core'
import type { Visitor } from '../browser.ts'
import type { State } from './state.ts'

async function reachColumns(page: Page, { open }: Visitor): Promise<void> {
  await open('/lists')
  await page.getByRole('button', { name: /example of five companies/ }).click()
  await page.getByRole('button', { name: /^Look up 5 rows At most/ }).waitFor()
}

export const states: State[] = [
  {
    name: 'the start',
    async reach(page, { open }) {
      await open('/lists')
      await page.getByText('Or paste names or websites').click()
    },
  },
  { name: 'the columns of a list', reach: reachColumns },
  {
    name: 'a list',
    async reach(page, visitor, { almanac }) {
      await reachColumns(page, visitor)
      await page.getByRole('button', { name: /^Look up/ }).click()
      await page.waitForURL(/\/lists\/task_/)
      await almanac.jobs.workNow()
      await page.getByRole('row').nth(2).waitFor()
    },
  },
  {
    name: 'a cleaned list',
    async reach(page, visitor, { almanac }) {
      await reachColumns(page, visitor)
      await page.getByRole('button', { name: /^Clean this list/ }).click()
      await page.waitForURL(/\/lists\/clean\/task_/)
      await almanac.jobs.workNow()
      await page.getByText('Companies known').waitFor()
    },
  },
  {
    name: 'an address that leads nowhere',
    async reach(page, { open }) {
      await open('/nowhere')
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    },
  },
]
