import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'

export type Kind = 'company' | 'person'

/** A list of either kind. */
export interface Watchlist {
  id: string
  name: string
  kind: Kind
  days: number
  isActive: boolean
  isArchived: boolean
  /** Whether a search finds the members. */
  isDynamic: boolean
  /** The most members that a search finds; how many there are where none does. */
  maxCount: number
  nextRefreshAt: string | null
  lastRefreshedAt: string | null
  billing: 'per_check' | 'per_notification'
  rules: Rule[]
  count: number
}

export interface Rule {
  id: string
  type: string
  [member: string]: unknown
}

/** A signal with the list that told it. */
export type Listed = Schemas['ListedTrackerSignal']

/** A rule that no list has yet: its type and what was filled in. */
export type RuleConfig = Readonly<Record<string, unknown>>

/** Ids begin with the kind of list. */
const kindOf = (listId: string): Kind => (listId.startsWith('tplist_') ? 'person' : 'company')

const paths = {
  company: '/v1/tracker/company-lists',
  person: '/v1/tracker/person-lists',
} as const

type List = Schemas['TrackerCompanyList'] | Schemas['TrackerPersonList']

function view(list: List): Watchlist {
  const isOfPeople = 'personCount' in list
  const count = isOfPeople ? list.personCount : list.companyCount
  return {
    id: list.id,
    name: list.name,
    kind: isOfPeople ? 'person' : 'company',
    days: list.refreshIntervalDays,
    isActive: list.isActive,
    isArchived: list.isArchived,
    isDynamic: list.isDynamic,
    maxCount: list.isDynamic ? Math.max(count, list.maxDynamicMembers) : count,
    nextRefreshAt: list.nextRefreshAt,
    lastRefreshedAt: list.lastRefreshedAt,
    billing: list.billingMethod,
    rules: list.trackingRules,
    count,
  }
}

/** All lists, those of companies first. */
export async function readLists(): Promise<Watchlist[]> {
  const [companies, people] = await Promise.all([
    settle(api.GET('/v1/tracker/company-lists', {})),
    settle(api.GET('/v1/tracker/person-lists', {})),
  ])
  return [...companies.output.lists, ...people.output.lists].map(view)
}

const ofList = (listId: string) => ({ params: { path: { listId } } })

export async function readList(id: string): Promise<Watchlist> {
  const { output } =
    kindOf(id) === 'company'
      ? await settle(api.GET(`${paths.company}/{listId}`, ofList(id)))
      : await settle(api.GET(`${paths.person}/{listId}`, ofList(id)))
  return view(output)
}

export interface NewList {
  name: string
  refreshIntervalDays: number
  billingMethod: Watchlist['billing']
  rules: readonly RuleConfig[]
  /** Members are those that a search finds. */
  search?: { companies?: object | undefined; people?: object | undefined } | undefined
}

/** Rules are checked by the service against their schema. */
const companyRules = (rules: readonly RuleConfig[]) => rules as unknown as Schemas['TrackerCompanyRule'][]
const personRules = (rules: readonly RuleConfig[]) => rules as unknown as Schemas['TrackerPersonRule'][]

export async function createList(kind: Kind, { rules, search, ...settings }: NewList): Promise<Watchlist> {
  const { companies: companySearchParams, people: prospectSearchParams } = search ?? {}
  const ofCompanies = { ...settings, ...(companySearchParams && { companySearchParams }) }
  const ofPeople = { ...ofCompanies, ...(prospectSearchParams && { prospectSearchParams }) }
  const { output } =
    kind === 'company'
      ? await settle(
          api.POST(paths.company, { body: { ...ofCompanies, trackingRules: companyRules(rules) } }),
        )
      : await settle(api.POST(paths.person, { body: { ...ofPeople, trackingRules: personRules(rules) } }))
  return view(output)
}

interface ListChange {
  name?: string
  refreshIntervalDays?: number
  isActive?: boolean
  rules?: readonly RuleConfig[]
}

export async function changeList(id: string, { rules, ...change }: ListChange): Promise<Watchlist> {
  const { output } =
    kindOf(id) === 'company'
      ? await settle(
          api.PATCH(`${paths.company}/{listId}`, {
            ...ofList(id),
            body: { ...change, ...(rules && { trackingRules: companyRules(rules) }) },
          }),
        )
      : await settle(
          api.PATCH(`${paths.person}/{listId}`, {
            ...ofList(id),
            body: { ...change, ...(rules && { trackingRules: personRules(rules) }) },
          }),
        )
  return view(output)
}

export const archiveList = (id: string) =>
  kindOf(id) === 'company'
    ? settle(api.DELETE(`${paths.company}/{listId}`, ofList(id)))
    : settle(api.DELETE(`${paths.person}/{listId}`, ofList(id)))

export function refreshList(id: string, maxCredits: number) {
  const params = { path: { listId: id }, header: { 'X-Max-Credits': maxCredits } }
  return kindOf(id) === 'company'
    ? settle(api.POST(`${paths.company}/{listId}/refresh`, { params, body: {} }))
    : settle(api.POST(`${paths.person}/{listId}/refresh`, { params, body: {} }))
}

/** What names a member: one of its identifiers. */
export type MemberName = Partial<Record<'entityId' | 'pnetUrl' | 'pnetSlug' | 'domain', string>>

export type ListMember = Schemas['TrackerCompanyMember'] | Schemas['TrackerPersonMember']

export async function readMembers(id: string, cursor: string | null) {
  const params = { path: { listId: id }, query: { ...(cursor !== null && { cursor }) } }
  if (kindOf(id) === 'company') {
    const answer = await settle(api.GET(`${paths.company}/{listId}/companies`, { params }))
    const { companies, ...page } = answer.output
    return { ...answer, output: { ...page, members: companies as ListMember[] } }
  }
  const answer = await settle(api.GET(`${paths.person}/{listId}/people`, { params }))
  const { people, ...page } = answer.output
  return { ...answer, output: { ...page, members: people as ListMember[] } }
}

/** How many a request may name. */
const maxNames = 5_000

interface Addition {
  added: number
  skipped: number
  unknown: number
}

/** Adds members; the last changes that are known of them are told at once, free. */
export async function addMembers(id: string, names: readonly MemberName[]): Promise<Addition> {
  const sum: Addition = { added: 0, skipped: 0, unknown: 0 }
  for (let start = 0; start < names.length; start += maxNames) {
    const some = names.slice(start, start + maxNames)
    const request = { ...ofList(id) }
    const output =
      kindOf(id) === 'company'
        ? await settle(
            api.PUT(`${paths.company}/{listId}/companies`, {
              ...request,
              body: { companies: some, initialSignals: true },
            }),
          ).then(({ output: of }) => ({ ...of, invalid: of.invalidCompanies }))
        : await settle(
            api.PUT(`${paths.person}/{listId}/people`, {
              ...request,
              body: { people: some, initialSignals: true },
            }),
          ).then(({ output: of }) => ({ ...of, invalid: of.invalidPeople }))
    sum.added += output.added
    sum.skipped += output.skipped
    sum.unknown += output.invalid.length
  }
  return sum
}

export const removeMember = (id: string, name: MemberName) =>
  kindOf(id) === 'company'
    ? settle(
        api.DELETE(`${paths.company}/{listId}/companies`, { ...ofList(id), body: { companies: [name] } }),
      )
    : settle(api.DELETE(`${paths.person}/{listId}/people`, { ...ofList(id), body: { people: [name] } }))
