import { findNow, firstNamed } from '../../corpus/lookup/index.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import type { MediaQuestion } from '../../corpus/media/index.ts'
import type { NamedPage } from '../../corpus/identify/index.ts'
import type { ActorQuestion } from './live-source.ts'
import type { LiveDeps } from './slice.ts'

export const toActor = ({ type, slug, id, urn, url }: NamedPage): ActorQuestion => ({
  type,
  slug,
  id,
  urn,
  url,
})

/** Author members of what a page wrote, where the source leaves them out because the question says them. */
export function authorImplied({ type, slug, id, url }: NamedPage) {
  return {
    author_type: type,
    ...(slug === null ? {} : { author_pnet_slug: slug }),
    ...(url === null ? {} : { author_pnet_url: url }),
    ...(type === 'person'
      ? {}
      : { company: { pnet_primary_slug: slug, li_org_id: id, domain: null, name: null } }),
  }
}

/** What a page wrote or reacted to, in the corpus: by its entity, and by every slug and id it is known by. */
export async function buildActivityQuestion(
  { search }: Pick<LiveDeps, 'search'>,
  page: NamedPage,
  signal: AbortSignal,
): Promise<MediaQuestion> {
  const kind = page.type === 'person' ? ('people' as const) : ('companies' as const)
  const records = await findNow(search, kind, { tokens: page.tokens, perToken: 1, signal })
  const [record] = firstNamed(records, [page.tokens])
  if (record === undefined) {
    const { slug, id } = page
    if (page.type === 'person') return { people: slug === null ? [] : [{ slug }] }
    return { companies: [{ slug: slug ?? undefined, orgId: id ?? undefined }] }
  }
  if (page.type === 'person') {
    const { primary_slug, slugs } = JSON.parse(record.body) as PersonRecord
    const all = new Set([primary_slug, ...(slugs ?? [])])
    return { people: [{ id: record.id }, ...[...all].map((slug) => ({ slug }))] }
  }
  const { li_org_id, pnet_slugs } = JSON.parse(record.body) as CompanyRecord
  return {
    companies: [
      { id: record.id, orgId: li_org_id ?? undefined },
      ...(pnet_slugs ?? []).map((slug) => ({ slug })),
    ],
  }
}
