import { z } from 'zod'
import { registrableDomain } from '../../lib/domain-name.ts'
import { freeMailDomains } from '../../lib/mail-domains.ts'
import { normalText } from '../../lib/text-normal.ts'
import { findCountry } from '../../corpus/reference/index.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'
import { optional, outsideId, withDefault } from '../../operation/index.ts'
import type { ItemOutcome } from '../../platform/jobs/index.ts'
import { companyQuestion } from './company-question.ts'
import { findCompanies, type CompanyMatch } from './find-companies.ts'
import { siteEvidence } from './site-evidence.ts'
import type { Asking, LookupDeps, ResolveDeps } from './slice.ts'

const text = (max: number) => optional(z.string().max(max))

/** A company whose domain is looked for. */
export const companyInfo = z.object({
  name: z.string().min(1).max(300),
  domain: text(2_048).describe('A domain to check; decides if it is known.'),
  country: text(100).describe(
    'Name or code; distinguishes companies of one name, like state, city and address.',
  ),
  state: text(100),
  city: text(100),
  address: text(500),
  findEmailDomains: withDefault(z.boolean(), false).describe(
    'Also returns the domains of its e-mail addresses.',
  ),
  otherContext: text(2_000),
  clientReferenceId: optional(outsideId(z.string().max(200))).describe('Comes back with the result.'),
  description: text(2_000).describe('What it does; words in common favour a company.'),
})

export type CompanyInfo = z.output<typeof companyInfo>

export const domainResult = z
  .object({
    companyName: z.string().describe('As given.'),
    clientReferenceId: z.string().nullable().optional(),
    bestDomain: z.string().nullable(),
    allDomains: z.array(z.string()),
    emailDomains: z.array(
      z.object({ emailDomain: z.string(), confidence: z.int().min(0).max(10), rationale: z.string() }),
    ),
    confidence: z.int().min(0).max(10),
    rationale: z.string(),
  })
  .meta({ id: 'DomainLookupResult' })

export type DomainResult = z.output<typeof domainResult>

/** Companies of the name that are distinguished by the rest. */
const maxCandidates = 10
/** Half a chance: below it the best guess is told, with its confidence, but not charged. */
const sure = 0.5

/** What is found of a company, with the reference it came with. */
export async function findDomain(
  deps: LookupDeps & Pick<ResolveDeps, 'sources'>,
  asking: Asking,
  question: { info: CompanyInfo; context: string | undefined },
): Promise<ItemOutcome<DomainResult>> {
  const outcome = await findBest(deps, asking, question)
  const { clientReferenceId } = question.info
  if (clientReferenceId === undefined || outcome.output === undefined) return outcome
  return { ...outcome, output: { ...outcome.output, clientReferenceId } }
}

/** A company that may be meant, distinguished from its namesakes by place and description. */
export interface JudgedCompany {
  record: CompanyRecord
  /** Belief in it, before the others are counted. */
  weight: number
  evidence: string[]
}

/** Companies of a name or domain, the likeliest first. */
export async function judgedCompanies(
  deps: LookupDeps,
  asking: Asking,
  request: { info: DescribedCompany; context?: string | undefined },
): Promise<JudgedCompany[]> {
  const { info } = request
  const companyDomain = info.domain && registrableDomain(info.domain) ? { value: info.domain } : undefined
  const question = companyQuestion.parse({
    companyName: { value: info.name },
    companyDomain,
    fuzzySearch: true,
    numCompanies: maxCandidates,
    minConfidence: 0,
  })
  return (await findCompanies(deps, asking, question)).matches
    .map((match) => judge(match, request))
    .sort((a, b) => b.weight - a.weight)
}

/** The part of it that companies are distinguished by. */
type DescribedCompany = Pick<CompanyInfo, 'name'> &
  Partial<Pick<CompanyInfo, 'domain' | 'country' | 'state' | 'city' | 'description' | 'otherContext'>>

async function findBest(
  deps: LookupDeps & Pick<ResolveDeps, 'sources'>,
  asking: Asking,
  { info, context }: { info: CompanyInfo; context: string | undefined },
): Promise<ItemOutcome<DomainResult>> {
  const judged = (await judgedCompanies(deps, asking, { info, context })).filter(
    ({ record }) => (record.domains ?? []).length > 0,
  )
  const [likeliest, ...others] = judged
  if (likeliest === undefined)
    return { state: 'empty', output: nothing(info.name, 'No known company of the name has a domain.') }
  const best = await besideSite(deps, likeliest, { name: info.name, signal: asking.signal })
  const sum = others.reduce((total, { weight }) => total + weight, best.weight)
  const confidence = Math.min(0.99, best.weight) * (best.weight / sum)
  const output = toAnswer(info, { ...best, confidence })
  if (confidence < sure) {
    const rationale = `Too unsure to name one: ${output.rationale}`
    return { state: 'empty', output: { ...nothing(info.name, rationale), confidence: output.confidence } }
  }
  return { state: 'delivered', output, lines: [{ key: 'domainLookup', units: 1 }] }
}

/** What the site says of its name, where a source reads it: that it has this one takes half of the doubt. */
async function besideSite(
  deps: Pick<ResolveDeps, 'sources'>,
  company: JudgedCompany,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<JudgedCompany> {
  const domain = company.record.domains?.[0] ?? ''
  const site = await siteEvidence(deps, { name, domain, signal })
  if (site === undefined) return company
  const weight = site.agrees ? 1 - (1 - company.weight) / 2 : company.weight
  return { ...company, weight, evidence: [...company.evidence, site.text] }
}

/** How much each thing that agrees takes of the doubt, and each that differs leaves of the belief. */
const placeWeights = { country: [0.3, 0.3], state: [0.4, 0.4], city: [0.5, 0.4] } as const

function judge(
  { body, confidence, evidence }: CompanyMatch,
  { info, context }: { info: DescribedCompany; context?: string | undefined },
): JudgedCompany {
  const record = JSON.parse(body) as CompanyRecord
  const place = record.location_consensus
  const texts = [...evidence]
  let doubt = 1 - confidence
  let left = 1
  const parts = [
    ['country', info.country && findCountry(info.country)?.alpha3, place?.country_code],
    ['state', info.state, place?.state_name],
    ['city', info.city, place?.city],
  ] as const
  for (const [part, wanted, own] of parts) {
    if (!wanted || !own) continue
    const [agrees, differs] = placeWeights[part]
    if (normalText(wanted) === normalText(own)) {
      doubt *= 1 - agrees
      texts.push(`${part}: the same`)
    } else {
      left *= differs
      texts.push(`${part}: ${own}`)
    }
  }
  const shared = sharedWords(`${info.description ?? ''} ${info.otherContext ?? ''} ${context ?? ''}`, record)
  if (shared.length > 1) {
    doubt *= 0.6
    texts.push(`description: ${shared.slice(0, 5).join(', ')}`)
  }
  return { record, weight: (1 - doubt) * left, evidence: texts }
}

const maxContextLength = 5_000

/** Telling words that the description given and the record's texts have in common. */
function sharedWords(phrase: string, record: CompanyRecord): string[] {
  const words = new Set(
    normalText(phrase.slice(0, maxContextLength))
      .split(' ')
      .filter((word) => word.length > 4),
  )
  if (words.size === 0) return []
  const texts = [record.short_description, record.long_description, record.li_description, record.li_headline]
  const recordWords = new Set(
    normalText(
      [...texts, ...(record.li_specialties ?? []), ...(record.standard_industries ?? [])].join(' '),
    ).split(' '),
  )
  return [...words].filter((word) => recordWords.has(word))
}

function toAnswer(
  info: CompanyInfo,
  { record, evidence, confidence }: JudgedCompany & { confidence: number },
): DomainResult {
  const allDomains = record.domains ?? []
  return {
    companyName: info.name,
    bestDomain: allDomains[0] ?? null,
    allDomains,
    emailDomains: info.findEmailDomains ? emailDomains(record) : [],
    confidence: outOfTen(confidence),
    rationale: `${record.preferred_name ?? 'The company'}: ${evidence.join('; ')}.`,
  }
}

/** Domains of the company's published addresses first, then its own. */
function emailDomains(record: CompanyRecord): DomainResult['emailDomains'] {
  const published = (record.emails ?? []).flatMap(
    (email) => registrableDomain(email.split('@').at(-1) ?? '') ?? [],
  )
  const domains = [...new Set(published)].filter((domain) => !freeMailDomains.has(domain))
  return [
    ...domains.map((emailDomain) => ({
      emailDomain,
      confidence: 9,
      rationale: 'Domain of a published address.',
    })),
    ...(record.domains ?? [])
      .filter((domain) => !domains.includes(domain))
      .map((emailDomain, index) => ({
        emailDomain,
        confidence: index === 0 ? 6 : 4,
        rationale: 'Domain of the company; no address published.',
      })),
  ]
}

/** Whole tenths, never more than it is. */
const outOfTen = (confidence: number) => Math.floor(confidence * 10 + 1e-9)

const nothing = (companyName: string, rationale: string): DomainResult => ({
  companyName,
  bestDomain: null,
  allDomains: [],
  emailDomains: [],
  confidence: 0,
  rationale,
})
