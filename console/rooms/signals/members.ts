import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import type { Kind, ListMember, MemberName } from './watchlists.ts'

/** Lines, or values between commas and semicolons, as names of members; each once. */
export function readNames(kind: Kind, text: string): MemberName[] {
  const parts = text
    .split(/[\n,;\t]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return [...new Set(parts)].map((part) => nameOf(kind, part))
}

/** A website or a page on the network for companies, which the service tells apart; a page or the end of its address for people. */
function nameOf(kind: Kind, part: string): MemberName {
  if (kind === 'company') return { domain: part }
  return part.includes('/') ? { pnetUrl: part } : { pnetSlug: part }
}

/** The identifier that removes a member; undefined where there is none, as of a record that was removed. */
export function removalName(member: ListMember): MemberName | undefined {
  const { entityId, pnetSlug, pnetUrl, domain, entityType } = member
  if (entityId !== null) return { entityId }
  if (pnetSlug !== null) return { pnetSlug }
  if (pnetUrl !== null) return { pnetUrl }
  return domain === null || entityType === 'person' ? undefined : { domain }
}

export async function readAudiences() {
  const { output } = await settle(api.GET('/v1/audiences', {}))
  return output.audiences
}

/** Everybody or every company of an audience. */
export async function readAudience(kind: Kind, audienceId: string): Promise<MemberName[]> {
  const names: MemberName[] = []
  let cursor: string | null = null
  do {
    const query: { pageSize: number; cursor?: string } = { pageSize: 500, ...(cursor !== null && { cursor }) }
    const params = { path: { audienceId }, query }
    const page: { ids: string[]; next: string | null } =
      kind === 'company'
        ? await settle(api.GET('/v1/audiences/{audienceId}/companies', { params })).then(({ output }) => ({
            ids: output.companies.map(({ companyId }) => companyId),
            next: output.nextCursor,
          }))
        : await settle(api.GET('/v1/audiences/{audienceId}/prospects', { params })).then(({ output }) => ({
            ids: output.prospects.map(({ prospectId }) => prospectId),
            next: output.nextCursor,
          }))
    names.push(...page.ids.map((entityId) => ({ entityId })))
    cursor = page.next
  } while (cursor !== null)
  return names
}

export async function readSavedSearches() {
  const { output } = await settle(api.POST('/v1/saved-search/list', { body: {} }))
  return output.savedSearches
}

/** The search that a saved one asks. */
export async function readSavedSearch(savedSearchId: string) {
  const { output } = await settle(api.POST('/v1/saved-search/get', { body: { savedSearchId } }))
  return {
    companies: output.companySearchParams ?? undefined,
    people: output.profileSearchParams ?? undefined,
  }
}
