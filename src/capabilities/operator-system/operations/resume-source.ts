import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { changeSources, sourceEntries, sourceName } from '../change-sources.ts'
import { operation, operatorTag } from '../slice.ts'

export const resumeSource = operation({
  id: 'resumeSource',
  route: 'POST /operator/v1/sources/{sourceName}/resume',
  tag: operatorTag,
  summary: 'Ask an outside source again',
  describe:
    'Sets `enabled: true` in the entry of a source. An entry that cannot be used any more is a 400 and stays as it is. For the operator of the installation; `almanac sources resume` does the same on the machine.',
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
    return { name, ...(await changeSources(deps, call, { act: 'resume', name })) }
  },
})
