import { networkUrl } from '../../lib/network-url.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { companyDomains, exactToken, organizationNumber } from '../../corpus/search-index/index.ts'
import { and, titleContains, hasAny, or } from '../../corpus/search/index.ts'
import type { ScoutingReport } from './scouting-schema.ts'
import type { InsightsDeps } from './slice.ts'

type Founder = ScoutingReport['founders'][number]

const maxFounders = 10
const titles = ['founder', 'co founder', 'cofounder', 'founding partner']
const isFounder = /\b(co ?)?founder\b|\bcofounding\b|\bfounding (partner|ceo)\b/

/** Founders of a company: people with such a position there, and those that its accelerators name. */
export async function findFounders(
  { search, network }: InsightsDeps,
  record: CompanyRecord,
  signal: AbortSignal,
): Promise<Founder[]> {
  const domains = companyDomains(record)
  const url = (slug: string | null | undefined) =>
    slug && network.hosts.length > 0 ? networkUrl('person', slug, network) : null
  const people = (await findTitled(search, record, signal)).flatMap((person): Founder[] => {
    const position = (person.experiences ?? []).find(
      (each) =>
        each.is_current === true &&
        (each.pnet_company_id === record.li_org_id || domains.includes(each.company_domain ?? '')) &&
        isFounder.test(normalText(each.title ?? '')),
    )
    if (position === undefined) return []
    return [
      {
        name: person.name,
        role: position.title,
        pnetUrl: url(person.primary_slug),
        profilePicUrl: person.profile_pic,
      },
    ]
  })
  const named = (record.accelerators ?? []).flatMap(({ founders }) =>
    (founders ?? []).map((each): Founder => ({
      name: each.full_name ?? null,
      role: each.job_title ?? null,
      pnetUrl: url(each.pnet_slug),
      profilePicUrl: null,
    })),
  )
  const key = ({ name, pnetUrl }: Founder) => pnetUrl ?? normalText(name ?? '')
  const distinct = new Map<string, Founder>()
  for (const founder of [...people, ...named])
    if (!distinct.has(key(founder))) distinct.set(key(founder), founder)
  return [...distinct.values()].slice(0, maxFounders)
}

/** People of the company who have, or had, the title of a founder anywhere. */
async function findTitled(
  search: InsightsDeps['search'],
  record: CompanyRecord,
  signal: AbortSignal,
): Promise<PersonRecord[]> {
  const id = organizationNumber(record.li_org_id)
  const employed = [
    ...(id === '0' ? [] : [exactToken('co', id)]),
    ...companyDomains(record).map((domain) => exactToken('cdom', domain)),
  ]
  if (employed.length === 0) return []
  const { bodies } = await search.page('people', {
    condition: and([hasAny('facets', employed), or(titles.map((phrase) => titleContains(phrase)))]),
    limit: 3 * maxFounders,
    snapshot: await search.snapshots.newest('people'),
    signal,
  })
  return bodies.map((body) => JSON.parse(body) as PersonRecord)
}
