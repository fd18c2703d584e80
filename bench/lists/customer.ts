import type { Stores } from '../../src/stores.ts'
import type { Service } from '../almanac-process.ts'
import { richCustomer } from '../customer.ts'
import { keepAliveClient } from '../keep-alive-client.ts'

type Output = Record<string, never>

/** A service that is measured, as one customer asks it. Every answer but 200 throws. */
export interface Customer {
  service: Service
  stores: Stores
  post(path: string, body: object): Promise<Output>
  patch(path: string, body: object): Promise<Output>
  get(path: string): Promise<Output>
  close(): void
}

/** Operations that are asked more often than a customer may. */
const operationIds = [
  'companySearch',
  'companyCount',
  'peopleSearch',
  'peopleSearchCount',
  'addCompaniesToExclusionList',
  'createSavedSearch',
  'getAudienceStatus',
  'getAudienceCompanies',
  'getAudienceProspects',
  'getExport',
]

export async function customerOf(service: Service, stores: Stores): Promise<Customer> {
  const key = await richCustomer(stores, operationIds)
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const client = keepAliveClient(service.url, headers)
  const outputOf = (text: string) => (JSON.parse(text) as { output: Output }).output
  const ask = async (method: string, path: string, body?: object) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(service.url + path, { method, headers, ...sent })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return outputOf(text)
  }
  return {
    service,
    stores,
    post: async (path, body) => outputOf((await client.post(path, JSON.stringify(body))).toString()),
    patch: (path, body) => ask('PATCH', path, body),
    get: (path) => ask('GET', path),
    close: () => client.close(),
  }
}
