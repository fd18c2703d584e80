import fc, { type Arbitrary } from 'fast-check'
import type { z } from 'zod'
import { companyFilters, postingFilters, profileFilters } from '../../src/corpus/search/index.ts'
import { naiveRows, today, type Question } from './compare.ts'
import { matchesPosting, type PostingParams } from './naive-postings.ts'
import type { OracleWorld } from './oracle-world.ts'
import type { Trial } from './questions-alone.ts'
import { companyFilterNear, profileFilterNear, type Near } from './random-params.ts'
import { postingParameter } from './random-postings.ts'

/** Parameters that choose what is answered, not who is found. */
const tellsNothing: ReadonlySet<string> = new Set([
  'getDetailedEducation',
  'getDetailedWorkExperience',
  'sort',
])

/** Values drawn at once, and the records they are near. */
const perDraw = 12
const nearby = 4

/** A filter by name, its value among the parameters that hold it. */
type Params = Record<string, unknown>

export function companyTrial(
  { rows, companies }: OracleWorld,
  name: keyof typeof companyFilters,
  seed: number,
): Trial<Question> {
  const params = (question: Question) => (question as { params: Params }).params
  return {
    schema: companyFilters[name].schema as z.ZodType,
    draw: (number) =>
      drawn(companyFilterNear(someOf(companies, seed, number), name), seed + number).map(
        (each): Question => ({ kind: 'companies', params: each }),
      ),
    valueOf: (question) => params(question)[name],
    withValue: (question, value) =>
      ({ ...question, params: { ...params(question), [name]: value } }) as Question,
    read: (question) => naiveRows(rows, question).map(({ id }) => id),
    all: companies.length,
    tells: !tellsNothing.has(name),
  }
}

export function profileTrial(
  { rows, companies, people }: OracleWorld,
  name: keyof typeof profileFilters,
  seed: number,
): Trial<Question> {
  const params = (question: Question) => (question as { searchParams: Params }).searchParams
  return {
    schema: profileFilters[name].schema as z.ZodType,
    draw: (number) =>
      drawn(profileFilterNear(someOf(people, seed, number), companies, name), seed + number).map(
        (each): Question => ({ kind: 'people', ...each }),
      ),
    valueOf: (question) => params(question)[name],
    withValue: (question, value) =>
      ({ ...question, searchParams: { ...params(question), [name]: value } }) as Question,
    read: (question) => naiveRows(rows, question).map(({ id }) => id),
    all: people.length,
    tells: !tellsNothing.has(name),
  }
}

export function postingTrial(
  { postings, companies }: OracleWorld,
  name: keyof typeof postingFilters,
  seed: number,
): Trial<PostingParams> {
  const records = postings.map(({ record }) => record)
  return {
    schema: postingFilters[name].schema as z.ZodType,
    draw: (number) => {
      const { near } = someOf(records, seed, number)
      const values = postingParameter(near, companies)[name] as Arbitrary<unknown>
      return drawn(values, seed + number).map((value) => ({ [name]: value }) as PostingParams)
    },
    valueOf: (question) => question[name],
    withValue: (question, value) => ({ ...question, [name]: value }) as PostingParams,
    read: (question) =>
      postings
        .filter(({ record }) => matchesPosting(record, question, { companies, today }))
        .map(({ id }) => id),
    all: records.length,
    tells: true,
  }
}

function someOf<R>(all: readonly R[], seed: number, number: number): Near<R> {
  return { near: drawn(fc.constantFrom(...all), seed - number, nearby), all }
}

const drawn = <T>(from: Arbitrary<T>, seed: number, count = perDraw): T[] =>
  fc.sample(from, { seed, numRuns: count })
