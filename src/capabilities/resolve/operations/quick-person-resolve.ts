import { z } from 'zod'
import { personRecord, type PersonRecord } from '../../../corpus/records/index.ts'
import { distinctEntities, perMinute } from '../../../operation/index.ts'
import { givenPersonTokens, identifierPair } from '../../../corpus/identify/index.ts'
import { resolveEach } from '../resolve-each.ts'
import { givenBack, minConfidence, quickMatch } from '../schema.ts'
import { operation, searchTag } from '../slice.ts'

const pair = identifierPair(['pnetSlug', 'pnetUserId', 'pnetUrl', 'entityUrn', 'entityId'], {
  value: z.string(),
})

export const quickPersonResolve = operation({
  id: 'quickPersonResolve',
  route: 'POST /v1/person-resolve',
  tag: searchTag,
  summary: 'Resolve people by identifier',
  tasks: ['person record by id or slug'],
  describe:
    'Returns each of 1 to 100 identifiers with its person, in the order of the request. Former slugs resolve too. Each person found is charged once, however often and by whatever identifiers; an item that is not found, or cannot be an identifier, is free. The balance must cover all items.',
  input: z.object({
    people: z.array(pair).min(1).max(100),
    minConfidence: minConfidence.describe(
      'Minimum confidence of each item, 0 to 1; a less sure one is not found, and free.',
    ),
  }),
  output: z.object({
    data: z
      .array(
        z.object({
          ...givenBack(pair),
          found: z.boolean(),
          person: personRecord.nullable(),
          ...quickMatch,
        }),
      )
      .describe('Aligned with people.'),
  }),
  price: (p) =>
    p.perRequest({
      key: 'personResolve',
      most: ({ people }) => people.length,
      units: ({ data }) => distinctEntities(data.map(({ person }) => (person ? [person] : []))),
    }),
  paysAfter: () => true,
  limit: perMinute(120),
  examples: [
    {
      name: 'A slug and an address',
      input: {
        people: [
          { identifier: 'pnetSlug', value: 'lei-zhu-zkeii8-example' },
          { identifier: 'pnetUrl', value: 'https://www.pnet.example/in/lei-zhu-zkeii8-example' },
        ],
      },
    },
  ],
  items: { list: 'people', answers: 'data' },
  effect: 'spends',
  async handle({ input, call, deps }) {
    const resolved = await resolveEach<PersonRecord>(deps, call, {
      kind: 'people',
      items: input.people.map((item, index) => ({
        tokens: givenPersonTokens(item, deps.network),
        path: `people[${index}].value`,
        identifier: item.identifier,
      })),
      minConfidence: input.minConfidence,
    })
    return {
      data: input.people.map((item, index) => {
        const match = resolved[index]
        if (!match) return { ...item, found: false, person: null }
        const { record: person, confidence, evidence } = match
        return { ...item, found: true, person, confidence, evidence }
      }),
    }
  },
})
