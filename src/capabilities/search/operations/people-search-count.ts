import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { askedNow } from '../ask.ts'
import { excludedLists, peopleCondition } from '../people-question.ts'
import { peopleQuestion } from '../question-schema.ts'
import { operation, tag } from '../slice.ts'

export const peopleSearchCount = operation({
  id: 'peopleSearchCount',
  route: 'POST /v1/people-search/count',
  tag,
  summary: 'Count people',
  tasks: [
    'how many people match filters',
    'number of people with a title',
    'how many engineers or managers are there in a city',
  ],
  describe: 'Counts the people peopleSearch would return for the same parameters, exactly.',
  input: z.object(peopleQuestion),
  output: z.object({ totalProfilesFound: z.int().min(0) }),
  price: free('Counts are free.'),
  limit: perMinute(120),
  examples: [
    {
      name: 'People in the United States',
      input: { searchParams: { country3LetterCode: { anyOf: ['USA'] } } },
    },
  ],
  effect: 'reads',
  isAgentTool: true,
  async handle({ input, call, deps }) {
    const moment = await askedNow(deps, call, excludedLists(input))
    const condition = await peopleCondition(deps, call, input, moment)
    const snapshot = await deps.search.snapshots.newest('people')
    return {
      totalProfilesFound: await deps.search.count('people', { condition, snapshot, signal: call.signal }),
    }
  },
})
