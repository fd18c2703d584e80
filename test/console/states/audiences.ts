import type { Page } from 'playwright-core'
import type { Visitor } from '../browser.ts'
import type { State } from './state.ts'

/** A new audience that would find ten companies. */
async function reachBuild(page: Page, { open }: Visitor): Promise<void> {
  await open('/audiences')
  await page.getByRole('textbox', { name: 'New audience' }).fill('Companies in Germany')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/tab=build/)
  const companies = page.getByRole('region', { name: 'Companies' })
  await companies.getByRole('checkbox').check()
  await companies.getByRole('combobox', { name: 'Country, value' }).fill('Germany')
  await companies.getByRole('button', { name: 'Add', exact: true }).click()
  await companies.getByRole('spinbutton', { name: 'Most companies' }).fill('10')
  await page.getByRole('button', { name: 'Count, free' }).click()
  await page.getByRole('button', { name: /^Build/ }).waitFor()
}

const reachTab =
  (tab: string, text: string): State['reach'] =>
  async (page, visitor, { almanac }) => {
    await reachBuild(page, visitor)
    await page.getByRole('button', { name: /^Build/ }).click()
    await page.getByRole('progressbar', { name: 'Building' }).waitFor()
    await almanac.jobs.workNow()
    await page.getByRole('link', { name: 'Companies 10' }).waitFor()
    const parts = page.getByRole('navigation', { name: 'Parts of the audience' })
    await parts.getByRole('link', { name: tab }).click()
    await page.getByText(text).first().waitFor()
  }

export const states: State[] = [
  {
    name: 'audiences',
    async reach(page, visitor) {
      await reachBuild(page, visitor)
      await page.getByRole('link', { name: 'Audiences' }).first().click()
      await page.getByRole('link', { name: 'Companies in Germany' }).first().waitFor()
    },
  },
  { name: 'what an audience looks for', reach: reachBuild },
  { name: 'companies of an audience', reach: reachTab('Companies', 'New') },
  {
    name: 'companies put into an audience by hand',
    async reach(page, { open }) {
      await open('/audiences')
      await page.getByRole('textbox', { name: 'New audience' }).fill('By hand')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.waitForURL(/tab=build/)
      const parts = page.getByRole('navigation', { name: 'Parts of the audience' })
      await parts.getByRole('link', { name: /^Companies/ }).click()
      await page.getByRole('button', { name: 'Add by hand' }).click()
      const lines = page.getByRole('textbox', { name: /^Websites/ })
      await lines.fill('be--husk.com\nhttps://nobody.example/about')
      await page.getByRole('button', { name: /^Add 2 companies/ }).click()
      await page.getByText('No company has this identifier.').waitFor()
      await page.getByRole('checkbox', { name: 'Choose Behusk Networks' }).check()
      await page.getByRole('button', { name: 'Add by hand' }).click()
      await lines.fill('be--husk.com')
    },
  },
  { name: 'changes of an audience', reach: reachTab('Changes', 'What the last build changed') },
  { name: 'prices of an enrichment', reach: reachTab('Enrich', 'Company pages, read again') },
  { name: 'a file of an audience', reach: reachTab('Export', 'Most rows') },
]
