import { operate } from '../browser.ts'
import type { State } from './state.ts'

/** A page of the operator, by its address and what stands on it once it is read. */
const state = (name: string, path: string, heading: string): State => ({
  name: `operator: ${name}`,
  async reach(page, visitor, service) {
    await operate(visitor, service)
    await visitor.open(path)
    await page.getByRole('heading', { name: heading }).first().waitFor()
  },
})

const csv = 'Company,Website,Employees\nState Blue,state-blue.example,12\nState Red,,13\n'

export const states: State[] = [
  {
    name: 'operator: the sign-in',
    async reach(page, { open }) {
      await open('/operator')
      await page.getByLabel('Operator token').waitFor()
    },
  },
  state('organizations', '/operator/organizations?make=1', 'Organizations'),
  {
    name: 'operator: one organization',
    async reach(page, visitor, service) {
      const { organizationId } = await service.org(250)
      await operate(visitor, service)
      await visitor.open(`/operator/organizations/${organizationId}`)
      for (const tab of ['Prices', 'Limits', 'Subscriptions', 'API keys', 'Credits'])
        await page.getByRole('link', { name: tab, exact: true }).click()
      await page.getByLabel('How many credits').waitFor()
    },
  },
  {
    name: 'operator: a file before it is loaded',
    async reach(page, visitor, service) {
      await operate(visitor, service)
      await visitor.open('/operator/imports')
      const file = { name: 'state.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByRole('button', { name: 'Load the file' }).waitFor()
      await page.getByText('state-blue.example').first().waitFor()
    },
  },
  {
    name: 'operator: how full people are',
    async reach(page, visitor, service) {
      await operate(visitor, service)
      await visitor.open('/operator/corpus?kind=people')
      await page.getByRole('meter').first().waitFor()
    },
  },
  {
    name: 'operator: the data sets',
    async reach(page, visitor, service) {
      await operate(visitor, service)
      await visitor.open('/operator/datasets')
      await page.getByRole('button', { name: 'Add gleif', exact: true }).waitFor()
    },
  },
  state('imports', '/operator/imports', 'Imports'),
  state('sources', '/operator/sources', 'Sources'),
  {
    name: 'operator: a source that is being added',
    async reach(page, visitor, service) {
      await operate(visitor, service)
      await visitor.open('/operator/sources?add=hunter')
      await page.getByLabel(/^Key/).waitFor()
      await page.getByText('More settings').click()
    },
  },
  state('jobs', '/operator/jobs', 'Jobs'),
  state('duplicates', '/operator/duplicates', 'Duplicates'),
  state('removals', '/operator/removals', 'Removals'),
  state('backups', '/operator/backups', 'Backups'),
  state('doctor', '/operator/doctor', 'Doctor'),
  state('settings', '/operator/settings', 'Settings'),
]
