import type { State } from './state.ts'

/** A saved search is made by the search pages, so here by the operation that they call. */
const reachOne: State['reach'] = async (page, { open }, { url }) => {
  const answer = await page.request.post(`${url}/v1/saved-search/create`, {
    headers: { 'x-almanac-console': '1', origin: url },
    data: {
      name: 'Companies in Germany',
      spawnFrequencyDays: 7,
      searchParams: {
        type: 'companies',
        companySearchParams: { headquartersCountryCode: { anyOf: ['DEU'] } },
        maxCompanies: 10,
      },
    },
  })
  const { output } = (await answer.json()) as { output: { id: string } }
  await open(`/saved/${output.id}`)
  await page.getByRole('button', { name: /^Run now at most/ }).click()
  await page.getByText('Waiting').waitFor()
}

export const states: State[] = [
  {
    name: 'a saved search',
    async reach(page, visitor, service) {
      await reachOne(page, visitor, service)
      await service.almanac.jobs.workNow()
      await page.getByRole('link', { name: '+10 new' }).or(page.getByText('10 stayed')).first().waitFor()
      await page.getByText('Change', { exact: true }).click()
    },
  },
  {
    name: 'saved searches',
    async reach(page, visitor, service) {
      await reachOne(page, visitor, service)
      await service.almanac.jobs.workNow()
      await visitor.open('/saved')
      await page.getByRole('link', { name: 'Companies in Germany' }).first().waitFor()
    },
  },
  {
    name: 'who came in a run',
    async reach(page, visitor, service) {
      await reachOne(page, visitor, service)
      await service.almanac.jobs.workNow()
      await page.getByRole('link', { name: '+10 new' }).click()
      await page.getByRole('dialog').getByRole('listitem').nth(3).waitFor()
    },
  },
]
