import type { CompanyRecord } from '../../corpus/records/index.ts'
import { accepted, companyTokens, domainTokens, isMalformed } from '../../corpus/identify/index.ts'
import { carriersOfFirst, findNow, type FoundRecord } from '../../corpus/lookup/index.ts'
import { namesAsked, type NameAsked } from './names-asked.ts'
import { nameEvidence, queryFit, type CompanyNameQuery, type NameFit } from './company-names.ts'
import type { CompanyQuestion } from './company-question.ts'
import { areRelated, inContradiction, isContradicted } from './contradiction.ts'
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
  const names = namesAsked(companyName?.value, { fuzzy: asked.fuzzySearch })
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
  const behind = carriersOfFirst(found, hosts)
  const decided = identified.length > 0 ? identified : behind
  if (decided.length > 0) {
    const disputed = inDispute({ names, found, identified, behind })
    if (disputed !== undefined)
      return {
        ...answer(disputed, limits),
        ...(asked.minConfidence === undefined ? { message: twoCompanies } : {}),
      }
    return answer(identified.length > 0 ? identified.map(byId(names)) : ofDomain(behind, names), limits)
  }
  if (name === undefined) return answer([], limits)
  const behindName = carriersOfFirst(found, namedHosts)
  if (behindName.length > 0) return answer(ofDomain(behindName, [], 'companyName: its domain'), limits)
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

const hostTokens = (text: string): string[] => {
  const tokens = domainTokens(text)
  return isMalformed(tokens) ? [] : tokens
}

/**
 * Companies of the name, read in each of its ways: the first that a company has goes before the first that one is alike. Of a
 * name that fits none, those that look like it.
 */
async function byNames(
  deps: LookupDeps,
  call: Asking,
  { names, found, given }: { names: readonly NameAsked[]; found: readonly FoundRecord[]; given: NameGiven },
): Promise<NameMatch[]> {
  const fitting = names.map((asked) => ofName(found, asked, given))
  const isGood = (near: readonly NameMatch[]) => (near[0]?.likeness ?? 0) >= goodLikeness
  const has = (near: readonly NameMatch[]) => isGood(near) && near[0]?.isExact === true
  const certain = fitting.filter((_, index) => names[index]?.isCertain)
  const best = certain.find(has) ?? certain.find(isGood) ?? fitting.find(has) ?? fitting.find(isGood)
  if (best !== undefined) return best
  // The fullest as it is written, and the barest: those between share its letters.
  const ends = names.filter(
    ({ name }, index) => name.trigrams.length > 0 && (index === 0 || index === names.length - 1),
  )
  const wider = await Promise.all(
    ends.map(async (asked) =>
      ofName(await alikeNames(deps, call, { name: asked.name, found }), asked, given),
    ),
  )
  const all = [...wider, ...fitting]
  return wider.find(isGood) ?? all.find((near) => near.length > 0) ?? []
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

const twoCompanies = 'What is given names two companies: which of them is meant cannot be told.'

/** The best fit of the ways in which a name may be read. */
function bestFit(names: readonly NameAsked[], record: CompanyRecord): NameFit | undefined {
  let best: NameFit | undefined
  for (const { name } of names) {
    const fit = queryFit(name, record, fuzzy)
    if (fit !== undefined && (best === undefined || fit.likeness > best.likeness)) best = fit
  }
  return best
}

/** Agreements by which a name is exactly a company's. */
const exactly: ReadonlySet<string> = new Set(['same', 'spelling'])

/**
 * All companies that are named, where the clues contradict each other: those of the strongest clue are one company, and the
 * domain or the name is exactly another's. Undefined where they agree, or say nothing of each other.
 */
function inDispute(clues: {
  names: readonly NameAsked[]
  found: readonly FoundRecord[]
  identified: readonly FoundRecord[]
  behind: readonly FoundRecord[]
}): CompanyMatch[] | undefined {
  const { names, found, identified, behind } = clues
  const decided = (identified.length > 0 ? identified : behind).map(({ body }) => recordOf(body))
  const isUnrelated = ({ body }: FoundRecord) => !decided.some((record) => areRelated(record, recordOf(body)))
  const byDomain = identified.length > 0 ? behind.filter(isUnrelated) : []
  const agrees = decided.some((record) => exact.has(bestFit(names, record)?.agreement ?? ''))
  const named = agrees
    ? []
    : found.filter((each) => names.some(({ name }) => isCalled(each, name)) && isUnrelated(each))
  const name = agrees ? 'agrees' : named.length > 0 ? 'contradicts' : 'nothing'
  const domain = byDomain.length > 0 ? 'contradicts' : 'nothing'
  const isDisputed =
    identified.length > 0
      ? isContradicted('companyIdentifier', { companyDomain: domain, companyName: name })
      : isContradicted('companyDomain', { companyName: name })
  if (!isDisputed) return undefined
  const all = new Map(
    [...(identified.length > 0 ? identified : behind), ...byDomain, ...named].map((each) => [each.id, each]),
  )
  const confidence = rounded(inContradiction / all.size)
  return [...all.values()].map(({ id, body }) => ({
    id,
    body,
    record: recordOf(body),
    confidence,
    evidence: [disputeEvidence(id, { identified, behind }), twoCompanies],
  }))
}

function disputeEvidence(
  id: string,
  { identified, behind }: { identified: readonly FoundRecord[]; behind: readonly FoundRecord[] },
): string {
  const has = (records: readonly FoundRecord[]) => records.some((each) => each.id === id)
  if (has(identified)) return 'companyIdentifier: the same'
  return has(behind) ? 'companyDomain: the same' : 'companyName: the same'
}

const isCalled = ({ body }: FoundRecord, name: CompanyNameQuery): boolean =>
  exactly.has(queryFit(name, recordOf(body), { fuzzy: false })?.agreement ?? '')

const byId =
  (names: readonly NameAsked[]) =>
  ({ id, body }: FoundRecord): CompanyMatch => {
    const evidence = ['companyIdentifier: the same']
    if (names.length === 0) return { id, body, confidence: byIdentifier, evidence }
    const record = recordOf(body)
    const fit = bestFit(names, record)
    evidence.push(fit === undefined ? 'companyName: another' : nameEvidence('companyName', fit))
    return { id, body, record, confidence: byIdentifier, evidence }
  }

/** Companies that share a domain: those of the name first, then the most prominent. */
function ofDomain(
  behind: readonly FoundRecord[],
  names: readonly NameAsked[],
  told = 'companyDomain: the same',
): CompanyMatch[] {
  const judged = behind.map(({ id, body, rank }) => {
    if (names.length === 0) return { id, body, rank, fit: undefined, likeness: 1 }
    const record = recordOf(body)
    const fit = bestFit(names, record)
    return { id, body, record, rank, fit, likeness: fit?.likeness ?? 1 }
  })
  const alike = judged.filter(({ fit }) => fit !== undefined)
  const others = judged.filter(({ fit }) => fit === undefined)
  const certain = 1 - (1 - byDomain) * (1 - nameBesideDomain)
  // With a name, those of another name are meant only if the name is wrong.
  const left =
    names.length === 0 ? byDomain : alike.length > 0 ? 1 - certain : byDomain * otherNameBesideDomain
  const matches = [
    ...shared(alike, (each) => certain * (0.9 + 0.1 * each.likeness)),
    ...shared(others, () => left),
  ]
  return matches.map(({ fit, ...each }) => {
    const evidence = [told]
    if (names.length > 0)
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
}

type NameMatch = CompanyMatch & {
  likeness: number
  /** The name is the same, and not only alike. */
  isExact: boolean
}

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
function ofName(
  found: readonly FoundRecord[],
  { name, place, share = 1, told }: NameAsked,
  given: NameGiven,
): NameMatch[] {
  const all = found.flatMap(({ id, body, rank }) => {
    const record = recordOf(body)
    const fit = queryFit(name, record, given)
    if (fit === undefined) return []
    // Known by other domains than the one given: perhaps another company of the name.
    const isElsewhere = given.elsewhere && (record.domains?.length ?? 0) > 0
    const isAbroad = isInOtherCountry(record, place)
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
    share *
    likeness ** 1.5 *
    (isElsewhere ? otherDomain : 1) *
    (isAbroad && place?.isBranch !== true ? otherCountry : 1) *
    (fit.isAlias && fit.agreement === 'misspelt' ? misspeltAlias : 1)
  const certain = shared(sure, alone)
  const left = 1 - (certain[0]?.confidence ?? 0)
  const matches = [...certain, ...shared(alike, (each) => alone(each) * left)]
  const worthTelling = (matches[0]?.confidence ?? 0) * 0.01
  return matches
    .filter(({ confidence }) => confidence >= worthTelling)
    .map(({ id, body, record, fit, likeness, isElsewhere, isAbroad, confidence }) => {
      const evidence = [nameEvidence('companyName', fit)]
      if (told !== undefined) evidence.push(told)
      if (isElsewhere) evidence.push('companyDomain: not known of the company')
      if (isAbroad) evidence.push('companyName: the company is in another country')
      return { id, body, record, evidence, likeness, isExact: exact.has(fit.agreement), confidence }
    })
}

function isInOtherCountry({ location_consensus: held }: CompanyRecord, place: NameAsked['place']): boolean {
  return Boolean(place?.country && held?.country_code && held.country_code !== place.country)
}

const recordOf = (body: string) => JSON.parse(body) as CompanyRecord
