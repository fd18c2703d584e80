import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PersonRecord } from '../../corpus/records/index.ts'
import type { Assessment, Clue } from './clue.ts'
import { chooseBest, measureConfidence, scoreCandidate, threshold, withMore, type Scored } from './score.ts'

const person = { name: 'Ada Lindqvist' } as PersonRecord
const candidate = (id: string, rank: number) => ({ id, rank, body: '{}', person })
const clue = (verdict: Assessment, weight = 0.5): Clue => ({
  member: 'jobTitle',
  weight,
  penalty: 0.8,
  conditions: [],
  assess: () => verdict,
})
const agrees = (strength: number): Assessment => ({
  verdict: 'agrees',
  strength,
  present: true,
  evidence: 'yes',
})
const differs: Assessment = { verdict: 'differs', evidence: 'no' }
const score = (nameScore: number | undefined, clues: Clue[]) =>
  scoreCandidate(candidate('1', 1), { nameScore, clues })?.score ?? 0
const anyClue = fc.oneof(
  fc
    .record({ strength: fc.double({ min: 0.01, max: 1, noNaN: true }) })
    .map(({ strength }) => clue(agrees(strength))),
  fc.constant(clue(differs)),
  fc.constant(clue({ verdict: 'unknown' })),
)
const anyName = fc.double({ min: 0.01, max: 1, noNaN: true })

describe('scoreCandidate', () => {
  test('lies in 0..1; a clue that agrees never lowers it, one that differs always does, an unknown one changes nothing', () => {
    fc.assert(
      fc.property(
        fc.option(anyName, { nil: undefined }),
        fc.array(anyClue, { maxLength: 5 }),
        (name, clues) => {
          const before = score(name, clues)
          expect(before).toBeGreaterThan(0)
          expect(before).toBeLessThanOrEqual(1)
          expect(score(name, [...clues, clue(agrees(0.7))])).toBeGreaterThanOrEqual(before)
          expect(score(name, [...clues, clue(differs)])).toBeLessThan(before)
          expect(score(name, [...clues, clue({ verdict: 'unknown' })])).toBe(before)
        },
      ),
    )
  })

  test('another name is no match, whatever else agrees', () => {
    expect(scoreCandidate(candidate('1', 1), { nameScore: 0, clues: [clue(agrees(1))] })).toBeUndefined()
  })

  test('a name alone is enough, one that two clues contradict is not', () => {
    expect(score(1, [])).toBeGreaterThan(threshold)
    const [wrongCompany, wrongSchool] = [0.6, 0.75].map((penalty) => ({ ...clue(differs), penalty }))
    expect(score(1, [wrongCompany as Clue])).toBeGreaterThan(threshold)
    expect(score(1, [wrongCompany as Clue, wrongSchool as Clue])).toBeLessThan(threshold)
  })
})

test('who is compared is not read in full until somebody looks', () => {
  const read: string[] = []
  const unread = {
    id: '1',
    rank: 1,
    career: {
      ...person,
      headline: null,
      locality: null,
      experiences: [],
      education: null,
      inferred_location: null,
    },
    get body() {
      read.push('body')
      return '{}'
    },
    get person() {
      read.push('person')
      return person
    },
  }
  const scored = scoreCandidate(unread, { nameScore: 1, clues: [clue(agrees(1))] })
  const match = scored && withMore(scored, { confidence: 1 })
  expect(match?.confidence).toBe(1)
  expect(read).toEqual([])
  expect([match?.body, match?.person]).toEqual(['{}', person])
  expect(read).toEqual(['body', 'person'])
})

describe('bestOf', () => {
  const scored = (id: string, rank: number, value: number): Scored => ({
    ...candidate(id, rank),
    score: value,
    isWhole: true,
    evidence: [],
  })

  test('puts the best first, then the more prominent, then the older, and leaves out the clearly worse', () => {
    const all = [
      scored('9', 5, 0.65),
      scored('10', 5, 0.65),
      scored('3', 1, 0.65),
      scored('4', 1, 0.7),
      scored('5', 1, 0.5),
    ]
    expect(chooseBest(all, threshold).map(({ id }) => id)).toEqual(['4', '3', '9', '10'])
  })

  test('of those that match as well each is as sure, a clearly better one hardly suffers, and no chance is given twice', () => {
    const namesakes = [scored('1', 1, 0.6), scored('2', 2, 0.6)]
    expect(namesakes.map((match) => measureConfidence(match, namesakes))).toEqual([0.3, 0.3])
    const [best, next] = [scored('1', 1, 0.9), scored('2', 2, 0.8)]
    expect(measureConfidence(best, [best, next])).toBeGreaterThan(0.89)
    const all = [best, next, scored('3', 3, 0.88)]
    expect(all.reduce((sum, match) => sum + measureConfidence(match, all), 0)).toBeLessThanOrEqual(0.9)
  })
})

test('who is merely called alike takes nothing from who has the name, and is taken where the rest fits better', () => {
  const named = (id: string, value: number, isMisspelt: boolean): Scored => ({
    ...candidate(id, 1),
    score: value,
    isWhole: true,
    isMisspelt,
    evidence: [],
  })
  const ids = (all: Scored[]) => chooseBest(all, threshold).map(({ id }) => id)
  expect(ids([named('1', 0.9, false), named('2', 0.88, true)])).toEqual(['1'])
  expect(ids([named('1', 0.4, false), named('2', 0.88, true)])).toEqual(['2'])
  expect(ids([named('2', 0.88, true)])).toEqual(['2'])
})
