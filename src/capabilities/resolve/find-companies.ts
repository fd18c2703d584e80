import type { CompanyRecord } from '../../corpus/records/index.ts'
import { accepted, companyTokens, domainTokens, isMalformed } from '../../corpus/identify/index.ts'
import { carriersOfFirst, findNow, type FoundRecord } from '../../corpus/lookup/index.ts'
import { affiliationOf, type Affiliation } from './affiliation.ts'
import {
  companyNameQuery,
  nameEvidence,
  queryFit,
  type CompanyNameQuery,
  type NameFit,
} from './company-names.ts'
import type { CompanyQuestion } from './company-question.ts'
import { leastAmongNamesakes, rounded, sharesOf, sureEnough } from './confidence.ts'
import { withoutPlaceholders } from './given-values.ts'
import type { Asking, LookupDeps } from './slice.ts'

export interface CompanyMatch {
  /** Entity id, decimal. */
  id: string
  body: string
  /** The same parsed, where it was read to be judged. */
  record?: CompanyRecord
  confidence: number
  evidence: string[]
}

export interface CompaniesFound {
  matches: CompanyMatch[]
  /** Why there are none. */
  message?: string
  /** The likeliest of those that are not sure enough to be answered. */
  likeliest?: CompanyMatch
}

const byIdentifier = 0.99
const byDomain = 0.95
const byName = 0.85
/** What a name that agrees beside the domain takes of the doubt, and what another name leaves. */
const nameBesideDomain = 0.8
const otherNameBesideDomain = 0.85
/** What is left of a name whose companies are known by other domains than the one given. */
const otherDomain = 0.75
/** Companies of one domain, or that share a form of a name, that are looked at. */
const perToken = 20
/** A name this alike needs no wider look. */
const goodLikeness = 0.8
/** Companies of the wider look: a record costs a third of a millisecond to read. */
const mostAlike = 8
/** What is left of a former name or alias with slips: companies have several, so more of them come near by chance. */
const misspeltAlias = 0.8
/**
 * How close one of several namesakes comes whose legal form or article is another than the one asked for: `The Flex
 * Company` is twelve times as likely to mean the one that calls itself so as `Flex Ltd.`.
 */
const otherForm = 0.94
/** Names this close are namesakes. */
const namesakes = 0.03

/** Finds which company is meant: by identifier, else by domain, else by name; the likeliest of several first. */
export async function findCompanies(
  deps: LookupDeps,
  call: Asking,
  question: CompanyQuestion,
): Promise<CompaniesFound> {
  const asked = withoutPlaceholders(question)
  const { companyIdentifier: identifier, companyDomain: domain, companyName } = asked
  const ids =
    identifier === undefined
      ? []
      : accepted(
          companyTokens(identifier.identifier, identifier.value, deps.network),
          'companyIdentifier.value',
        )
  const hosts = domain === undefined ? [] : accepted(domainTokens(domain.value), 'companyDomain.value')
  const names = namesAsked(companyName?.value, asked)
  const name = names[0]?.name
  const named = names.flatMap((each) => each.name.tokens)
  const namedHosts = hosts.length === 0 && name?.isDomain === true ? hostTokens(companyName?.value ?? '') : []
  if (ids.length + hosts.length + named.length === 0)
    return {
      matches: [],
      message: 'Nothing to find a company by: give companyIdentifier, companyDomain or companyName.',
    }
  const found = await findNow(deps.search, 'companies', {
    tokens: [...new Set([...ids, ...hosts, ...namedHosts, ...named])],
    perToken,
    signal: call.signal,
  })
  const limits = { most: asked.numCompanies, least: asked.minConfidence }
  const identified = carriersOfFirst(found, ids).slice(0, 1)
  if (identified.length > 0) return answer(identified.map(byId(name)), limits)
  const behind = carriersOfFirst(found, hosts)
  if (behind.length > 0) return answer(ofDomain(behind, name), limits)
  if (name === undefined) return answer([], limits)
  const behindName = carriersOfFirst(found, namedHosts)
  if (behindName.length > 0) return answer(ofDomain(behindName, undefined, 'companyName: its domain'), limits)
  const matches = await byNames(deps, call, {
    names,
    found,
    given: { fuzzy: asked.fuzzySearch, elsewhere: hosts.length > 0 },
  })
  const same = matches.filter(({ likeness }) => likeness >= (matches[0]?.likeness ?? 0) - namesakes).length
  if (same > 1)
    call.advise(`${same} companies have this name; companyDomain or companyIdentifier would tell them apart.`)
  return answer(matches, same > 1 ? { ...limits, share: leastAmongNamesakes } : limits)
}

interface NameAsked {
  name: CompanyNameQuery
  /** Where the company is, as the text says. */
  place?: Affiliation
}

/** The name as it is given; of a line with an address, then the institution in it. */
function namesAsked(text: string | undefined, asked: { fuzzySearch: boolean }): NameAsked[] {
  if (text === undefined) return []
  const line = affiliationOf(text)
  const fuzzy = asked.fuzzySearch
  const whole = { name: companyNameQuery(text, { fuzzy: fuzzy && line === undefined }) }
  if (line === undefined) return [whole]
  return [whole, { name: companyNameQuery(line.institution, { fuzzy }), place: line }]
}

const hostTokens = (text: string): string[] => {
  const tokens = domainTokens(text)
  return isMalformed(tokens) ? [] : tokens
}

/** Companies of the first of the names that fits any well; of a name that fits none, those that look like it. */
async function byNames(
  deps: LookupDeps,
  call: Asking,
  { names, found, given }: { names: readonly NameAsked[]; found: readonly FoundRecord[]; given: NameGiven },
): Promise<NameMatch[]> {
  for (const [index, { name, place }] of names.entries()) {
    const at = place === undefined ? given : { ...given, place }
    const near = ofName(found, name, at)
    const isFound = (near[0]?.likeness ?? 0) >= goodLikeness
    if (isFound || (index === names.length - 1 && name.trigrams.length === 0)) return near
    if (index === names.length - 1) return ofName(await alikeNames(deps, call, { name, found }), name, at)
  }
  return []
}

/** What was found, and companies whose names share the most letters: those two slips away have no form in common. */
async function alikeNames(
  deps: LookupDeps,
  call: Asking,
  { name, found }: { name: CompanyNameQuery; found: readonly FoundRecord[] },
): Promise<FoundRecord[]> {
  const alike = await deps.search.alike('companies', {
    tokens: name.trigrams,
    snapshot: await deps.search.snapshots.newest('companies'),
    most: mostAlike,
    signal: call.signal,
  })
  const known = new Set(found.map(({ id }) => id))
  return [...found, ...alike.filter(({ id }) => !known.has(id))]
}

function answer(
  matches: readonly CompanyMatch[],
  limits: { most: number; least: number | undefined; share?: number },
): CompaniesFound {
  const sure = sureEnough(matches, limits).map(alone)
  if (sure.length > 0) return { matches: sure }
  const best = matches[0]
  if (best === undefined) return { matches: [], message: 'No company matches.' }
  return {
    matches: [],
    message: `No company matches well enough: the likeliest of ${matches.length} has a confidence of ${best.confidence}.`,
    likeliest: alone(best),
  }
}

/** Without what it was judged by. */
const alone = ({ id, body, record, confidence, evidence }: CompanyMatch): CompanyMatch => ({
  id,
  body,
  ...(record === undefined ? {} : { record }),
  confidence,
  evidence,
})

const fuzzy = { fuzzy: true }

const byId =
  (name: CompanyNameQuery | undefined) =>
  ({ id, body }: FoundRecord): CompanyMatch => {
    const evidence = ['companyIdentifier: the same']
    if (name === undefined) return { id, body, confidence: byIdentifier, evidence }
    const record = recordOf(body)
    const fit = queryFit(name, record, fuzzy)
    evidence.push(fit === undefined ? 'companyName: another' : nameEvidence('companyName', fit))
    return { id, body, record, confidence: byIdentifier, evidence }
  }

/** Companies that share a domain: those of the name first, then the most prominent. */
function ofDomain(
  behind: readonly FoundRecord[],
  name: CompanyNameQuery | undefined,
  told = 'companyDomain: the same',
): CompanyMatch[] {
  const judged = behind.map(({ id, body, rank }) => {
    if (name === undefined) return { id, body, rank, fit: undefined, likeness: 1 }
    const record = recordOf(body)
    const fit = queryFit(name, record, fuzzy)
    return { id, body, record, rank, fit, likeness: fit?.likeness ?? 1 }
  })
  const alike = judged.filter(({ fit }) => fit !== undefined)
  const others = judged.filter(({ fit }) => fit === undefined)
  const certain = 1 - (1 - byDomain) * (1 - nameBesideDomain)
  // With a name, those of another name are meant only if the name is wrong.
  const left =
    name === undefined ? byDomain : alike.length > 0 ? 1 - certain : byDomain * otherNameBesideDomain
  const matches = [
    ...shared(alike, (each) => certain * (0.9 + 0.1 * each.likeness)),
    ...shared(others, () => left),
  ]
  return matches.map(({ fit, ...each }) => {
    const evidence = [told]
    if (name !== undefined)
      evidence.push(fit === undefined ? 'companyName: another' : nameEvidence('companyName', fit))
    return { ...each, evidence }
  })
}

/** Confidence of each of several of which one is meant: what it would have alone, shared among them. */
function shared<T extends { rank: number; likeness: number; fit: NameFit | undefined }>(
  group: readonly T[],
  alone: (each: T) => number,
): (T & { confidence: number })[] {
  const shares = sharesOf(
    group.map(({ rank, likeness, fit }) => ({
      rank,
      likeness: likeness * (fit?.hasOtherForm === true ? otherForm : 1),
    })),
  )
  return group
    .map((each, index) => ({ ...each, confidence: rounded(alone(each) * (shares[index] as number)) }))
    .sort((a, b) => b.confidence - a.confidence)
}

interface NameGiven {
  fuzzy: boolean
  /** A domain is given that nobody has. */
  elsewhere: boolean
  place?: Affiliation
}

type NameMatch = CompanyMatch & { likeness: number }

/** Agreements that a question without fuzzySearch takes, too. */
const exact: ReadonlySet<string> = new Set(['same', 'spelling', 'generic words', 'word order'])
/** A name that only one company's begins with, which is hardly enough. */
const onlyBeginning = 0.66
/** What is left of a company in another country than the one given. */
const otherCountry = 0.5

/**
 * Companies of a name, the best fit first; of names that fit equally well the more prominent is the likelier. Those that
 * are alike at most come after all that have the name, which they take nothing from.
 */
function ofName(found: readonly FoundRecord[], name: CompanyNameQuery, given: NameGiven): NameMatch[] {
  const all = found.flatMap(({ id, body, rank }) => {
    const record = recordOf(body)
    const fit = queryFit(name, record, given)
    if (fit === undefined) return []
    // Known by other domains than the one given: perhaps another company of the name.
    const isElsewhere = given.elsewhere && (record.domains?.length ?? 0) > 0
    const isAbroad = isInOtherCountry(record, given.place)
    return [{ id, body, record, rank, fit, likeness: fit.likeness, isElsewhere, isAbroad }]
  })
  const here = all.filter(({ isAbroad }) => !isAbroad)
  const fitting = here.length > 0 ? here : all
  const sure = fitting.filter(({ fit }) => exact.has(fit.agreement))
  const alike = fitting.filter(({ fit }) => !exact.has(fit.agreement))
  const parts = alike.filter(({ fit, likeness }) => fit.agreement === 'part' || likeness > onlyBeginning)
  if (sure.length === 0 && parts.length === 1 && parts[0]?.fit.agreement === 'part')
    parts[0].likeness = onlyBeginning
  const alone = ({ likeness, fit, isElsewhere, isAbroad }: (typeof fitting)[number]) =>
    byName *
    likeness ** 1.5 *
    (isElsewhere ? otherDomain : 1) *
    (isAbroad ? otherCountry : 1) *
    (fit.isAlias && fit.agreement === 'misspelt' ? misspeltAlias : 1)
  const certain = shared(sure, alone)
  const left = 1 - (certain[0]?.confidence ?? 0)
  const matches = [...certain, ...shared(alike, (each) => alone(each) * left)]
  const worthTelling = (matches[0]?.confidence ?? 0) * 0.01
  return matches
    .filter(({ confidence }) => confidence >= worthTelling)
    .map(({ id, body, record, fit, likeness, isElsewhere, isAbroad, confidence }) => {
      const evidence = [nameEvidence('companyName', fit)]
      if (isElsewhere) evidence.push('companyDomain: not known of the company')
      if (isAbroad) evidence.push('companyName: the company is in another country')
      return { id, body, record, evidence, likeness, confidence }
    })
}

function isInOtherCountry(
  { location_consensus: held }: CompanyRecord,
  place: Affiliation | undefined,
): boolean {
  return Boolean(place?.country && held?.country_code && held.country_code !== place.country)
}

const recordOf = (body: string) => JSON.parse(body) as CompanyRecord
