import { z } from 'zod'
import { listedPrice, optional, perMinute, stored } from '../../../operation/index.ts'
import { accepted, givenPersonTokens, identifierPair } from '../../../corpus/identify/index.ts'
import { personRecord, upToDatePerson, type PersonRecord } from '../../../corpus/records/index.ts'
import { profileSearchParams, hashQuestion } from '../../../corpus/search/index.ts'
import { traitsOfPerson } from '../../../corpus/search-index/index.ts'
import { answerRows } from '../ask.ts'
import { excludedLists, peopleCondition } from '../people-question.ts'
import { cursor, exclusionListIds, nextCursor, pageSize } from '../schema.ts'
import { comparedRows, maxExamples } from '../similar/compared.ts'
import { findExamples } from '../similar/examples.ts'
import { personTraitKinds } from '../similar/kinds.ts'
import { similarity, makeWeightsSchema } from '../similar/schema.ts'
import { similarPage, type SimilarPage } from '../similar/page.ts'
import { listTraits } from '../similar/traits.ts'
import { operation } from '../slice.ts'

const example = identifierPair(['pnetUrl', 'pnetSlug', 'pnetUserId', 'entityUrn', 'entityId'], {
  value: z.string().min(1).max(2_000),
})

export const findSimilarPeople = operation({
  id: 'findSimilarPeople',
  route: 'POST /v1/similar-people',
  tag: 'Additions',
  summary: 'Find people like some examples',
  tasks: [
    'people similar to a person',
    'lookalike candidates',
    'candidates like this engineer',
    'more people like somebody',
  ],
  describe: `Finds people like one or more examples, the most similar first, each with its score and its parts: functions and level of the positions held, place, employer, schools, languages, tags, former employers and titles, and skills and words of their texts. Values that several examples share count more than those of one. People who share neither function and level with an example (or, if none is known, nothing) are not compared. Of those who do, or, if there are 2,000 or more, of those who share the country or state too, the 2,000 most prominent are compared, and pages end with them. searchParams narrow it as in peopleSearch, and the examples are left out. A page costs ${listedPrice('peopleSearchResult')} for each person returned. Unknown examples are left out with a warning; if none is known, nobody is found, free. When the record of an example changes, a cursor of before is refused.`,
  input: z.object({
    people: z.array(example).min(1).max(maxExamples).describe('The examples.'),
    weights: makeWeightsSchema(personTraitKinds),
    searchParams: optional(profileSearchParams),
    pageSize,
    cursor,
    prospectExclusionListIDs: exclusionListIds,
    companyExclusionListIDs: exclusionListIds,
  }),
  output: z.object({
    data: z.array(personRecord),
    similarities: z.array(similarity).describe('Aligned with data.'),
    nextCursor,
  }),
  pages: 'nextCursor',
  price: (p) =>
    p.perItem({
      key: 'peopleSearchResult',
      most: (input) => input.pageSize,
      count: (output) => output.data.length,
    }),
  limit: perMinute(180),
  fails: ['invalid-cursor', 'cursor-expired'],
  examples: [
    {
      name: 'Ten like one',
      input: { people: [{ identifier: 'pnetSlug', value: 'lei-zhu-zkeii8-example' }], pageSize: 10 },
    },
  ],
  paysAfter: () => true,
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { searchParams, weights = {} } = input
    const tokens = input.people.map((each, index) =>
      accepted(givenPersonTokens(each, deps.network), `people[${index}].value`),
    )
    const examples = await findExamples(deps, call, { kind: 'people', member: 'people', tokens })
    const traits = listTraits(
      examples.map(({ body }) => traitsOfBody(body)),
      personTraitKinds,
      weights,
    )
    if (traits.length === 0) return { data: [], similarities: [], nextCursor: null }
    const lists = excludedLists(input)
    const question = hashQuestion({ traits, searchParams, lists, similar: examples.map(({ id }) => id) })
    let similarities: SimilarPage['similarities'] = []
    const page = await answerRows(deps, call, {
      kind: 'people',
      condition: (moment) => peopleCondition(deps, call, { searchParams }, moment),
      async read({ condition: filter, snapshot, limit, after }) {
        const compared = await comparedRows(deps, {
          kind: 'people',
          traits,
          examples,
          shared: ['function', 'level'],
          besides: ['place'],
          asked: filter,
          snapshot,
          signal: call.signal,
        })
        const read = await similarPage(deps.search, 'people', { compared, traits, limit, after })
        similarities = read.similarities
        return read
      },
      question,
      ordering: { kind: 'people', by: 'similarity', phrases: [], order: undefined },
      lists,
      cursor: input.cursor,
      pageSize: input.pageSize,
      priceKey: 'peopleSearchResult',
    })
    return {
      data: page.bodies.map((body) => stored<PersonRecord>(body)),
      similarities,
      nextCursor: page.nextCursor,
    }
  },
})

const traitsOfBody = (body: string) =>
  new Set(traitsOfPerson(upToDatePerson(JSON.parse(body) as PersonRecord)))
