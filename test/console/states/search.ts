import type { State } from './state.ts'

export const states: State[] = [
  {
    name: 'people before they are paid',
    async reach(page, { open }) {
      await open('/people?level=Director')
      await page.getByRole('button', { name: /^Show 10 / }).waitFor()
      await page.getByRole('button', { name: 'Remove Level Director' }).waitFor()
    },
  },
  {
    name: 'nobody',
    async reach(page, { open }) {
      await open('/people?title=zzqx&country=DEU')
      await page.getByRole('button', { name: /^without the job title/ }).waitFor()
    },
  },
  {
    name: 'where people are, and towns that begin so',
    async reach(page, { open }) {
      await open('/people')
      await page.getByRole('button', { name: 'Germany' }).waitFor()
      await page.getByRole('img', { name: 'Where they are' }).waitFor()
      // On a telephone the filters are folded.
      const filters = page.getByRole('button', { name: 'Filters', exact: true })
      if (await filters.isVisible()) await filters.click()
      await page.getByRole('combobox', { name: 'Near' }).fill('berl')
      await page.getByRole('listbox', { name: 'Near' }).getByRole('option').first().waitFor()
    },
  },
  {
    name: 'a circle and an area on the map',
    async reach(page, { open }) {
      await open('/companies?near=circle:48.14;11.58;900,area:30;-100;45;-100;45;-80;30;-80')
      await page.getByRole('button', { name: 'Remove Near an area of 4 corners' }).waitFor()
      await page.getByRole('radio', { name: 'Circle' }).check()
      await page.getByRole('textbox', { name: /^Or its middle/ }).fill('48, 11')
      await page.getByRole('img', { name: 'Where they are' }).waitFor()
    },
  },
  {
    name: 'chosen people and their contact details',
    async reach(page, { open }) {
      await open('/people?level=Director')
      await page.getByRole('button', { name: /^Show 10 / }).click()
      await page.getByRole('row').nth(1).getByRole('checkbox').click()
      await page.getByRole('button', { name: 'Contact details' }).click()
      await page.getByRole('button', { name: /^Reveal / }).waitFor()
    },
  },
  {
    name: 'a search to be saved',
    async reach(page, { open }) {
      await open('/companies?industry=Software')
      await page.getByRole('button', { name: 'Save search' }).click()
      await page.getByRole('dialog').getByText('Saving is free.').waitFor()
    },
  },
  {
    name: 'people to be put into an audience',
    async reach(page, { open }) {
      await open('/people?level=Director')
      await page.getByRole('button', { name: /^Show 10 / }).click()
      await page.getByRole('row').nth(1).getByRole('checkbox').click()
      await page.getByRole('button', { name: 'Add to an audience' }).click()
      await page.getByRole('dialog').getByText('Builds keep them.').waitFor()
    },
  },
  {
    name: 'all of a search to be downloaded',
    async reach(page, { open }) {
      await open('/people?level=Director')
      await page.getByRole('button', { name: /^Download all \d/ }).click()
      await page.getByRole('dialog').getByText('At most 10,000 rows').waitFor()
    },
  },
  {
    name: 'jobs',
    async reach(page, { open }) {
      await open('/jobs')
      await page.getByRole('button', { name: /^Show 10 / }).click()
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'companies, one opened',
    async reach(page, { open }) {
      await open('/companies')
      await page.getByRole('button', { name: /^Show 10 / }).click()
      await page.getByRole('row').nth(1).getByRole('button').click()
      await page.getByRole('dialog').getByText('Website').waitFor()
    },
  },
]
