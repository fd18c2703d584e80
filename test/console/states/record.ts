import type { State } from './state.ts'

export const states: State[] = [
  {
    name: 'a person who was not paid for',
    async reach(page, { open }) {
      await open('/person/lei-zhu-zkeii8-example?tab=sources')
      await page.getByRole('button', { name: 'Read the record 2 credits' }).waitFor()
    },
  },
  {
    name: 'a person and their contacts',
    async reach(page, { open }) {
      await open('/person/ramon-santos-xq6yt1-example')
      const isThere = page.getByRole('heading', { name: 'Contact details' })
      const read = page.getByRole('button', { name: /^Read the record / })
      await read.or(isThere).first().waitFor()
      if (await read.isVisible()) await read.click()
      await page.getByRole('button', { name: /^Reveal / }).click()
      await page.getByText('Who was asked').click()
    },
  },
  {
    name: 'insights of a company',
    async reach(page, { open }) {
      await open('/company/be--husk.com?tab=insights')
      await page
        .getByRole('region', { name: 'Departments' })
        .getByRole('button', { name: 'Show 2 credits' })
        .click()
      await page.getByText('Product and design').waitFor()
    },
  },
  {
    name: 'companies like one',
    async reach(page, { open }) {
      await open('/company/be--husk.com?tab=similar')
      await page.getByRole('button', { name: /^Find ten like it/ }).click()
      await page.getByRole('listitem').first().waitFor()
    },
  },
]
