import { z } from 'zod'
import { entityKinds, type EntityKind } from '../../../corpus/kinds/index.ts'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { operation, operatorTag } from '../slice.ts'

export const getMemberFill = operation({
  id: 'getMemberFill',
  route: 'GET /operator/v1/corpus/{kind}/members',
  tag: operatorTag,
  summary: 'See how full the members of a kind are',
  describe:
    'Looks at up to 1,000 records from all over a kind and returns in what share of them each member has a value, and how old they are. For the operator of the installation.',
  input: z.object({
    kind: z.enum(entityKinds as [EntityKind, ...EntityKind[]]),
    records: withDefault(z.int().min(1).max(1_000), 300).describe('Most records to look at.'),
  }),
  output: z.object({
    records: z.int().describe('Records looked at.'),
    members: z.array(z.object({ member: z.string(), share: z.number().describe('0 to 1.') })),
    ages: z.array(
      z.object({ days: z.int(), records: z.int().describe('Observed in the last so many days.') }),
    ),
  }),
  price: free(),
  limit: perMinute(20),
  access: 'operator',
  examples: [{ name: 'Of companies', input: { kind: 'companies' } }],
  effect: 'reads',
  handle: ({ input: { kind, records: most }, call, deps }) =>
    deps.figures.fill(kind, { most, nowMs: call.nowMs }),
})
