import type { PersonCareer } from '../../corpus/lookup/index.ts'
import type { PersonRecord } from '../../corpus/records/index.ts'
import type { Clue } from './clue.ts'
import { rounded } from './confidence.ts'

/** A record that may be the one meant. */
export interface Candidate {
  id: string
  /** Small is prominent. */
  rank: number
  body: string
  person: PersonRecord
  /** What of it questions describe, where that is read without the rest. */
  career?: PersonCareer
}

/** A candidate with more said of it. Its record is read when it is looked at, which of most it is not. */
export function withMore<M extends object>(candidate: Candidate, more: M): Candidate & M {
  const { id, rank } = candidate
  const own: Candidate = {
    id,
    rank,
    get body() {
      return candidate.body
    },
    get person() {
      return candidate.person
    },
  }
  return Object.assign(own, more)
}

export interface Scored extends Candidate {
  /** 0..1, before namesakes are counted. */
  score: number
  /** Every clue agrees, with what holds now, and so does the name. */
  isWhole: boolean
  /** The name fits only with a slip of the keyboard. */
  isMisspelt?: boolean
  evidence: string[]
}

/** The prior before any clue: somebody of this name, or nobody in particular. */
const ofThisName = 0.7
const ofNoName = 0.1
/** Below this the answer is not a match. */
export const threshold = 0.35
/** Needed where an identifier was given that nobody has: the others must then leave little doubt. */
export const thresholdAgainstIdentifier = 0.75
/** Weaker matches than this share of the best are left out beside it. */
const shareOfBest = 0.86
const sameScore = 0.005
/** Also an initial or one of two surnames: of a name at an employer all who bear it are looked up together. */
const goodName = 0.78

/**
 * Every clue that agrees takes its share of the remaining doubt, so another one that agrees never lowers the score;
 * one that differs scales it down. Undefined for another name.
 */
export function scoreCandidate(
  candidate: Candidate,
  by: { nameScore: number | undefined; clues: readonly Clue[] },
): Scored | undefined {
  if (by.nameScore === 0) return undefined
  const evidence: string[] = []
  const career = candidate.career ?? candidate.person
  if (by.nameScore !== undefined) {
    const likeness = by.nameScore === 1 ? '' : ` (${by.nameScore.toFixed(2)})`
    evidence.push(`personName: ${career.name ?? 'the same'}${likeness}`)
  }
  let doubt = 1 - (by.nameScore === undefined ? ofNoName : ofThisName * by.nameScore)
  let left = 1
  let isWhole = (by.nameScore ?? 1) >= goodName
  for (const clue of by.clues) {
    const assessment = clue.assess(career)
    if (assessment.verdict === 'agrees') doubt *= 1 - clue.weight * assessment.strength
    if (assessment.verdict === 'differs') left *= clue.penalty
    if (assessment.verdict !== 'unknown') evidence.push(assessment.evidence)
    isWhole &&= assessment.verdict === 'agrees' && assessment.present && assessment.strength >= 0.8
  }
  return withMore(candidate, { score: (1 - doubt) * left, isWhole, evidence })
}

/** The matches among scored candidates, best first, then the more prominent. */
export function chooseBest(scored: readonly Scored[], least: number): Scored[] {
  const named = scored.filter(({ isMisspelt }) => isMisspelt !== true)
  // People with a similar name take nothing from people who have the exact name and fit as well.
  const bestNamed = Math.max(least, ...named.map(({ score }) => score + 1e-9))
  const enough = scored
    .filter(({ score, isMisspelt }) => score >= (isMisspelt === true ? bestNamed : least))
    .sort(byScore)
  const best = enough[0]?.score ?? 0
  return enough.filter(({ score }) => score >= best * shareOfBest)
}

/** How many match as well as this one, itself included. */
export function asGoodAs(match: Scored, matches: readonly Scored[]): number {
  return matches.filter(({ score }) => Math.abs(score - match.score) < sameScore).length
}

/** Scores fall off so fast beside the best that 0.95 of it is 1 in 8, 0.8 of it 1 in 7,000. */
const scorePower = 40

/**
 * How sure a match is once the others are counted: two namesakes who match equally well are half as sure each, one
 * who matches clearly better hardly suffers.
 */
export function measureConfidence(match: Scored, matches: readonly Scored[]): number {
  const weight = ({ score }: Scored) => (score / (matches[0]?.score ?? score)) ** scorePower
  const others = matches.reduce((sum, other) => sum + weight(other), 0)
  return rounded((match.score * weight(match)) / Math.max(others, weight(match)))
}

function byScore(a: Scored, b: Scored): number {
  if (Math.abs(a.score - b.score) >= 1e-9) return b.score - a.score
  return a.rank - b.rank || a.id.length - b.id.length || (a.id < b.id ? -1 : 1)
}
