import type { State } from './state.ts'

export const states: State[] = [
  {
    name: 'exports',
    async reach(page, { open }, { url, almanac }) {
      const headers = { 'x-almanac-console': '1', origin: url }
      const send = async (method: 'post' | 'patch', path: string, data: object) => {
        const answer = await page.request[method](`${url}/v1/audiences/${path}`, { headers, data })
        return ((await answer.json()) as { output: { audienceId: string } }).output
      }
      const { audienceId } = await send('post', 'create', { name: 'Companies in France' })
      const companySearchParams = { headquartersCountryCode: { anyOf: ['FRA'] } }
      await send('patch', `${audienceId}/search-params`, { companySearchParams, maxCompanies: 5 })
      await send('post', `${audienceId}/build`, {})
      await almanac.jobs.workNow()
      await send('post', `${audienceId}/export/companies`, { format: 'COMPANY_GENERIC_CSV' })
      await almanac.jobs.workNow()
      await open('/exports')
      await page
        .getByRole('button', { name: /^Download companies-in-france/ })
        .first()
        .waitFor()
    },
  },
]
