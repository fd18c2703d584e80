import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { changeSources, sourceEntries, sourceName } from '../change-sources.ts'
import { operation, operatorTag } from '../slice.ts'

export const pauseSource = operation({
  id: 'pauseSource',
  route: 'POST /operator/v1/sources/{sourceName}/pause',
  tag: operatorTag,
  summary: 'Leave an outside source alone',
  describe:
    'Sets `enabled: false` in the entry of a source: from this answer on it is not asked, by other processes within seconds. What it found stays. For the operator of the installation; `almanac sources pause` does the same on the machine.',
  input: z.object({ sourceName }),
  output: z.object({ name: z.string(), entries: sourceEntries }),
  price: free(),
  limit: perMinute(30),
  access: 'operator',
  fails: ['not-found', 'sources-busy'],
  examples: [{ name: 'One', input: { sourceName: 'hunter' } }],
  effect: 'changes',
  repeatable: true,
  async handle({ input: { sourceName: name }, call, deps }) {
    return { name, ...(await changeSources(deps, call, { act: 'pause', name })) }
  },
})
