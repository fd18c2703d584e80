import { z } from 'zod'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { choiceMembers, importId, readChoice, refusing } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const previewImport = operation({
  id: 'previewImport',
  route: 'POST /operator/v1/imports/{importId}/preview',
  tag: operatorTag,
  summary: 'See rows as they will be',
  describe:
    'Returns the first rows of an uploaded file beside the records that they become, or why they would be refused, with the mapping and the choices of the request. Nothing is written. For the operator of the installation; `almanac import --dry-run` reports on a whole file.',
  input: z.object({ importId, ...choiceMembers, pageSize: withDefault(z.int().min(1).max(100), 20) }),
  output: z.object({
    rows: z.array(
      z.object({
        line: z.int(),
        row: z
          .record(z.string(), z.unknown())
          .nullable()
          .describe('Null for one that cannot be read, or is too long.'),
        record: z.record(z.string(), z.unknown()).nullable(),
        problem: z.object({ path: z.string(), reason: z.string() }).nullable(),
        isLeftOut: z.boolean().describe('The mapping leaves it out, or it is about a suppressed person.'),
      }),
    ),
  }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found', 'conflict'],
  timeoutMs: 120_000,
  examples: [{ name: 'As guessed', input: { importId: 'imp_01jz0000000000000000000000' } }],
  effect: 'reads',
  handle: ({ input: { importId: id, pageSize: most, ...choice }, call: { signal }, deps }) =>
    refusing(async () => {
      const one = await deps.imports.find(id)
      if (one === undefined) return undefined
      const rows = await deps.imports.preview(one, readChoice(choice), { most, signal })
      return {
        rows: rows.map((each) => ({
          ...each,
          row: each.row && { ...each.row },
          record: each.record && { ...each.record },
        })),
      }
    }),
})
