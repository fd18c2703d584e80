import { z } from 'zod'
import { listedPrice, perMinute, stored, withDefault } from '../../../operation/index.ts'
import { personRecord, type PersonRecord } from '../../../corpus/records/index.ts'
import { hashQuestion } from '../../../corpus/search/index.ts'
import { answerRows } from '../ask.ts'
import { prepareDetails } from '../people-question.ts'
import { cursor, nextCursor } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { readCareer, stealthCareer } from '../stealth-career.ts'
import { stealthCondition, stealthQuestion } from '../stealth-question.ts'

export const stealthFoundersSearch = operation({
  id: 'stealthFoundersSearch',
  route: 'POST /v1/stealth-founders/search',
  tag,
  summary: 'Search founders in stealth',
  tasks: [
    'founders who are building something secretly, before launch',
    'people who left to start a company in stealth',
  ],
  describe: `Finds people who now hold a position at a company in stealth and whose current titles name a founder, or with stealthConfig those who left it, the most prominent first, each with their path there: when they entered, when that was last observed, and the changes of their current positions over the stored history (the newest 20 observations). A page costs ${listedPrice('stealthFounder')} for each founder returned; an empty page costs nothing.`,
  input: z.object({
    ...stealthQuestion,
    pageSize: withDefault(z.number().int().min(1).max(100), 25).describe('Maximum founders on a page.'),
    cursor,
  }),
  output: z.object({ data: z.array(z.object({ profile: personRecord, stealthCareer })), nextCursor }),
  pages: 'nextCursor',
  price: (p) =>
    p.perItem({
      key: 'stealthFounder',
      most: (input) => input.pageSize,
      count: (output) => output.data.length,
    }),
  limit: perMinute(60),
  fails: ['invalid-cursor', 'cursor-expired'],
  examples: [
    {
      name: 'Technical founders in stealth',
      input: { searchParams: { tags: { anyOf: ['deep-technical-background'] } }, pageSize: 5 },
    },
  ],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { searchParams, stealthConfig, prospectExclusionListIDs: ids } = input
    const page = await answerRows(deps, call, {
      kind: 'people',
      condition: (moment) => stealthCondition(deps, call, input, moment),
      question: hashQuestion([
        'stealth-founders',
        searchParams,
        ids,
        ...(stealthConfig ? [stealthConfig] : []),
      ]),
      lists: { people: { ids, path: 'prospectExclusionListIDs' } },
      cursor: input.cursor,
      pageSize: input.pageSize,
      priceKey: 'stealthFounder',
    })
    const histories = await deps.history.read('people', page.ids, page.snapshot)
    const detailed = await prepareDetails(deps, call, searchParams)?.(page.bodies)
    const data = page.bodies.map((body, index) => {
      const { experiences } = JSON.parse(body) as PersonRecord
      const profile = detailed?.[index] ?? stored<PersonRecord>(body)
      const history = histories.get(page.ids[index] as string) ?? { past: [], observedAt: '' }
      return { profile, stealthCareer: readCareer(experiences ?? [], history) }
    })
    return { data, nextCursor: page.nextCursor }
  },
})
