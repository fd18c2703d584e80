import { normalizeDomain, registrableDomain } from '../../lib/domain-name.ts'
import { findNow, firstNamed } from '../../corpus/lookup/index.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'
import type { Call } from '../../operation/index.ts'
import { companyTokens, isMalformed } from '../../corpus/identify/index.ts'
import { findPictures } from './find-pictures.ts'
import type { ImagesDeps } from './slice.ts'

/** The kinds of identifiers of companies, each with the member that holds it. */
export const companyNaming = {
  domains: { member: 'domain', identifier: 'domain' },
  pnetUrls: { member: 'pnetUrl', identifier: 'pnetUrl' },
  liOrgIds: { member: 'liOrgId', identifier: 'pnetOrgId' },
} as const

export type CompanyNaming = keyof typeof companyNaming

export interface FoundLogo {
  logoUrl: string
  /** `site`: what the company's own site or another outside source shows as its logo, or the site's icon. */
  source: 'corpus' | 'site'
}

/** Sites that one request fetches icons from; the others are answered from what is stored. */
const maxFetches = 25
/** Time for all sites of a request together, in milliseconds. */
const fetchMs = 8_000

/** Logo of each company, by index: from the corpus, else of outside sources, else, where allowed, the icon of its own site. */
export async function findLogos(
  { search, network, icons, sources }: ImagesDeps,
  call: Pick<Call, 'warn' | 'signal' | 'mode'>,
  request: { type: CompanyNaming; items: readonly string[]; path: string },
): Promise<(FoundLogo | undefined)[]> {
  const { type, items, path } = request
  const { identifier } = companyNaming[type]
  const listTokens = (item: string) => companyTokens(identifier, item, network)
  const urls = await findPictures(search, call, { kind: 'companies', items, path, listTokens })
  const logos = urls.map((logoUrl): FoundLogo | undefined =>
    logoUrl === undefined ? undefined : { logoUrl, source: 'corpus' },
  )
  // Sandbox keys work on synthetic companies, which have no site to fetch.
  if (call.mode === 'test') return logos
  const missing = items.flatMap((item, index) => (logos[index] === undefined ? [{ item, index }] : []))
  const sites =
    type === 'domains'
      ? missing.map(({ item }) => toSite(item))
      : await knownSites(
          search,
          call,
          missing.slice(0, maxFetches).map(({ item }) => listTokens(item)),
        )
  const domains = sites.filter((site) => site !== undefined)
  const logosOfSources = await askSources(sources, domains, call.signal)
  const others = domains.filter((site) => !logosOfSources.has(site))
  const bounds = { most: maxFetches, withinMs: fetchMs, signal: call.signal }
  const iconUrls = (await icons?.find(others, bounds)) ?? new Map<string, string>()
  for (const [place, { index }] of missing.entries()) {
    const site = sites[place]
    const logoUrl = site === undefined ? undefined : (logosOfSources.get(site) ?? iconUrls.get(site))
    if (logoUrl !== undefined) logos[index] = { logoUrl, source: 'site' }
  }
  return logos
}

/** Logos that outside sources show of companies, by domain. */
async function askSources(
  sources: ImagesDeps['sources'],
  sites: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const logos = new Map<string, string>()
  const ask = async (domain: string) => {
    const question = { domain, slug: null, orgId: null }
    const { answers } = await sources.ask('company.logo', question, { signal, withinMs: fetchMs })
    const [answer] = answers
    if (answer !== undefined) logos.set(domain, answer.answer.logoUrl)
  }
  await Promise.all([...new Set(sites)].slice(0, maxFetches).map(ask))
  return logos
}

/** The registrable domain; undefined for a host that nobody can register. */
function toSite(text: string): string | undefined {
  const host = normalizeDomain(text)
  return host === undefined ? undefined : registrableDomain(host)
}

/** Domains of known companies without a logo. */
async function knownSites(
  search: ImagesDeps['search'],
  { signal }: Pick<Call, 'signal'>,
  items: readonly ReturnType<typeof companyTokens>[],
): Promise<(string | undefined)[]> {
  const tokens = items.map((item) => (isMalformed(item) ? [] : item))
  const records = await findNow(search, 'companies', { tokens: tokens.flat(), perToken: 1, signal })
  return firstNamed(records, tokens).map((record) => {
    const domain = record && (JSON.parse(record.body) as CompanyRecord).domains?.[0]
    return domain ? toSite(domain) : undefined
  })
}
