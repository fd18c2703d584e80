import type { CompanyRecord } from '../../corpus/records/index.ts'
import { companyNameForms, companyNameLikeness, matchPersonName } from '../../corpus/names/index.ts'
import { registrableDomain } from '../../lib/domain-name.ts'
import { parseNetworkUrl } from '../../lib/network-url.ts'
import type { CapabilityAnswer } from '../../sources/index.ts'
import { companyQuestion } from './company-question.ts'
import { rounded } from './confidence.ts'
import type { HandleMatch } from './find-by-handle.ts'
import { findCompanies } from './find-companies.ts'
import { findPeople } from './find-people.ts'
import { personQuestion } from './person-question.ts'
import { inBackground, type LookupDeps } from './slice.ts'

export type MicroblogAccount = CapabilityAnswer<'microblog.account'>['account']

/** What the account itself says is its owner's word; where the page names it in turn, two say so. */
const linked = 0.9
const linkedBothWays = 0.97
/** A link of an account whose name is another than the page's: a friend's page, or a joke for a name. */
const linkedOfAnotherName = 0.6
/** What is left of a match by what an account says of itself. */
const describedShare = 0.9
/** A name this alike is a company's. */
const sameCompany = 0.7
/** Domains of an account that are looked at. */
const maxDomains = 3

/**
 * The owner of an account, by its own description: the page it links to, else whoever of the corpus has its name and
 * its domain. A name alone is anybody's and leads to nobody.
 */
export async function accountOwner(
  deps: LookupDeps,
  signal: AbortSignal,
  account: MicroblogAccount,
): Promise<HandleMatch | undefined> {
  const page = await linkedPage(deps, signal, account)
  if (page !== undefined) return page
  const domains = listDomains(account)
  for (const domain of domains) {
    const match =
      (await findCompany(deps, signal, { account, domain })) ??
      (await findPerson(deps, signal, { account, domain }))
    if (match !== undefined) return match
  }
  return undefined
}

/** The one person whose page an account links to; who links to several links to others. */
async function linkedPage(
  deps: LookupDeps,
  signal: AbortSignal,
  { links, verifiedLinks, name }: MicroblogAccount,
): Promise<HandleMatch | undefined> {
  const slugsIn = (addresses: readonly string[]) =>
    new Set(
      addresses.flatMap((address) => {
        const ref = parseNetworkUrl(address, deps.network)
        return ref?.kind === 'person' && 'slug' in ref ? [ref.slug] : []
      }),
    )
  const verified = slugsIn(verifiedLinks)
  const [slug, ...others] = verified.size > 0 ? verified : slugsIn(links)
  if (slug === undefined || others.length > 0) return undefined
  const profileIdentifier = { identifier: 'pnetSlug', value: slug }
  const question = personQuestion.parse({ profileIdentifier, minConfidence: 0 })
  const ownerName = (await findPeople(deps, inBackground(signal), question)).matches[0]?.person.name ?? null
  const evidence = [
    verified.size > 0 ? 'link: account and page name each other' : 'link: the account links to the page',
  ]
  const isAnother =
    ownerName !== null && name !== null && matchPersonName(ownerName, name, { loose: true }) === 0
  if (isAnother) evidence.push(`name: the account is called ${name}`)
  const oneWay = isAnother ? linkedOfAnotherName : linked
  const confidence = verified.size > 0 ? linkedBothWays : oneWay
  return { type: 'person', slug, name: ownerName ?? name, confidence, evidence }
}

/** Domains whose first page the account says is its own, those first that name it in turn: a page further in is one of many. */
function listDomains({ verifiedLinks, website }: MicroblogAccount): string[] {
  const domains = [...verifiedLinks, ...(website === null ? [] : [website])].flatMap((address) => {
    const url = URL.parse(address)
    const domain = url?.pathname === '/' ? registrableDomain(url.hostname) : undefined
    return domain === undefined ? [] : [domain]
  })
  return [...new Set(domains)].slice(0, maxDomains)
}

interface Described {
  account: MicroblogAccount
  domain: string
}

/** The company of the domain, where the account has its name. */
async function findCompany(
  deps: LookupDeps,
  signal: AbortSignal,
  { account: { name }, domain }: Described,
): Promise<HandleMatch | undefined> {
  if (name === null) return undefined
  const question = companyQuestion.parse({
    companyDomain: { value: domain },
    minConfidence: 0,
    numCompanies: 5,
  })
  const forms = companyNameForms(name)
  const { matches } = await findCompanies(deps, inBackground(signal), question)
  for (const { body, confidence } of matches) {
    const { pnet_primary_slug: slug, preferred_name, names } = JSON.parse(body) as CompanyRecord
    const isCalledSo = [preferred_name, ...(names ?? [])].some(
      (each) =>
        each !== null &&
        (companyNameLikeness(forms, companyNameForms(each), { fuzzy: false })?.likeness ?? 0) >= sameCompany,
    )
    if (slug === null || !isCalledSo) continue
    const evidence = [`domain: ${domain}`, `name: ${preferred_name ?? name}`]
    return {
      type: 'company',
      slug,
      name: preferred_name,
      confidence: rounded(confidence * describedShare),
      evidence,
    }
  }
  return undefined
}

/** The one of that name who works at the company of the domain. */
async function findPerson(
  deps: LookupDeps,
  signal: AbortSignal,
  { account: { name }, domain }: Described,
): Promise<HandleMatch | undefined> {
  const question = personQuestion.safeParse({
    personName: { value: name ?? '' },
    companyDomain: { value: domain },
    forceCompanyMatch: true,
    minConfidence: 0,
  })
  if (!question.success) return undefined
  const [match] = (await findPeople(deps, inBackground(signal), question.data)).matches
  if (match === undefined) return undefined
  const { person, confidence, evidence } = match
  return {
    type: 'person',
    slug: person.primary_slug,
    name: person.name,
    confidence: rounded(confidence * describedShare),
    evidence,
  }
}
