import { companyNameKey } from '../../lib/company-name.ts'
import { jaroWinkler } from '../../lib/similarity.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'
import type { FoundRecord } from '../../corpus/search/index.ts'
import { containsWords } from '../../corpus/search/index.ts'
import { exactToken } from '../../corpus/search-index/index.ts'
import type { Call } from '../../operation/index.ts'
import type { CompanyQuestion } from './company-question.ts'
import { companyTokens, domainTokens } from './identifiers.ts'
import { misspellings } from '../../lib/name-words.ts'
import { checked } from './organization.ts'
import { rounded } from './score.ts'
import type { ResolveDeps } from './slice.ts'

export interface CompanyMatch {
  body: string
  confidence: number
  evidence: string[]
}

export interface CompaniesFound {
  matches: CompanyMatch[]
  /** Why there are none. */
  message?: string
}

const byIdentifier = 0.99
const byDomain = 0.95
const byName = 0.75
/** What a name that agrees beside the domain takes of the doubt. */
const nameBesideDomain = 0.8
/** Namesakes that are looked at. */
const perToken = 20
const longestName = 300
const likeEnough = 0.9

/** Finds which company is meant: by identifier, else by domain, else by name; the most prominent of several first. */
export async function findCompanies(
  deps: ResolveDeps,
  call: Call,
  asked: CompanyQuestion,
): Promise<CompaniesFound> {
  const { companyIdentifier: identifier, companyDomain: domain, companyName: name } = asked
  const ids =
    identifier === undefined
      ? []
      : checked(
          companyTokens(identifier.identifier, identifier.value, deps.network),
          'companyIdentifier.value',
        )
  const hosts = domain === undefined ? [] : checked(domainTokens(domain.value), 'companyDomain.value')
  const key = name === undefined ? '' : companyNameKey(name.value.slice(0, longestName))
  const named = key === '' ? [] : [exactToken('name', key)]
  if (ids.length + hosts.length + named.length === 0)
    return {
      matches: [],
      message: 'Nothing to find a company by: give companyIdentifier, companyDomain or companyName.',
    }
  const found = await lookup(deps, call, [...ids, ...hosts, ...named])
  const identified = firstFound(found, ids).slice(0, 1)
  if (identified.length > 0)
    return {
      matches: identified.map((record) => match(record, byIdentifier, ['companyIdentifier: the same'])),
    }
  const behind = firstFound(found, hosts)
  if (behind.length > 0) return { matches: ofDomain(behind, named).slice(0, asked.numCompanies) }
  const exact = firstFound(found, named)
  const matches =
    exact.length === 0 && asked.fuzzySearch && key !== ''
      ? await misspelt(deps, call, key)
      : exact.map((record) => match(record, byName / exact.length, ['companyName: the same']))
  if (matches.length === 0) return { matches: [], message: 'No company matches.' }
  if (exact.length > 1)
    call.advise(
      `${exact.length} companies have this name; companyDomain or companyIdentifier would tell them apart.`,
    )
  return { matches: matches.slice(0, asked.numCompanies) }
}

async function lookup(deps: ResolveDeps, call: Call, tokens: readonly string[]): Promise<FoundRecord[]> {
  return deps.search.lookup('companies', {
    tokens,
    snapshot: await deps.search.snapshots.newest('companies'),
    perToken,
    signal: call.signal,
  })
}

/** Records of the first token that has any. */
function firstFound(found: readonly FoundRecord[], tokens: readonly string[]): FoundRecord[] {
  const token = tokens.find((wanted) => found.some((record) => record.tokens.includes(wanted)))
  return found.filter((record) => token !== undefined && record.tokens.includes(token))
}

/** Companies that share a domain: those of the name first, then the most prominent. */
function ofDomain(behind: readonly FoundRecord[], named: readonly string[]): CompanyMatch[] {
  const alike = (record: FoundRecord) => named.some((token) => record.tokens.includes(token))
  const ordered = [...behind.filter(alike), ...behind.filter((record) => !alike(record))]
  const ofName = behind.filter(alike).length
  return ordered.map((record) => {
    const evidence = ['companyDomain: the same']
    if (alike(record)) {
      evidence.push('companyName: the same')
      return match(record, (1 - (1 - byDomain) * (1 - nameBesideDomain)) / ofName, evidence)
    }
    if (named.length > 0) evidence.push('companyName: another')
    return match(record, byDomain / behind.length / (ofName > 0 ? 2 : 1), evidence)
  })
}

/** Names one slip away, and names that hold the same words and look alike. */
async function misspelt(deps: ResolveDeps, call: Call, key: string): Promise<CompanyMatch[]> {
  const words = key.split(' ')
  const forms = words.flatMap((word, at) =>
    misspellings(word).map((form) => [...words.slice(0, at), form, ...words.slice(at + 1)].join(' ')),
  )
  const tokens = [...new Set(forms)].slice(0, mostForms).map((form) => exactToken('name', form))
  const [slips, page] = await Promise.all([
    lookup(deps, call, tokens),
    deps.search.page('companies', {
      condition: containsWords(key),
      limit: perToken,
      snapshot: await deps.search.snapshots.newest('companies'),
      signal: call.signal,
    }),
  ])
  const bodies = new Map(slips.map((record) => [record.id, record.body]))
  for (const [at, id] of page.ids.entries()) if (!bodies.has(id)) bodies.set(id, page.bodies[at] as string)
  return [...bodies.values()]
    .map((body) => ({ body, likeness: nameLikeness(key, JSON.parse(body) as CompanyRecord) }))
    .filter(({ likeness }) => likeness >= likeEnough)
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ body, likeness }) => match({ body }, byName * likeness ** 2, ['companyName: alike']))
}

/** Spellings of one name that are looked up. */
const mostForms = 2_000

function nameLikeness(key: string, { preferred_name, names }: CompanyRecord): number {
  const held = [preferred_name, ...(names ?? [])].filter((name): name is string => Boolean(name))
  return Math.max(0, ...held.map((name) => jaroWinkler(key, companyNameKey(name))))
}

const match = ({ body }: { body: string }, confidence: number, evidence: string[]): CompanyMatch => ({
  body,
  confidence: rounded(confidence),
  evidence,
})
