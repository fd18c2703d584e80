import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { changeSources, sourceEntries, sourceName } from '../change-sources.ts'
import { operation, operatorTag } from '../slice.ts'

export const orderSources = operation({
  id: 'orderSources',
  route: 'POST /operator/v1/sources/order',
  tag: operatorTag,
  summary: 'Order the outside sources',
  describe:
    'Writes the entries of the sources file in another order, which is that of asking. All of the file must be named, each once, paused ones too. For the operator of the installation; `almanac sources order` does the same on the machine.',
  input: z.object({ names: z.array(sourceName).min(1).max(100) }),
  output: z.object({ entries: sourceEntries }),
  price: free(),
  limit: perMinute(30),
  access: 'operator',
  fails: ['sources-busy'],
  examples: [{ name: 'Two', input: { names: ['reacher', 'hunter'] } }],
  effect: 'changes',
  repeatable: true,
  handle: ({ input: { names }, call, deps }) => changeSources(deps, call, { act: 'order', names }),
})
