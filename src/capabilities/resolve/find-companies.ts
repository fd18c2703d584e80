import { accepted, givenCompanyTokens, domainTokens, isMalformed } from '../../corpus/identify/index.ts'
import { carriersOfFirst, findNow, readCompanyHead, type FoundRecord } from '../../corpus/lookup/index.ts'
import { companiesOfName } from './companies-of-name.ts'
import { inDispute, twoCompanies } from './company-dispute.ts'
import { bestFit, shared, type CompaniesFound, type CompanyMatch } from './company-match.ts'
import { nameEvidence } from './company-names.ts'
import type { CompanyQuestion } from './company-question.ts'
import { minAmongNamesakes, sureEnough } from './confidence.ts'
import { withoutPlaceholders } from './given-values.ts'
import { namesAsked, type NameAsked } from './names-asked.ts'
import type { Asking, LookupDeps } from './slice.ts'

export type { CompaniesFound, CompanyMatch } from './company-match.ts'

const byIdentifier = 0.99
const byDomain = 0.95
/** The share of the doubt that a matching name beside the domain removes, and the share another name leaves. */
const nameBesideDomain = 0.8
const otherNameBesideDomain = 0.85
/** Companies of one domain, or that share a form of a name, that are looked at. */
const perToken = 20
/** Names this close are namesakes. */
const namesakes = 0.03

/** Finds which company is meant: by identifier, else by domain, else by name; the likeliest of several first. */
export async function findCompanies(
  deps: LookupDeps,
  call: Asking,
  question: CompanyQuestion,
): Promise<CompaniesFound> {
  const criteria = withoutPlaceholders(question)
  const { companyIdentifier: identifier, companyDomain: domain, companyName } = criteria
  const ids =
    identifier === undefined
      ? []
      : accepted(givenCompanyTokens(identifier, deps.network), 'companyIdentifier.value')
  const hosts = domain === undefined ? [] : accepted(domainTokens(domain.value), 'companyDomain.value')
  const names = namesAsked(companyName?.value, { fuzzy: criteria.fuzzySearch })
  const name = names[0]?.name
  const named = names.flatMap((each) => each.name.tokens)
  const namedHosts = hosts.length === 0 && name?.isDomain === true ? hostTokens(companyName?.value ?? '') : []
  if (ids.length + hosts.length + named.length === 0)
    return {
      matches: [],
      message: 'Nothing to find a company by. Give companyIdentifier, companyDomain or companyName.',
    }
  const records = await findNow(deps.search, 'companies', {
    tokens: [...new Set([...ids, ...hosts, ...namedHosts, ...named])],
    perToken,
    signal: call.signal,
  })
  const limits = { most: criteria.numCompanies, least: criteria.minConfidence }
  const identified = carriersOfFirst(records, ids).slice(0, 1)
  const behind = carriersOfFirst(records, hosts)
  const decided = identified.length > 0 ? identified : behind
  if (decided.length > 0) {
    const disputed = inDispute({ names, records, identified, behind })
    if (disputed !== undefined)
      return {
        ...answer(disputed, limits),
        ...(criteria.minConfidence === undefined ? { message: twoCompanies } : {}),
      }
    return answer(identified.length > 0 ? identified.map(byId(names)) : ofDomain(behind, names), limits)
  }
  if (name === undefined) return answer([], limits)
  const behindName = carriersOfFirst(records, namedHosts)
  if (behindName.length > 0) return answer(ofDomain(behindName, [], 'companyName: its domain'), limits)
  const matches = await companiesOfName(deps, call, {
    names,
    records,
    context: { fuzzy: criteria.fuzzySearch, elsewhere: hosts.length > 0 },
  })
  const same = matches.filter(({ likeness }) => likeness >= (matches[0]?.likeness ?? 0) - namesakes).length
  if (same > 1)
    call.advise(`${same} companies have this name; companyDomain or companyIdentifier would tell them apart.`)
  return answer(matches, same > 1 ? { ...limits, share: minAmongNamesakes } : limits)
}

const hostTokens = (text: string): string[] => {
  const tokens = domainTokens(text)
  return isMalformed(tokens) ? [] : tokens
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
const alone = ({ id, body, confidence, evidence }: CompanyMatch): CompanyMatch => ({
  id,
  body,
  confidence,
  evidence,
})

const byId =
  (names: readonly NameAsked[]) =>
  ({ id, body }: FoundRecord): CompanyMatch => {
    const evidence = ['companyIdentifier: the same']
    if (names.length === 0) return { id, body, confidence: byIdentifier, evidence }
    const fit = bestFit(names, readCompanyHead(body))
    evidence.push(fit === undefined ? 'companyName: another' : nameEvidence('companyName', fit))
    return { id, body, confidence: byIdentifier, evidence }
  }

/** Companies that share a domain: those of the name first, then the most prominent. */
function ofDomain(
  behind: readonly FoundRecord[],
  names: readonly NameAsked[],
  note = 'companyDomain: the same',
): CompanyMatch[] {
  const judged = behind.map(({ id, body, rank }) => {
    if (names.length === 0) return { id, body, rank, fit: undefined, likeness: 1 }
    const fit = bestFit(names, readCompanyHead(body))
    return { id, body, rank, fit, likeness: fit?.likeness ?? 1 }
  })
  const alike = judged.filter(({ fit }) => fit !== undefined)
  const others = judged.filter(({ fit }) => fit === undefined)
  const certain = 1 - (1 - byDomain) * (1 - nameBesideDomain)
  // With a name, those of another name are meant only if the name is wrong.
  const ofOthers = alike.length > 0 ? 1 - certain : byDomain * otherNameBesideDomain
  const left = names.length === 0 ? byDomain : ofOthers
  const matches = [
    ...shared(alike, (each) => certain * (0.9 + 0.1 * each.likeness)),
    ...shared(others, () => left),
  ]
  return matches.map(({ fit, ...each }) => {
    const evidence = [note]
    if (names.length > 0)
      evidence.push(fit === undefined ? 'companyName: another' : nameEvidence('companyName', fit))
    return { ...each, evidence }
  })
}
