import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { normalizeDomain } from '../../lib/domain-name.ts'
import { networkUrl, type NetworkHosts } from '../../lib/network-url.ts'
import { personNamed } from '../../corpus/identify/index.ts'
import { Failure } from '../../operation/index.ts'
import type { ItemOutcome } from '../../platform/jobs/index.ts'
import type { Question } from '../../sources/index.ts'
import {
  accountsOfCompany,
  companyQuestion,
  findCompanies,
  inBackground,
  personWithAccounts,
  type Asking,
  type SocialAccount,
} from '../resolve/index.ts'
import { askCodeHost } from './ask-code-host.ts'
import { minSure, outOfTen, buildProfile, type CodeHostItem, type LookupResult } from './code-host-schema.ts'
import type { WebDataDeps } from './slice.ts'

type Person = Extract<CodeHostItem, { of: 'person' }>
type Company = Extract<CodeHostItem, { of: 'company' }>

/**
 * Milliseconds that sources have for one item of a job: a search and a few candidates, a request a second, in line with
 * what other jobs ask. Only what hangs is ended by it.
 */
const withinMs = 600_000

/** Finds the account of a person or company: in the corpus, else at the configured code hosts. */
export async function findAccount(
  deps: WebDataDeps,
  item: CodeHostItem,
  signal: AbortSignal,
): Promise<ItemOutcome<LookupResult>> {
  const asking = inBackground(signal)
  try {
    const subject =
      item.of === 'person' ? await knownPerson(deps, asking, item) : await knownCompany(deps, asking, item)
    if ('account' in subject) return delivered(item, subject)
    return await fromSources(deps, item, { ...subject, signal })
  } catch (cause) {
    // A value that cannot be an identifier finds nobody; anything else is tried again.
    if (!(cause instanceof Failure) || cause.code !== 'invalid-request') throw cause
    return { state: 'failed', output: nothing(item, 'invalid', cause.message) }
  }
}

/** The question that sources get about a person or company. */
type AccountQuestion = Exclude<Question<'codehost.account'>, { of: 'account' }>

/** The account, or else the question for sources. */
type LookupSubject =
  | { account: SocialAccount; confidence: number; evidence: string[]; name?: string | null }
  | { question: AccountQuestion }

async function knownPerson(deps: WebDataDeps, asking: Asking, item: Person): Promise<LookupSubject> {
  const { of: _of, clientReferenceId: _id, ...clues } = item
  const owner = await personWithAccounts(deps, asking, clues)
  const account = owner?.accounts.find(({ platform }) => platform === 'codehost')
  if (owner !== undefined && account !== undefined)
    return { account, ...owner.match, name: owner.match.person.name }
  return { question: personAsked(item, owner?.match.person, deps.network) }
}

/** The input, completed from the corpus; contact details of the corpus are left out. */
function personAsked(item: Person, person: PersonRecord | undefined, network: NetworkHosts): AccountQuestion {
  const slug = person?.primary_slug ?? slugGiven(item, network)
  const current = person?.experiences?.find(({ is_current }) => is_current === true)
  return {
    of: 'person',
    name: item.personName?.value ?? person?.name ?? null,
    slug,
    profileUrl: slug === null ? null : networkUrl('person', slug, network),
    emails: item.emailAddress === undefined ? [] : [item.emailAddress],
    company: item.companyName?.value ?? current?.company_name ?? null,
    location: readLocation(item) ?? person?.locality ?? null,
  }
}

const readLocation = ({ profileLocation: place }: Person) => place?.locality ?? place?.stateName

function slugGiven({ pnetUrl, profileIdentifier }: Person, network: NetworkHosts): string | null {
  const identifier = pnetUrl === undefined ? profileIdentifier : { identifier: 'pnetUrl', value: pnetUrl }
  return personNamed(identifier, network).slug
}

async function knownCompany(deps: WebDataDeps, asking: Asking, item: Company): Promise<LookupSubject> {
  const { of: _of, clientReferenceId: _id, ...clues } = item
  const [match] = (await findCompanies(deps, asking, companyQuestion.parse(clues))).matches
  const record = match === undefined ? undefined : (JSON.parse(match.body) as CompanyRecord)
  const account = record && accountsOfCompany(record, new Set(['codehost']))[0]
  if (match !== undefined && account !== undefined)
    return { account, ...match, name: record?.preferred_name ?? null }
  const domain = item.companyDomain?.value ?? record?.domains?.[0]
  return {
    question: {
      of: 'company',
      name: item.companyName?.value ?? record?.preferred_name ?? null,
      domain: (domain && normalizeDomain(domain)) ?? null,
      slug: record?.pnet_primary_slug ?? null,
    },
  }
}

async function fromSources(
  deps: WebDataDeps,
  item: CodeHostItem,
  { question, signal }: { question: AccountQuestion; signal: AbortSignal },
): Promise<ItemOutcome<LookupResult>> {
  const { accounts, source, isUnavailable } = await askCodeHost(deps, question, { signal, withinMs })
  const [best] = accounts
  const buildAnswer = (outcome: LookupResult['outcome'], rationale: string) => {
    const answer = nothing(item, outcome, rationale)
    // A person whom the corpus knows has a name there, even if the look-up fails.
    return { ...answer, fullName: answer.fullName ?? question.name }
  }
  if (isUnavailable)
    return { state: 'failed', output: buildAnswer('unavailable', 'No source could answer just now.') }
  if (best === undefined) return { state: 'empty', output: buildAnswer('not_found', 'No account was found.') }
  const { confidenceOutOf10, rationale } = best
  if (confidenceOutOf10 < minSure) {
    const answer = buildAnswer('unsure', `Too unsure to name one: ${rationale}`)
    return { state: 'empty', output: { ...answer, confidenceOutOf10, source } }
  }
  const { username, url } = best
  return charged({
    ...buildAnswer('found', rationale),
    username,
    url,
    profile: buildProfile(best),
    confidenceOutOf10,
    source,
  })
}

function delivered(
  item: CodeHostItem,
  { account, confidence, evidence, name = null }: Extract<LookupSubject, { account: SocialAccount }>,
): ItemOutcome<LookupResult> {
  const { username, url } = account
  const rationale = `Known of the ${item.of}: ${evidence.join('; ')}.`
  const confidenceOutOf10 = outOfTen(confidence)
  const answer = nothing(item, 'found', rationale)
  const fullName = answer.fullName ?? name
  return charged({ ...answer, fullName, username, url, confidenceOutOf10, source: 'corpus' })
}

const charged = (output: LookupResult): ItemOutcome<LookupResult> => ({
  state: 'delivered',
  output,
  lines: [
    {
      key: 'codeHostLookup',
      units: 1,
    },
  ],
})

const nothing = (item: CodeHostItem, outcome: LookupResult['outcome'], rationale: string): LookupResult => ({
  clientReferenceId: item.clientReferenceId ?? null,
  type: item.of,
  outcome,
  fullName: (item.of === 'person' ? item.personName?.value : item.companyName?.value) ?? null,
  username: null,
  url: null,
  profile: null,
  confidenceOutOf10: 0,
  rationale,
  source: null,
})
