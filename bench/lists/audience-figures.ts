import { setTimeout as delay } from 'node:timers/promises'
import { exported, exportTable } from '../exports.ts'
import { race } from '../measure.ts'
import { processorTime } from '../process-tree.ts'
import { figure, markdownTable } from '../results-file.ts'
import { say } from '../scratch-dir.ts'
import type { Customer } from './customer.ts'

const budgetMs = 30_000

/** An audience of everybody, built and exported, and pages of its members beside those of a search. */
export async function audienceFigures(
  { post, patch, get, service }: Customer,
  { companies, people, runs }: { companies: number; people: number; runs: number },
): Promise<string> {
  const { audienceId } = await post('/v1/audiences/create', { name: 'Everybody' })
  await patch(`/v1/audiences/${audienceId}/search-params`, {
    companySearchParams: {},
    prospectSearchParams: {},
    maxCompanies: companies,
    maxProspects: people,
  })
  say('build an audience')
  const before = await processorTime(service.pid)
  const start = performance.now()
  await post(`/v1/audiences/${audienceId}/build`, {})
  let status: Record<string, never> = {}
  while (status['status'] !== 'NORMAL') {
    await delay(200)
    status = await get(`/v1/audiences/${audienceId}/status`)
    if (status['status'] === 'FAILED') throw new Error('the audience could not be built')
  }
  const seconds = (performance.now() - start) / 1000
  const after = await processorTime(service.pid)
  const members = (side: string) => ({
    name: `100 ${side} of the audience`,
    run: () => get(`/v1/audiences/${audienceId}/${side}?pageSize=100`),
  })
  const search = (name: string, path: string, searchParams: object) => ({
    name,
    run: () => post(path, { pageSize: 100, searchParams }),
  })
  const timings = await race(
    [
      search('100 companies of a search', '/v1/company-search', {}),
      members('companies'),
      search('100 people of a search', '/v1/people-search', {}),
      members('prospects'),
    ],
    { runs, warmUp: 3, budgetMs, fewest: 5 },
  )
  say('export its people')
  const ask = (method: string, path: string, body?: object) =>
    method === 'GET' ? get(`/v1/${path}`) : post(`/v1/${path}`, body ?? {})
  const file = { audience: String(audienceId), format: 'PROSPECT_GENERIC_CSV', fileType: 'csv' }
  const line = await exported(ask, service.pid, file)
  const used = (part: 'service' | 'engine' | 'postgres') => figure((after[part] - before[part]) / 1000)
  return `### Audiences

${Number(status['companiesCount']).toLocaleString('en')} companies and ${Number(status['prospectsCount']).toLocaleString('en')} people built in ${figure(seconds)} s; processor seconds: service ${used('service')}, engine ${used('engine')}, postgres ${used('postgres')}.

${markdownTable(
  ['page', 'median ms', 'p99 ms'],
  [...timings].map(([name, { median, p99 }]) => [name, figure(median), figure(p99)]),
)}

${exportTable([line])}`
}
