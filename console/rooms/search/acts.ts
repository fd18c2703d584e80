import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import type { Company } from '../../records/company.ts'
import type { Person } from '../../records/person.ts'

/** A list of the organization that rows can be put on. */
export interface NamedList {
  id: string
  name: string
}

interface ListAct<R> {
  lists(): Promise<NamedList[]>
  create(name: string): Promise<NamedList>
  /** Name of the price of a row that is new there; free where there is none. */
  price?: string
  add(listId: string, rows: readonly R[], maxCredits: number): Promise<Added>
}

interface Added {
  /** Rows that are new there. */
  numAdded: number
  /** Rows that could not be, and were no duplicates. */
  numRefused: number
}

/** Where chosen rows can be put. */
export interface Acts<R> {
  audience: ListAct<R>
  watch: ListAct<R>
  leaveOut: ListAct<R>
}

/** How often a new watchlist is checked. */
const usualDays = 7

const ids = (rows: readonly { entity_id?: string }[]) => rows.flatMap(({ entity_id }) => entity_id ?? [])

const readAudiences = async () => {
  const { output } = await settle(api.GET('/v1/audiences', {}))
  return output.audiences.map(({ audienceId: id, name }) => ({ id, name }))
}

async function createAudience(name: string, creationMethod: 'NORMAL' | 'START_FROM_PROSPECTS') {
  const { output } = await settle(api.POST('/v1/audiences/create', { body: { name, creationMethod } }))
  return { id: output.audienceId, name }
}

const toAudience = (audienceId: string, maxCredits: number) => ({
  path: { audienceId },
  header: { 'X-Max-Credits': maxCredits },
})

export const peopleActs: Acts<Person> = {
  audience: {
    lists: readAudiences,
    create: (name) => createAudience(name, 'START_FROM_PROSPECTS'),
    price: 'audienceProspect',
    async add(audienceId, rows, maxCredits) {
      const prospects = ids(rows).map((entityId) => ({ entityId }))
      const params = toAudience(audienceId, maxCredits)
      const path = '/v1/audiences/{audienceId}/prospects'
      const { output } = await settle(api.PUT(path, { params, body: { prospects } }))
      const numRefused = rows.length - prospects.length + output.invalidProspects.length
      return { numAdded: output.added, numRefused }
    },
  },
  watch: {
    async lists() {
      const { output } = await settle(api.GET('/v1/tracker/person-lists', {}))
      return output.lists
    },
    async create(name) {
      const body = { name, refreshIntervalDays: usualDays }
      return (await settle(api.POST('/v1/tracker/person-lists', { body }))).output
    },
    async add(listId, rows) {
      const people = ids(rows).map((entityId) => ({ entityId }))
      const path = '/v1/tracker/person-lists/{listId}/people'
      const { output } = await settle(api.PUT(path, { params: { path: { listId } }, body: { people } }))
      return { numAdded: output.added, numRefused: rows.length - people.length + output.invalidPeople.length }
    },
  },
  leaveOut: {
    async lists() {
      const { output } = await settle(api.POST('/v1/exclusions/prospects/get-lists', { body: {} }))
      return output.lists.map(({ listId: id, name }) => ({ id, name }))
    },
    async create(name) {
      const body = { name, isOrganizationWide: true }
      const { output } = await settle(api.POST('/v1/exclusions/prospects/create-list', { body }))
      return { id: output.listId, name }
    },
    async add(listId, rows) {
      const prospects = rows.map(({ primary_slug: pnetSlug }) => ({ pnetSlug }))
      const path = '/v1/exclusions/prospects/add-to-list'
      const { output } = await settle(api.POST(path, { body: { listId, prospects } }))
      return { numAdded: output.prospectsAdded, numRefused: output.invalidProspects.length }
    },
  },
}

export const companyActs: Acts<Company> = {
  audience: {
    lists: readAudiences,
    create: (name) => createAudience(name, 'NORMAL'),
    price: 'audienceCompany',
    async add(audienceId, rows, maxCredits) {
      const companies = ids(rows).map((entityId) => ({ entityId }))
      const params = toAudience(audienceId, maxCredits)
      const path = '/v1/audiences/{audienceId}/companies'
      const { output } = await settle(api.PUT(path, { params, body: { companies } }))
      const numRefused = rows.length - companies.length + output.invalidCompanies.length
      return { numAdded: output.added, numRefused }
    },
  },
  watch: {
    async lists() {
      const { output } = await settle(api.GET('/v1/tracker/company-lists', {}))
      return output.lists
    },
    async create(name) {
      const body = { name, refreshIntervalDays: usualDays }
      return (await settle(api.POST('/v1/tracker/company-lists', { body }))).output
    },
    async add(listId, rows) {
      const companies = ids(rows).map((entityId) => ({ entityId }))
      const path = '/v1/tracker/company-lists/{listId}/companies'
      const { output } = await settle(api.PUT(path, { params: { path: { listId } }, body: { companies } }))
      return {
        numAdded: output.added,
        numRefused: rows.length - companies.length + output.invalidCompanies.length,
      }
    },
  },
  leaveOut: {
    async lists() {
      const { output } = await settle(api.POST('/v1/exclusions/companies/get-lists', { body: {} }))
      return output.lists.map(({ listId: id, name }) => ({ id, name }))
    },
    async create(name) {
      const body = { name, isOrganizationWide: true }
      const { output } = await settle(api.POST('/v1/exclusions/companies/create-list', { body }))
      return { id: output.listId, name }
    },
    async add(listId, rows) {
      const companies = rows.map(({ domains, pnet_primary_slug: pnetSlug }) => {
        const domain = domains?.[0]
        return domain === undefined ? { pnetSlug } : { domain }
      })
      const path = '/v1/exclusions/companies/add-to-list'
      const { output } = await settle(api.POST(path, { body: { listId, companies } }))
      return { numAdded: output.companiesAdded, numRefused: output.invalidCompanies.length }
    },
  },
}
