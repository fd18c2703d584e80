import type { State } from './state.ts'

export const states: State[] = [
  {
    name: 'requests, one opened',
    async reach(page, { open }) {
      // What the page asks for itself is in the log a moment later.
      await open('/team')
      await page.getByRole('button', { name: 'Rename' }).waitFor()
      await open('/requests?source=console')
      await page.getByRole('row').nth(1).click()
      await page.getByRole('dialog').getByText('Request id').waitFor()
    },
  },
  {
    name: 'keys of who signed in with one',
    async reach(page, { open }) {
      await open('/keys')
      await page.getByRole('row').filter({ hasText: 'test key' }).waitFor()
    },
  },
  {
    name: 'a key',
    async reach(page, { open }) {
      await open('/keys')
      await page.getByRole('row').filter({ hasText: 'test key' }).click()
      await page.getByRole('dialog').getByText('Operations it may use').waitFor()
    },
  },
  {
    name: 'usage',
    async reach(page, { open }) {
      await open('/companies')
      await page.getByRole('button', { name: /^Show 10 / }).click()
      await page.getByRole('row').nth(1).waitFor()
      // The day of the service is not that of the browser.
      await open('/usage?from=2026-01-01&to=2026-12-31')
      await page.getByRole('row').filter({ hasText: 'companySearch' }).waitFor()
      await page.getByText('The same as a table').click()
    },
  },
  {
    name: 'the ledger',
    async reach(page, { open }) {
      await open('/usage?tab=ledger')
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'budgets',
    async reach(page, { open }) {
      await open('/usage?tab=budgets')
      await page.getByRole('spinbutton', { name: 'Credits' }).fill('5000')
      await page.getByRole('button', { name: 'Add a budget' }).click()
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'statements',
    async reach(page, { open }) {
      await open('/usage?tab=statements')
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'rate limits',
    async reach(page, { open }) {
      await open('/usage?tab=limits&q=search')
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'buying credits',
    async reach(page, { open }) {
      await open('/usage?tab=buy')
      await page.getByText('Buy credits by itself').waitFor()
    },
  },
  {
    name: 'the team',
    async reach(page, { open }) {
      await open('/team')
      await page.getByRole('button', { name: 'Invite' }).waitFor()
    },
  },
  {
    name: 'who is signed in',
    async reach(page, { open }) {
      await open('/team?tab=sessions')
      await page.getByText('this one').waitFor()
    },
  },
  {
    name: 'the box that leads anywhere',
    async reach(page, { open }) {
      await open('/lists')
      await page.getByRole('heading', { name: 'Bring a list' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'A page' }).waitFor()
    },
  },
  {
    name: 'the keys',
    async reach(page, { open }) {
      await open('/lists')
      await page.getByRole('heading', { name: 'Bring a list' }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    },
  },
]
