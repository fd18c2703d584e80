import { z } from 'zod'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { kind, mergeView, viewOfMerge } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'
import { summarizeMerge } from '../summary.ts'

export const listMerges = operation({
  id: 'listMerges',
  route: 'GET /operator/v1/identity/merges',
  tag: operatorTag,
  summary: 'List the least certain joins',
  describe:
    'Returns joins that imports made (rows without a shared id, and records) and merges by hand, the least certain first. What may be one and was not joined is found by the task `find-duplicates`. For the operator of the installation; `almanac identity joined` does the same on the machine.',
  input: z.object({ kind, most: withDefault(z.int().min(1).max(500), 100) }),
  output: z.object({ merges: z.array(mergeView) }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  examples: [{ name: 'Of companies', input: { kind: 'companies', most: 10 } }],
  effect: 'reads',
  handle: async ({ input, deps }) => ({
    merges: (await deps.identity.leastSure(input.kind, input.most)).map((merge) =>
      viewOfMerge(summarizeMerge(merge)),
    ),
  }),
})
