import { z } from 'zod'
import { listedPrice, optional, perMinute } from '../../../operation/index.ts'
import { personRecord } from '../../../corpus/records/index.ts'
import { sortSchema } from '../../../corpus/search/index.ts'
import { answerPeople } from '../answer-search.ts'
import { peopleQuestion } from '../question-schema.ts'
import { cursor, nextCursor, pageSize } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const peopleSearch = operation({
  id: 'peopleSearch',
  route: 'POST /v1/people-search',
  tag,
  summary: 'Search people',
  tasks: [
    'find people by job title, seniority, location or employer',
    'list of CTOs at companies of an industry',
    'who works at a company',
    'find prospects, candidates or leads',
    'decision makers, alumni, former employees',
    'CEO, CTO, founder, VP or head of sales of a company',
    'who works at a company as product manager or engineer',
    'alumni of a school, previous employers, people who changed jobs',
    'find people with a skill or experience',
  ],
  describe: `Finds people who satisfy all given parameters, the most prominent first unless \`sort\` says otherwise; each appears once, however many of their concurrent positions match. A page costs ${listedPrice('peopleSearchResult')} for each profile returned; an empty page costs nothing. The cursor keeps its snapshot.`,
  input: z.object({
    ...peopleQuestion,
    sort: optional(sortSchema('people')),
    pageSize,
    cursor,
  }),
  output: z.object({ data: z.array(personRecord), nextCursor }),
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
      name: 'Heads of sales in Germany',
      input: {
        searchParams: {
          country3LetterCode: { anyOf: ['DEU'] },
          jobTitleV3: { anyOf: [{ type: 'functional', seniority: ['director', 'vp'], keywords: ['sales'] }] },
        },
        pageSize: 10,
      },
    },
  ],
  paysAfter: () => true,
  effect: 'spends',
  isAgentTool: true,
  handle({ input, call, deps }) {
    return answerPeople(deps, call, { ...input, priceKey: 'peopleSearchResult' })
  },
})
