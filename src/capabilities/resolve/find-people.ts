import type { Call } from '../../operation/index.ts'
import type { Clue } from './clue.ts'
import { emailTokens, personTokens } from './identifiers.ts'
import { nameQuery } from './name-query.ts'
import { checked, isKnown, resolveOrganization, type Organization } from './organization.ts'
import { worksThere } from './organization-clues.ts'
import { cluesOf, describes } from './person-clues.ts'
import type { PersonQuestion } from './person-question.ts'
import {
  asGoodAs,
  bestOf,
  confidenceOf,
  rounded,
  scoreCandidate,
  threshold,
  thresholdAgainstIdentifier,
  type Candidate,
  type Scored,
} from './score.ts'
import { searchByName } from './search-people.ts'
import type { ResolveDeps } from './slice.ts'

export interface PersonMatch extends Candidate {
  confidence: number
  evidence: string[]
}

export interface PeopleFound {
  matches: PersonMatch[]
  /** Why there are none. */
  message?: string
}

/** What an identifier is worth; the rest is left for data that is wrong. */
const certainty = { profileIdentifier: 0.99, emailAddress: 0.97 }
/** What a name that differs leaves of it. */
const otherName = 0.9
/** People one e-mail address is looked for. */
const perAddress = 10

/** Finds who is meant: by identifier, else by e-mail address, else by name and what else is given. */
export async function findPeople(deps: ResolveDeps, call: Call, asked: PersonQuestion): Promise<PeopleFound> {
  const [identified, employer, school] = await Promise.all([
    identify(deps, call, asked),
    resolveOrganization(deps, call, {
      identifier: asked.companyIdentifier,
      domain: asked.companyDomain,
      name: asked.companyName,
      members: { identifier: 'companyIdentifier', domain: 'companyDomain', name: 'companyName' },
    }),
    resolveOrganization(deps, call, {
      identifier: asked.schoolIdentifier,
      domain: asked.schoolDomain,
      name: asked.schoolName,
      members: { identifier: 'schoolIdentifier', domain: 'schoolDomain', name: 'schoolName' },
    }),
  ])
  adviseUnknown(call, [employer, school])
  if (asked.forceCompanyMatch && employer === undefined)
    call.warn('forceCompanyMatch', 'Ignored: no companyIdentifier, companyDomain or companyName is given.')
  const clues = cluesOf(asked, employer, school)
  const keeps = ({ person }: Candidate) =>
    !asked.forceCompanyMatch ||
    employer === undefined ||
    worksThere(person, employer, { fuzzy: asked.fuzzySearch })
  if (identified.length > 0) {
    const kept = identified.filter(keeps).slice(0, asked.numProfiles)
    if (kept.length === 0)
      return { matches: [], message: 'The person found does not work at the given company.' }
    return {
      matches: kept.map((found) => identifiedMatch(asked, found, { clues, among: identified.length })),
    }
  }
  return byDescription(deps, call, { asked, clues, keeps })
}

interface Identified extends Candidate {
  by: keyof typeof certainty
}

async function identify(deps: ResolveDeps, call: Call, asked: PersonQuestion): Promise<Identified[]> {
  const { profileIdentifier, emailAddress } = asked
  const ids =
    profileIdentifier === undefined
      ? []
      : checked(
          personTokens(profileIdentifier.identifier, profileIdentifier.value, deps.network),
          'profileIdentifier.value',
        )
  const addresses = emailAddress === undefined ? [] : emailTokens(emailAddress)
  if (ids.length + addresses.length === 0) return []
  const found = await deps.search.lookup('people', {
    tokens: [...ids, ...addresses],
    snapshot: await deps.search.snapshots.newest('people'),
    perToken: perAddress,
    signal: call.signal,
  })
  for (const [by, tokens] of [
    ['profileIdentifier', ids],
    ['emailAddress', addresses],
  ] as const) {
    for (const token of tokens) {
      const carriers = found.filter((record) => record.tokens.includes(token))
      // A profile is one person; a mailbox may be shared.
      const named = by === 'profileIdentifier' ? carriers.slice(0, 1) : carriers
      if (named.length > 0) return named.map((record) => ({ ...record, person: JSON.parse(record.body), by }))
    }
  }
  return []
}

/** An identifier decides whatever else is given; the rest is told as evidence. */
function identifiedMatch(
  asked: PersonQuestion,
  found: Identified,
  { clues, among }: { clues: readonly Clue[]; among: number },
): PersonMatch {
  const evidence = [`${found.by}: the same`]
  let confidence = certainty[found.by] / among
  const name = asked.personName && nameQuery(asked.personName.value, { loose: true, fuzzy: true })
  if (name !== undefined && name.score(found.person) === 0) {
    confidence *= otherName
    evidence.push(`personName: ${found.person.name ?? 'unknown'} has another name`)
  }
  for (const clue of clues) {
    const said = clue.assess(found.person)
    if (said.verdict !== 'unknown') evidence.push(said.evidence)
  }
  return { ...found, confidence: rounded(confidence), evidence }
}

async function byDescription(
  deps: ResolveDeps,
  call: Call,
  at: { asked: PersonQuestion; clues: readonly Clue[]; keeps: (found: Candidate) => boolean },
): Promise<PeopleFound> {
  const { asked, clues, keeps } = at
  const name =
    asked.personName &&
    nameQuery(asked.personName.value, { loose: asked.personName.looseMatch, fuzzy: asked.fuzzySearch })
  const hasIdentifier = asked.profileIdentifier !== undefined || asked.emailAddress !== undefined
  if (name === undefined && !describes(clues)) return { matches: [], message: whatIsMissing(hasIdentifier) }
  const scored = new Map<string, Scored | undefined>()
  const least = hasIdentifier ? thresholdAgainstIdentifier : threshold
  let matches: Scored[] = []
  await searchByName(deps, call, {
    name,
    clues,
    thoroughness: asked.thoroughness,
    /** Scores what is new and says whether to look further. */
    isEnough(candidates, stage) {
      for (const candidate of candidates) {
        if (scored.has(candidate.id)) continue
        const parsed = { ...candidate, person: JSON.parse(candidate.body) }
        const nameScore = name?.score(parsed.person)
        scored.set(candidate.id, keeps(parsed) ? scoreCandidate(parsed, { nameScore, clues }) : undefined)
      }
      matches = bestOf(
        [...scored.values()].filter((entry) => entry !== undefined),
        least,
      )
      const wanted = stage === 'described' ? matches.filter((match) => match.isWhole) : matches
      return wanted.length >= asked.numProfiles
    },
  })
  if (matches.length === 0) return { matches: [], message: noMatch(hasIdentifier) }
  return { matches: told(call, matches).slice(0, asked.numProfiles) }
}

/** Confidence counts those that match just as well; the caller is told of them. */
function told(call: Call, matches: readonly Scored[]): PersonMatch[] {
  const equals = matches[0] === undefined ? 0 : asGoodAs(matches[0], matches)
  if (equals > 1) {
    call.advise(
      `${equals} people match equally well; an identifier, e-mail address or employer would tell them apart.`,
    )
  }
  return matches.map((match) => ({ ...match, confidence: confidenceOf(match, matches) }))
}

function whatIsMissing(hasIdentifier: boolean): string {
  return hasIdentifier
    ? 'Nobody is known by this identifier or address.'
    : 'Not enough to find anybody by: give profileIdentifier, emailAddress, or personName, best with a company.'
}

const noMatch = (hasIdentifier: boolean) =>
  hasIdentifier
    ? 'Nobody is known by this identifier or address, and the rest leaves too much doubt.'
    : 'Nobody matches well enough.'

function adviseUnknown(call: Call, organizations: readonly (Organization | undefined)[]): void {
  for (const organization of organizations) {
    if (organization !== undefined && !isKnown(organization))
      call.advise(`The organization of ${organization.member} is not known, so it was not compared.`)
  }
}
