import { normalizeDomain } from '../../lib/domain-name.ts'
import { normalText } from '../../lib/text-normal.ts'
import { findCountry } from '../../corpus/reference/index.ts'
import type { CompanyRecord, MapPlace } from '../../corpus/records/index.ts'
import { nameToken } from '../../corpus/search-index/index.ts'
import { inBackground, judgedCompanies } from '../resolve/index.ts'
import type { LocalBusinessAsked, LocalBusinessItem } from './local-business-schema.ts'
import { placeById } from './place-view.ts'
import type { PlacesDeps } from './slice.ts'

/** A place of the corpus with its entity. */
export interface KnownPlace {
  id: string
  record: MapPlace
}

/** What a business was found to be. */
export interface Identified {
  place: KnownPlace | undefined
  company: CompanyRecord | undefined
  evidence: string[]
}

type Finder = Pick<PlacesDeps, 'search' | 'network'>

/** The place and the company that a business is; neither where nobody knows it. */
export async function identify(
  deps: Finder,
  item: LocalBusinessItem,
  signal: AbortSignal,
): Promise<Identified> {
  if (item.of === 'business') {
    const { company, evidence } = await findCompany(deps, item.asked, signal)
    const place = await findPlace(deps, item.asked, { company, signal })
    return {
      place,
      company,
      evidence: place === undefined ? evidence : [...evidence, 'place: name and where it is'],
    }
  }
  const place = await placeById(deps.search, item.placeId, signal)
  if (place === undefined) return { place, company: undefined, evidence: [] }
  const identified = await findCompany(deps, describedBy(place.record), signal)
  return { place, company: identified.company, evidence: ['placeId: the same', ...identified.evidence] }
}

type Described = Pick<LocalBusinessAsked, 'companyName'> &
  Partial<Omit<LocalBusinessAsked, 'companyName' | 'findOwnerContactInfo'>>

function describedBy({ name, website, location, description }: MapPlace): Described {
  return {
    companyName: name ?? '',
    companyDomain: website ?? undefined,
    companyCity: location?.city ?? undefined,
    companyState: location?.state_name ?? undefined,
    companyCountryCode: location?.country_code ?? undefined,
    context: description ?? undefined,
  }
}

/** Half a chance: below it no company is named. */
const sure = 0.5

async function findCompany(
  deps: Finder,
  business: Described,
  signal: AbortSignal,
): Promise<Pick<Identified, 'company' | 'evidence'>> {
  const info = {
    name: business.companyName.slice(0, 300),
    domain: business.companyDomain,
    city: business.companyCity,
    state: business.companyState,
    country: business.companyCountryName ?? business.companyCountryCode,
    otherContext: business.context,
  }
  if (info.name === '') return { company: undefined, evidence: [] }
  const judged = await judgedCompanies(deps, inBackground(signal), { info })
  const sum = judged.reduce((total, { weight }) => total + weight, 0)
  const [best] = judged
  if (best === undefined || Math.min(0.99, best.weight) * (best.weight / sum) < sure)
    return { company: undefined, evidence: [] }
  return { company: best.record, evidence: best.evidence }
}

/** Places of one name that are looked at. */
const maxNamesakes = 50

/** The place of the name that contradicts no known member of the business and agrees with its site, town or country. */
async function findPlace(
  { search }: Finder,
  business: Described,
  { company, signal }: { company: CompanyRecord | undefined; signal: AbortSignal },
): Promise<KnownPlace | undefined> {
  const snapshot = await search.snapshots.newest('places')
  const names = [business.companyName, company?.preferred_name].filter((name) => name)
  const tokens = names.map((name) => nameToken('name', name as string))
  const records = await search.lookup('places', { tokens, perToken: maxNamesakes, snapshot, signal })
  const scored = records
    .map(({ id, body }) => ({ id, record: JSON.parse(body) as MapPlace }))
    .map((place) => ({ place, score: agreement(place.record, business, company) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const [best, next] = scored
  // Branches with one name in one town: the request does not say which one it means.
  return best !== undefined && best.score > (next?.score ?? 0) ? best.place : undefined
}

/** 0 where something differs, or nothing but the name agrees. */
function agreement(
  { website, location }: MapPlace,
  business: Described,
  company: CompanyRecord | undefined,
): number {
  const host = (url: string | null | undefined) => (url ? normalizeDomain(url) : undefined)
  const domains = [business.companyDomain, ...(company?.domains ?? [])].flatMap(
    (domain) => host(domain) ?? [],
  )
  const country = findCountry(business.companyCountryName ?? business.companyCountryCode ?? '')?.alpha3
  const facts: [number, boolean | undefined][] = [
    [4, domains.length === 0 ? undefined : same(host(website), domains)],
    [3, sameText(location?.street_address, business.companyAddress?.split(',')[0])],
    [2, sameText(location?.city, business.companyCity)],
    [1, country === undefined || !location?.country_code ? undefined : location.country_code === country],
  ]
  if (facts.some(([, agrees]) => agrees === false)) return 0
  return facts.reduce((sum, [weight, agrees]) => sum + (agrees === true ? weight : 0), 0)
}

const same = (one: string | undefined, others: readonly string[]) =>
  one === undefined ? undefined : others.includes(one)

const sameText = (one: string | null | undefined, other: string | undefined) =>
  one && other ? normalText(one) === normalText(other) : undefined
