import { carriersOfFirst, findNow, readPersonHead, type FoundRecord } from '../../corpus/lookup/index.ts'
import { nativeNameQuery, personEmployerQuery } from '../../corpus/search-index/index.ts'
import { registrableDomain } from '../../lib/domain-name.ts'
import type { PersonRecord } from '../../corpus/records/index.ts'
import type { Clue } from './clue.ts'
import { inContradiction, isContradicted, type ClueVerdict } from './contradiction.ts'
import { accepted, emailTokens, givenPersonTokens } from '../../corpus/identify/index.ts'
import { nameQuery } from './name-query.ts'
import { isKnown, resolveOrganization, type Organization } from './organization.ts'
import { employerClue, worksThere } from './organization-clues.ts'
import { listClues, describes } from './person-clues.ts'
import type { PersonQuestion } from './person-question.ts'
import {
  asGoodAs,
  chooseBest,
  measureConfidence,
  scoreCandidate,
  threshold,
  thresholdAgainstIdentifier,
  withMore,
  type Candidate,
  type Scored,
} from './score.ts'
import { rounded, sureEnough, tooUnsure } from './confidence.ts'
import { searchByName } from './search-people.ts'
import { withoutPlaceholders } from './given-values.ts'
import type { Asking, LookupDeps } from './slice.ts'

export interface PersonMatch extends Candidate {
  confidence: number
  evidence: string[]
}

export interface PeopleFound {
  matches: PersonMatch[]
  /** Why there are none. */
  message?: string
  /** The likeliest of those that are not sure enough to be answered. */
  likeliest?: PersonMatch
}

/** The worth of an identifier; the rest is left for wrong data. */
const certainty = { profileIdentifier: 0.99, emailAddress: 0.97 }
/** The share of it that a different name leaves. */
const otherName = 0.9
/** What a name that agrees takes of the doubt an identifier leaves. */
const nameBesideIdentifier = 0.5
/** The share left for others with an address when one of them has the given name. */
const besideTheNamed = 0.05
/** People one e-mail address is looked for. */
const perAddress = 10

/** Finds who is meant: by identifier, else by e-mail address, else by name and what else is given. */
export async function findPeople(
  deps: LookupDeps,
  call: Asking,
  question: PersonQuestion,
): Promise<PeopleFound> {
  const criteria = withoutPlaceholders(question)
  const [identified, employer, school] = await Promise.all([
    identify(deps, call, criteria),
    resolveOrganization(deps, call, {
      identifier: criteria.companyIdentifier,
      domain: criteria.companyDomain,
      name: criteria.companyName,
      fuzzy: criteria.fuzzySearch,
      members: { identifier: 'companyIdentifier', domain: 'companyDomain', name: 'companyName' },
    }),
    resolveOrganization(deps, call, {
      identifier: criteria.schoolIdentifier,
      domain: criteria.schoolDomain,
      name: criteria.schoolName,
      fuzzy: criteria.fuzzySearch,
      members: { identifier: 'schoolIdentifier', domain: 'schoolDomain', name: 'schoolName' },
    }),
  ])
  adviseUnknown(call, employer, school)
  if (criteria.forceCompanyMatch && employer === undefined)
    call.warn('forceCompanyMatch', 'Ignored: no companyIdentifier, companyDomain or companyName is given.')
  const clues = listClues(criteria, employer, school)
  const keeps = (candidate: Candidate) =>
    !criteria.forceCompanyMatch ||
    employer === undefined ||
    worksThere(candidate.person, employer, { fuzzy: criteria.fuzzySearch })
  if (identified.length > 0) {
    const remaining = identified.filter(keeps)
    if (remaining.length === 0)
      return { matches: [], message: 'The person found does not work at the given company.' }
    return answer(criteria, identifiedMatches(criteria, remaining, { clues, employer }))
  }
  return byDescription(deps, call, { question: criteria, clues, employer, keeps })
}

interface Identified extends Candidate {
  by: keyof typeof certainty
  /** The address given is somebody else's, who is called otherwise. */
  isOthersAddress?: boolean
}

async function identify(deps: LookupDeps, call: Asking, question: PersonQuestion): Promise<Identified[]> {
  const { profileIdentifier, emailAddress } = question
  const ids =
    profileIdentifier === undefined
      ? []
      : accepted(givenPersonTokens(profileIdentifier, deps.network), 'profileIdentifier.value')
  const addresses = emailAddress === undefined ? [] : emailTokens(emailAddress)
  if (ids.length + addresses.length === 0) return []
  const records = await findNow(deps.search, 'people', {
    tokens: [...ids, ...addresses],
    perToken: perAddress,
    signal: call.signal,
  })
  for (const [by, tokens] of [
    ['profileIdentifier', ids],
    ['emailAddress', addresses],
  ] as const) {
    const carriers = carriersOfFirst(records, tokens)
    // A profile is one person; a mailbox may be shared.
    const named = by === 'profileIdentifier' ? carriers.slice(0, 1) : carriers
    if (named.length === 0) continue
    const people = named.map((record) => ({ ...record, person: JSON.parse(record.body) as PersonRecord, by }))
    if (by === 'emailAddress') return people
    const behind = carriersOfFirst(records, addresses)
    return people.map((each) => ({ ...each, isOthersAddress: isOthers(each, behind) }))
  }
  return []
}

/** Whether an address is known, and all who have it are called otherwise than the one a profile names. */
function isOthers({ id, person }: Candidate, behind: readonly FoundRecord[]): boolean {
  if (behind.length === 0 || behind.some((each) => each.id === id)) return false
  const name = nameQuery(person.name ?? '', { loose: true, fuzzy: true })
  return name === undefined || behind.every(({ body }) => name.score(readPersonHead(body)) === 0)
}

/**
 * An identifier decides, unless another name and another employer are given; the rest is told as evidence, the address of
 * somebody else among it. Of several behind one address the name decides, when one is given; else each is as likely.
 */
function identifiedMatches(
  question: PersonQuestion,
  identified: readonly Identified[],
  { clues, employer }: { clues: readonly Clue[]; employer: Organization | undefined },
): PersonMatch[] {
  const name = question.personName && nameQuery(question.personName.value, { loose: true, fuzzy: true })
  const named = identified.map((each) => ({ each, score: name?.score(each.person) }))
  const fitting = named.filter(({ score }) => score !== 0).length
  return named
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .map(({ each, score }) => {
      const evidence = [`${each.by}: the same`]
      let doubt = 1 - certainty[each.by]
      let left = 1 / (fitting === 0 ? identified.length : fitting)
      if (score === 0) {
        left *= fitting === 0 ? otherName : besideTheNamed
        evidence.push(`personName: ${each.person.name ?? 'unknown'} has another name`)
      } else if (score !== undefined) {
        doubt *= 1 - nameBesideIdentifier
        evidence.push(`personName: ${each.person.name ?? 'the same'}`)
      }
      for (const clue of clues) {
        const assessment = clue.assess(each.person)
        if (assessment.verdict === 'agrees') doubt *= 1 - clue.weight * assessment.strength
        if (assessment.verdict !== 'unknown') evidence.push(assessment.evidence)
      }
      if (each.isOthersAddress === true) {
        left *= otherName
        evidence.push('emailAddress: the address of somebody else')
      }
      const isDisputed = isContradicted(each.by, {
        personName: nameSays(score),
        employer: employerSays(each.person, question, employer),
      })
      if (isDisputed) evidence.push('personName and the employer differ: it is unclear who is meant')
      const confidence = isDisputed
        ? Math.min(inContradiction / identified.length, (1 - doubt) * left)
        : (1 - doubt) * left
      return { ...each, confidence: rounded(confidence), evidence }
    })
}

/** What the employer given says of somebody found by an identifier; that of the address itself says nothing more. */
function employerSays(
  person: PersonRecord,
  question: PersonQuestion,
  employer: Organization | undefined,
): ClueVerdict {
  if (employer === undefined) return 'nothing'
  const fuzzy = true
  const judgeEmployer = (organization: Organization) =>
    employerClue(organization, { fuzzy }).assess(person).verdict
  if (employer.named !== undefined) {
    // The domain and the name are two firms: the name tells, unless the domain is not that of the address.
    const [byDomain, byName] = [
      isOfAddress(question) ? 'unknown' : judgeEmployer(employer),
      judgeEmployer(employer.named),
    ]
    if (byDomain === 'agrees' || byName === 'agrees') return 'agrees'
    return 'contradicts'
  }
  const verdict = judgeEmployer(employer)
  if (verdict === 'agrees') return 'agrees'
  const isOwnDomain =
    question.companyName === undefined && question.companyIdentifier === undefined && isOfAddress(question)
  return verdict === 'unknown' || isOwnDomain ? 'nothing' : 'contradicts'
}

const isOfAddress = ({ emailAddress, companyDomain }: PersonQuestion): boolean =>
  emailAddress !== undefined &&
  companyDomain !== undefined &&
  registrableDomain(emailAddress.split('@').at(-1) ?? '') === registrableDomain(companyDomain.value)

/** The matches that are sure enough for the request, or why there are none. */
function answer(
  question: PersonQuestion,
  matches: readonly PersonMatch[],
  none = 'Nobody matches.',
): PeopleFound {
  const sure = sureEnough(matches, { most: question.numProfiles, least: question.minConfidence })
  if (sure.length > 0) return { matches: sure }
  const [likeliest] = matches
  if (likeliest === undefined) return { matches: [], message: none }
  return { matches: [], message: tooUnsure(matches), likeliest }
}

function nameSays(score: number | undefined): 'nothing' | 'contradicts' | 'agrees' {
  if (score === undefined) return 'nothing'
  return score === 0 ? 'contradicts' : 'agrees'
}

async function byDescription(
  deps: LookupDeps,
  call: Asking,
  description: {
    question: PersonQuestion
    clues: readonly Clue[]
    employer: Organization | undefined
    keeps: (candidate: Candidate) => boolean
  },
): Promise<PeopleFound> {
  const { question, clues, employer, keeps } = description
  const name =
    question.personName &&
    nameQuery(question.personName.value, {
      loose: question.personName.looseMatch,
      fuzzy: question.fuzzySearch,
    })
  const hasIdentifier = question.profileIdentifier !== undefined || question.emailAddress !== undefined
  if (name === undefined && !describes(clues)) return { matches: [], message: whatIsMissing(hasIdentifier) }
  const scored = new Map<string, Scored | undefined>()
  const least = hasIdentifier ? thresholdAgainstIdentifier : Math.min(threshold, question.minConfidence ?? 1)
  let matches: Scored[] = []
  await searchByName(deps, call, {
    name,
    clues,
    soundsLike:
      question.personName && employer
        ? personEmployerQuery(question.personName.value, [...employer.nameKeys], [...employer.domains])
        : [],
    spelledElsewhere: question.personName ? nativeNameQuery(question.personName.value) : [],
    thoroughness: question.thoroughness,
    /** Scores what is new and says whether to look further. */
    isEnough(candidates, stage) {
      for (const candidate of candidates) {
        if (scored.has(candidate.id)) continue
        const nameScore = name?.score(candidate.head)
        const isOther = nameScore === 0 || !keeps(candidate)
        const scoredCandidate = isOther ? undefined : scoreCandidate(candidate, { nameScore, clues })
        const isMisspelt = scoredCandidate !== undefined && name?.isMisspelt(candidate.head) === true
        const isWhole = scoredCandidate?.isWhole === true && !isMisspelt
        scored.set(candidate.id, scoredCandidate && Object.assign(scoredCandidate, { isMisspelt, isWhole }))
      }
      matches = chooseBest(
        [...scored.values()].filter((entry) => entry !== undefined),
        least,
      )
      const wanted = stage === 'described' ? matches.filter((match) => match.isWhole) : matches
      return wanted.length >= question.numProfiles
    },
  })
  const judged = toMatches(call, matches)
  // A request for several people by part of a name wants candidates, each with its confidence, not one match.
  const wantsCandidates =
    question.personName?.looseMatch === true && question.numProfiles > 1 && !hasIdentifier
  if (wantsCandidates && question.minConfidence === undefined && judged.length > 0)
    return { matches: judged.slice(0, question.numProfiles) }
  return answer(question, judged, noMatch(hasIdentifier))
}

/** Confidence counts those that match just as well, and the answer names them. */
function toMatches(call: Asking, matches: readonly Scored[]): PersonMatch[] {
  const equals = matches[0] === undefined ? 0 : asGoodAs(matches[0], matches)
  if (equals > 1) {
    call.advise(
      `${equals} people match equally well; an identifier, e-mail address or employer would tell them apart.`,
    )
  }
  return matches.map((match) =>
    withMore(match, { confidence: measureConfidence(match, matches), evidence: match.evidence }),
  )
}

function whatIsMissing(hasIdentifier: boolean): string {
  return hasIdentifier
    ? 'Nobody in the corpus has this identifier or address.'
    : 'Not enough to find anybody by. Give profileIdentifier, emailAddress, or personName, best with a company.'
}

const noMatch = (hasIdentifier: boolean) =>
  hasIdentifier
    ? 'Nobody in the corpus has this identifier or address, and the rest leaves too much doubt.'
    : 'Nobody matches well enough.'

function adviseUnknown(
  call: Asking,
  employer: Organization | undefined,
  school: Organization | undefined,
): void {
  const unknown = (of: Organization | undefined) => of !== undefined && !isKnown(of)
  for (const organization of [employer, school].filter(unknown)) {
    const { member, domains } = organization as Organization
    const compared =
      organization === employer && domains.size > 0
        ? 'so it was compared only with positions that name its domain.'
        : 'so it was not compared.'
    call.advise(`The organization of ${member} is not known, ${compared}`)
  }
}
