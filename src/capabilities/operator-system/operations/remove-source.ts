import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { changeSources, sourceEntries, sourceName } from '../change-sources.ts'
import { operation, operatorTag } from '../slice.ts'

export const removeSource = operation({
  id: 'removeSource',
  route: 'DELETE /operator/v1/sources/{sourceName}',
  tag: operatorTag,
  summary: 'Remove an outside source',
  describe:
    'Takes the entry of a source out of the sources file. What it found stays in the corpus. For the operator of the installation; `almanac sources remove` does the same on the machine.',
  input: z.object({ sourceName }),
  output: z.object({ name: z.string(), entries: sourceEntries }),
  price: free(),
  limit: perMinute(30),
  access: 'operator',
  fails: ['not-found', 'sources-busy'],
  examples: [{ name: 'One', input: { sourceName: 'hunter' } }],
  effect: 'changes',
  async handle({ input: { sourceName: name }, call, deps }) {
    return { name, ...(await changeSources(deps, call, { act: 'remove', name })) }
  },
})
