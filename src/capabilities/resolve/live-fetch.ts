import { identifierOf, readValue } from '../../corpus/names/index.ts'
import { networkUrl } from '../../lib/network-url.ts'
import { companyNamed, personNamed } from '../../corpus/identify/index.ts'
import { agedMembers, type Call } from '../../operation/index.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import type { FetchedRecord, Question } from '../../sources/index.ts'
import type { CompanyQuestion } from './company-question.ts'
import { findCompanies, type CompaniesFound } from './find-companies.ts'
import { findPeople, type PeopleFound } from './find-people.ts'
import type { PersonQuestion } from './person-question.ts'
import { inBackground, type LookupDeps, type ResolveDeps } from './slice.ts'
import { dayMs } from '../../lib/time.ts'

/** What a look-up found, and whether the first of it was fetched from a live source for this request. */
export type Fresh<F> = F & { isLive: boolean }

/** Whether a look-up may end in a live fetch: what it costs is held then. */
export const mayFetch = ({ liveFetch, maxAgeDays }: Pick<PersonQuestion, 'liveFetch' | 'maxAgeDays'>) =>
  liveFetch || maxAgeDays !== undefined

/** Whether the record found is to be fetched again: because it is asked for, or because a value of it is too old. */
async function isToFetch(
  { search }: ResolveDeps,
  call: Call,
  question: Pick<PersonQuestion, 'liveFetch' | 'maxAgeDays'> & {
    kind: 'people' | 'companies'
    record: PersonRecord | CompanyRecord | undefined
  },
): Promise<boolean> {
  const { liveFetch, maxAgeDays, kind, record } = question
  if (liveFetch || maxAgeDays === undefined || record === undefined) return liveFetch
  const [traced] = await search.trace(kind, { records: [record], signal: call.signal })
  return agedMembers(traced, new Date(call.nowMs - maxAgeDays * dayMs).toISOString()).length > 0
}

const withinMs = 40_000

/** Says once that the answer cannot be live: no source is set up, so the extra is not charged either. */
export function warnNotLive(
  deps: Pick<ResolveDeps, 'live'>,
  call: Call,
  { isWanted, capability }: { isWanted: boolean; capability: 'person.live' | 'company.live' },
): void {
  if (isWanted && !deps.live.isSetUp(capability))
    call.warn(
      'liveFetch',
      'No live source is set up: the answer comes from the corpus, and the live fetch is not charged.',
    )
}

/**
 * Finds people; with liveFetch the best of them, or the one the corpus does not know yet, is fetched from a live source
 * into the corpus and found again there. `joined` is what the first look-up reads, `deps` what is read after a fetch.
 */
export async function findPeopleNow(
  deps: ResolveDeps,
  call: Call,
  personQuestion: PersonQuestion,
  joined: LookupDeps = deps,
): Promise<Fresh<PeopleFound>> {
  const result = await findPeople(joined, call, personQuestion)
  const before = result.matches[0]?.person
  if (!deps.live.isSetUp('person.live')) return { ...result, isLive: false }
  const isWanted = await isToFetch(deps, call, { ...personQuestion, kind: 'people', record: before })
  const question = isWanted ? buildPersonQuestion(deps, personQuestion, before) : undefined
  if (question === undefined) return { ...result, isLive: false }
  const fetched = await deps.live.person(question, {
    signal: call.signal,
    withinMs,
    maxAgeMs: 0,
    recorded: before,
  })
  if (!isFetched(call, fetched)) return { ...result, isLive: false }
  const now = await findPeople(deps, inBackground(call.signal), personQuestion)
  const after = now.matches[0]?.person
  const isSame =
    before === undefined || isNamed(before.primary_slug, [after?.primary_slug, ...(after?.slugs ?? [])])
  return { ...now, isLive: after !== undefined && isSame }
}

/** The same for companies. */
export async function findCompaniesNow(
  deps: ResolveDeps,
  call: Call,
  companyQuestion: CompanyQuestion,
  joined: LookupDeps = deps,
): Promise<Fresh<CompaniesFound>> {
  const result = await findCompanies(joined, call, companyQuestion)
  const before = readCompany(result)
  if (!deps.live.isSetUp('company.live')) return { ...result, isLive: false }
  const isWanted = await isToFetch(deps, call, { ...companyQuestion, kind: 'companies', record: before })
  const question = isWanted ? buildCompanyQuestion(deps, companyQuestion, before) : undefined
  if (question === undefined) return { ...result, isLive: false }
  const fetched = await deps.live.company(question, {
    signal: call.signal,
    withinMs,
    maxAgeMs: 0,
    recorded: before,
  })
  if (!isFetched(call, fetched)) return { ...result, isLive: false }
  const now = await findCompanies(deps, inBackground(call.signal), companyQuestion)
  const after = readCompany(now)
  const isSame =
    before === undefined ||
    (before.li_org_id !== null && before.li_org_id === after?.li_org_id) ||
    isNamed(before.pnet_primary_slug, [after?.pnet_primary_slug, ...(after?.pnet_slugs ?? [])])
  return { ...now, isLive: after !== undefined && isSame }
}

function isFetched(call: Call, { isKept, attempts }: FetchedRecord): boolean {
  // One that failed might have had it.
  const isUnread = attempts.some(({ outcome }) => outcome !== 'not_found' && outcome !== 'found')
  const why = isUnread ? 'The live source could not be read' : 'No live source had it'
  if (!isKept)
    call.warn('liveFetch', `${why}: the answer comes from the corpus, and the live fetch is not charged.`)
  return isKept
}

const readCompany = ({ matches }: CompaniesFound): CompanyRecord | undefined =>
  matches[0] && (JSON.parse(matches[0].body) as CompanyRecord)

const isNamed = (slug: string | null, names: readonly (string | null | undefined)[]) =>
  slug !== null && names.includes(slug)

/** How to ask for the person found, else for the one described; undefined when too little is said. */
function buildPersonQuestion(
  { network }: ResolveDeps,
  question: PersonQuestion,
  recorded: PersonRecord | undefined,
): Question<'person.live'> | undefined {
  const unknown = {
    slug: null,
    url: null,
    userId: null,
    entityUrn: null,
    email: null,
    name: null,
    employer: null,
  }
  if (recorded !== undefined) {
    const { primary_slug: slug, url, user_id: userId, entity_urn: entityUrn, name } = recorded
    const employer = recorded.current_job?.company_name ?? null
    return {
      ...unknown,
      slug,
      url: url ?? networkUrl('person', slug, network),
      userId,
      entityUrn,
      name,
      employer,
    }
  }
  const { slug, id: userId } = personNamed(question.profileIdentifier, network)
  const [email, name] = [question.emailAddress ?? null, question.personName?.value ?? null]
  const employer = question.companyName?.value ?? null
  if (slug === null && userId === null && email === null && (name === null || employer === null))
    return undefined
  const url = slug === null ? null : networkUrl('person', slug, network)
  return { ...unknown, slug, url, userId, email, name, employer }
}

function buildCompanyQuestion(
  { network }: ResolveDeps,
  question: CompanyQuestion,
  recorded: CompanyRecord | undefined,
): Question<'company.live'> | undefined {
  const rest = { historicalHeadcount: false }
  if (recorded !== undefined) {
    const { pnet_primary_slug: slug, li_org_id: orgId, preferred_name: name } = recorded
    const url = slug === null ? null : networkUrl('company', slug, network)
    return { slug, orgId, url, domain: recorded.domains?.[0] ?? null, name, ...rest }
  }
  const { slug, orgId } = companyNamed(question.companyIdentifier, network)
  // Of a host that many share a source may answer any of them.
  const name = question.companyName?.value ?? ''
  const domain = readValue(identifierOf.domain(question.companyDomain?.value ?? '', [name])) ?? null
  // A name alone fits many companies: what a source has of one of them is not an answer.
  if (slug === null && orgId === null && domain === null) return undefined
  const url = slug === null ? null : networkUrl('company', slug, network)
  return { slug, orgId, url, domain, name: name === '' ? null : name, ...rest }
}
