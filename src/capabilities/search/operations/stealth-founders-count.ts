import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { askedNow } from '../ask.ts'
import { operation, tag } from '../slice.ts'
import { stealthCondition, stealthQuestion } from '../stealth-question.ts'

export const stealthFoundersCount = operation({
  id: 'stealthFoundersCount',
  route: 'POST /v1/stealth-founders/count',
  tag,
  summary: 'Count founders in stealth',
  tasks: ['how many stealth founders'],
  describe: 'Counts the founders stealthFoundersSearch would return for the same parameters, exactly.',
  input: z.object(stealthQuestion),
  output: z.object({ count: z.number().int() }),
  price: free('Counts are free.'),
  limit: perMinute(120),
  examples: [
    {
      name: 'Founders in stealth in the United States',
      input: { searchParams: { country3LetterCode: { anyOf: ['USA'] } } },
    },
  ],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const people = { ids: input.prospectExclusionListIDs, path: 'prospectExclusionListIDs' }
    const moment = await askedNow(deps, call, { people })
    const condition = await stealthCondition(deps, call, input, moment)
    const snapshot = await deps.search.snapshots.newest('people')
    return { count: await deps.search.count('people', { condition, snapshot, signal: call.signal }) }
  },
})
