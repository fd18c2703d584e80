import type { CompanyRecord } from '../../corpus/records/index.ts'
import { registrableDomain } from '../../lib/domain-name.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { networkUrl, parseNetworkUrl } from '../../lib/network-url.ts'
import { socialHandle } from '../../lib/social-handle.ts'
import type { CapabilityAnswer } from '../../sources/index.ts'
import {
  companyQuestion,
  findByHandle,
  findCompanies,
  findPeople,
  inBackground,
  personQuestion,
  type Asking,
} from '../resolve/index.ts'
import { askCodeHost } from './ask-code-host.ts'
import {
  minSure,
  outOfTen,
  buildProfile,
  type CodeHostAccount,
  type ToNetworkResult,
} from './code-host-schema.ts'
import type { WebDataDeps } from './slice.ts'

type Account = CapabilityAnswer<'codehost.account'>['accounts'][number]

/** A page on the network, and why it should be the account's owner's. */
interface Page {
  type: 'person' | 'company'
  slug: string
  name: string | null
  confidenceOutOf10: number
  rationale: string
}

/** The name of an account as it is compared: lower case, without @. Undefined for what cannot be one. */
export function readUsername({ username, url }: CodeHostAccount): string | undefined {
  const text = (url ?? username ?? '').replace(/^((?:https?:\/\/)?[^/]+)\/(?:orgs|users)\//i, '$1/')
  return socialHandle(text)
}

/** Finds the page of the owner of an account: known to the corpus, linked by the account, or of the same name. */
export async function findPage(
  deps: WebDataDeps,
  hostAccount: CodeHostAccount,
  options: { signal: AbortSignal; withinMs: number; wantsEmails?: boolean },
): Promise<ToNetworkResult> {
  const username = readUsername(hostAccount)
  if (username === undefined) return nothing(hostAccount, null, ['invalid', 'Not the name of an account.'])
  const match = await findByHandle(deps, options, { platform: 'codehost', handle: username })
  if (match !== undefined) {
    const { confidence, evidence, ...page } = match
    const rationale = `Known of the ${page.type}: ${evidence.join('; ')}.`
    const result = { ...page, confidenceOutOf10: outOfTen(confidence), rationale }
    const about = nothing(hostAccount, username, ['found', rationale])
    if (options.wantsEmails !== true) return answer(deps, about, result, 'corpus')
    const { accounts } = await askCodeHost(deps, { of: 'account', username }, options)
    return answer(deps, { ...about, ...readEmails(accounts[0]) }, result, 'corpus')
  }
  const { accounts, source, isUnavailable } = await askCodeHost(deps, { of: 'account', username }, options)
  const [account] = accounts
  if (isUnavailable)
    return nothing(hostAccount, username, ['unavailable', 'No source could answer just now.'])
  if (account === undefined)
    return nothing(hostAccount, username, ['not_found', 'Nobody is known with this account.'])
  const profile = buildProfile(account)
  const page = linkedPage(deps, account) ?? (await describedPage(deps, inBackground(options.signal), account))
  const about = {
    ...nothing(hostAccount, username, ['not_found', 'Nothing on the account leads to a page.']),
    profile,
    source,
    ...(options.wantsEmails === true ? readEmails(account) : {}),
  }
  return page === undefined ? about : answer(deps, about, page, source)
}

/** The address an account shows to everybody. */
function readEmails(account: Account | undefined) {
  const email = account?.email ? normalizeEmail(account.email) : undefined
  return email === undefined ? {} : { extractedEmails: [email] }
}

function answer(
  { network }: WebDataDeps,
  about: ToNetworkResult,
  { type, slug, name, confidenceOutOf10, rationale }: Page,
  source: string | null,
): ToNetworkResult {
  if (confidenceOutOf10 < minSure)
    return {
      ...about,
      outcome: 'unsure',
      confidenceOutOf10,
      rationale: `Too unsure to name one: ${rationale}`,
      source,
    }
  const pnetUrl = networkUrl(type, slug, network)
  return {
    ...about,
    outcome: 'found',
    type,
    pnetUrl,
    name,
    confidenceOutOf10,
    rationale,
    source,
  }
}

/** A link that the account itself shows is its owner's word; a company's page on a person's account is the employer's. */
function linkedPage({ network }: WebDataDeps, account: Account): Page | undefined {
  const pages = account.links.flatMap((link) => {
    const page = parseNetworkUrl(link, network)
    return page !== undefined && 'slug' in page ? [page] : []
  })
  const kinds = account.type === 'company' ? ['company', 'school'] : ['person']
  const page = pages.find(({ kind }) => kinds.includes(kind))
  if (page === undefined) return undefined
  const type = page.kind === 'person' ? 'person' : 'company'
  const rationale = 'The account links to the page.'
  return { type, slug: page.slug, name: account.name, confidenceOutOf10: 9, rationale }
}

/** The part of a match that the account's own description supports. */
const describedShare = 0.9

/** The person or company of the corpus that the account describes. */
async function describedPage(deps: WebDataDeps, asking: Asking, account: Account): Promise<Page | undefined> {
  return account.type === 'company'
    ? describedCompany(deps, asking, account)
    : describedPerson(deps, asking, account)
}

async function describedPerson(
  deps: WebDataDeps,
  asking: Asking,
  { name, email, company, location }: Account,
): Promise<Page | undefined> {
  const employer = company?.split(',')[0]?.trim().replace(/^@/, '')
  const question = personQuestion.safeParse({
    emailAddress: email === null ? undefined : normalizeEmail(email),
    personName: name?.trim() ? { value: name } : undefined,
    companyName: employer ? { value: employer } : undefined,
    profileLocation: location?.trim() ? { locality: location } : undefined,
    minConfidence: 0,
  })
  if (!question.success) return undefined
  const [match] = (await findPeople(deps, asking, question.data)).matches
  if (match === undefined) return undefined
  return {
    type: 'person',
    slug: match.person.primary_slug,
    name: match.person.name,
    ...rating(match),
  }
}

async function describedCompany(
  deps: WebDataDeps,
  asking: Asking,
  { name, website }: Account,
): Promise<Page | undefined> {
  const domain = website === null ? undefined : registrableDomain(website)
  const question = companyQuestion.parse({
    companyName: name?.trim() ? { value: name } : undefined,
    companyDomain: domain === undefined ? undefined : { value: domain },
    minConfidence: 0,
  })
  const [match] = (await findCompanies(deps, asking, question)).matches
  if (match === undefined) return undefined
  const record = JSON.parse(match.body) as CompanyRecord
  if (record.pnet_primary_slug === null) return undefined
  return { type: 'company', slug: record.pnet_primary_slug, name: record.preferred_name, ...rating(match) }
}

const rating = ({ confidence, evidence }: { confidence: number; evidence: readonly string[] }) => ({
  confidenceOutOf10: outOfTen(confidence * describedShare),
  rationale: `The account describes the page’s owner: ${evidence.join('; ')}.`,
})

const nothing = (
  { clientReferenceId }: CodeHostAccount,
  username: string | null,
  [outcome, rationale]: [ToNetworkResult['outcome'], string],
): ToNetworkResult => ({
  clientReferenceId: clientReferenceId ?? null,
  outcome,
  username,
  type: null,
  pnetUrl: null,
  name: null,
  profile: null,
  confidenceOutOf10: 0,
  rationale,
  source: null,
})
