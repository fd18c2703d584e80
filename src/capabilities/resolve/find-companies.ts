import type { CompanyRecord } from '../../corpus/records/index.ts'
import { accepted, companyTokens, domainTokens } from '../../corpus/identify/index.ts'
import { carriersOfFirst, findNow, type FoundRecord } from '../../corpus/lookup/index.ts'
import {
  companyNameQuery,
  nameEvidence,
  queryFit,
  type CompanyNameQuery,
  type NameFit,
} from './company-names.ts'
import type { CompanyQuestion } from './company-question.ts'
import { leastAmongNamesakes, rounded, sharesOf, sureEnough } from './confidence.ts'
import type { Asking, LookupDeps } from './slice.ts'

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
 * Company` is three times as likely to mean the one that calls itself so as `Flex Ltd.`.
 */
const otherForm = 0.97
/** Names this close are namesakes. */
const namesakes = 0.03

/** Finds which company is meant: by identifier, else by domain, else by name; the likeliest of several first. */
export async function findCompanies(
  deps: LookupDeps,
  call: Asking,
  asked: CompanyQuestion,
): Promise<CompaniesFound> {
  const { companyIdentifier: identifier, companyDomain: domain, companyName } = asked
  const ids =
    identifier === undefined
      ? []
      : accepted(
          companyTokens(identifier.identifier, identifier.value, deps.network),
          'companyIdentifier.value',
        )
  const hosts = domain === undefined ? [] : accepted(domainTokens(domain.value), 'companyDomain.value')
  const name = companyName && companyNameQuery(companyName.value, { fuzzy: asked.fuzzySearch })
  const named = name?.tokens ?? []
  if (ids.length + hosts.length + named.length === 0)
    return {
      matches: [],
      message: 'Nothing to find a company by: give companyIdentifier, companyDomain or companyName.',
    }
  const found = await findNow(deps.search, 'companies', {
    tokens: [...ids, ...hosts, ...named],
    perToken,
    signal: call.signal,
  })
  const limits = { most: asked.numCompanies, least: asked.minConfidence }
  const identified = carriersOfFirst(found, ids).slice(0, 1)
  if (identified.length > 0) return answer(identified.map(byId(name)), limits)
  const behind = carriersOfFirst(found, hosts)
  if (behind.length > 0) return answer(ofDomain(behind, name), limits)
  if (name === undefined) return answer([], limits)
  const given = { fuzzy: asked.fuzzySearch, elsewhere: hosts.length > 0 }
  const near = ofName(found, name, given)
  const isFound = (near[0]?.likeness ?? 0) >= goodLikeness || name.trigrams.length === 0
  const matches = isFound ? near : ofName(await alikeNames(deps, call, { name, found }), name, given)
  const same = matches.filter(({ likeness }) => likeness >= (matches[0]?.likeness ?? 0) - namesakes).length
  if (same > 1)
    call.advise(`${same} companies have this name; companyDomain or companyIdentifier would tell them apart.`)
  return answer(matches, same > 1 ? { ...limits, share: leastAmongNamesakes } : limits)
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
  const sure = sureEnough(matches, limits).map(({ body, confidence, evidence }) => ({
    body,
    confidence,
    evidence,
  }))
  if (sure.length > 0) return { matches: sure }
  const best = matches[0]
  return {
    matches: [],
    message:
      best === undefined
        ? 'No company matches.'
        : `No company matches well enough: the likeliest of ${matches.length} has a confidence of ${best.confidence}.`,
  }
}

const fuzzy = { fuzzy: true }

const byId =
  (name: CompanyNameQuery | undefined) =>
  ({ body }: FoundRecord): CompanyMatch => {
    const evidence = ['companyIdentifier: the same']
    if (name !== undefined) {
      const fit = queryFit(name, recordOf(body), fuzzy)
      evidence.push(fit === undefined ? 'companyName: another' : nameEvidence('companyName', fit))
    }
    return { body, confidence: byIdentifier, evidence }
  }

/** Companies that share a domain: those of the name first, then the most prominent. */
function ofDomain(behind: readonly FoundRecord[], name: CompanyNameQuery | undefined): CompanyMatch[] {
  const judged = behind.map(({ body, rank }) => {
    const fit = name && queryFit(name, recordOf(body), fuzzy)
    return { body, rank, fit, likeness: fit?.likeness ?? 1 }
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
  return matches.map(({ body, fit, confidence }) => {
    const evidence = ['companyDomain: the same']
    if (name !== undefined)
      evidence.push(fit === undefined ? 'companyName: another' : nameEvidence('companyName', fit))
    return { body, confidence, evidence }
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
    .map((each, at) => ({ ...each, confidence: rounded(alone(each) * (shares[at] as number)) }))
    .sort((a, b) => b.confidence - a.confidence)
}

/** Companies of a name, the best fit first; of names that fit equally well the more prominent is the likelier. */
function ofName(
  found: readonly FoundRecord[],
  name: CompanyNameQuery,
  { fuzzy, elsewhere }: { fuzzy: boolean; elsewhere: boolean },
): (CompanyMatch & { likeness: number })[] {
  const fitting = found.flatMap(({ body, rank }) => {
    const record = recordOf(body)
    const fit = queryFit(name, record, { fuzzy })
    if (fit === undefined) return []
    // Known by other domains than the one given: perhaps another company of the name.
    const isElsewhere = elsewhere && (record.domains?.length ?? 0) > 0
    return [{ body, rank, fit, likeness: fit.likeness, isElsewhere }]
  })
  const matches = shared(
    fitting,
    ({ likeness, fit, isElsewhere }) =>
      byName *
      likeness ** 1.5 *
      (isElsewhere ? otherDomain : 1) *
      (fit.isAlias && fit.agreement === 'misspelt' ? misspeltAlias : 1),
  )
  const worthTelling = (matches[0]?.confidence ?? 0) * 0.01
  return matches
    .filter(({ confidence }) => confidence >= worthTelling)
    .map(({ body, fit, likeness, isElsewhere, confidence }) => {
      const evidence = [nameEvidence('companyName', fit)]
      if (isElsewhere) evidence.push('companyDomain: not known of the company')
      return { body, evidence, likeness, confidence }
    })
}

const recordOf = (body: string) => JSON.parse(body) as CompanyRecord
