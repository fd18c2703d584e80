import { networkUrl } from '../../lib/network-url.ts'
import { companyReadings } from '../../corpus/identify/index.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'
import { companyQuestion } from './company-question.ts'
import { findCompanies, type CompanyMatch } from './find-companies.ts'
import type { Asking, LookupDeps } from './slice.ts'

export interface StandardCompany {
  identifier: string
  pnetUrl: string | null
  name: string | null
  websiteUrl: string | null
  confidence: number
  evidence: string[]
}

/** Longest identifier that is read; the rest is not an identifier anyway. */
const maxTextLength = 2_048

/**
 * The company that a text of any kind names: the address of its page on the network, its domain or website, its slug
 * or number there, or its name. Undefined when none is sure enough.
 */
export async function standardizeCompany(
  deps: LookupDeps,
  call: Asking,
  { identifier, minConfidence }: { identifier: string; minConfidence: number | undefined },
): Promise<StandardCompany | undefined> {
  const text = identifier.trim().slice(0, maxTextLength)
  for (const reading of readings(text, deps)) {
    const question = companyQuestion.parse({ ...reading, minConfidence })
    const silent = { ...call, warn: () => {}, advise: () => {} }
    const [match] = (await findCompanies(deps, silent, question)).matches
    if (match !== undefined) return standard(deps, identifier, match)
  }
  return undefined
}

/** The ways to ask for what a text may be. */
function readings(text: string, { network }: LookupDeps): object[] {
  const value = { value: text }
  return companyReadings(text, network).map((reading) => {
    if (reading === 'name') return { companyName: value }
    if (reading === 'domain') return { companyDomain: value }
    return { companyIdentifier: { identifier: reading, value: text } }
  })
}

function standard(
  { network }: LookupDeps,
  identifier: string,
  { body, confidence, evidence }: CompanyMatch,
): StandardCompany {
  const record = JSON.parse(body) as CompanyRecord
  const slug = record.pnet_primary_slug ?? record.li_org_id
  const website = record.websites?.[0] ?? null
  const domain = record.domains?.[0]
  return {
    identifier,
    pnetUrl: slug === null ? null : networkUrl('company', slug, network),
    name: record.preferred_name,
    websiteUrl: website ?? (domain === undefined ? null : `https://${domain}`),
    confidence,
    evidence,
  }
}
