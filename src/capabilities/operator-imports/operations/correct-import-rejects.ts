import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { readOperatorOrigin } from '../../../platform/audit/index.ts'
import { importId, importView, refusing, viewOfImport } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const correctImportRejects = operation({
  id: 'correctImportRejects',
  route: 'POST /operator/v1/imports/{importId}/rejects/correct',
  tag: operatorTag,
  summary: 'Load refused rows that were corrected',
  describe:
    'Loads corrected rows as an import of their own, with the mapping and the day of the one that refused them. A row is loaded once; one that is refused again can be corrected again, here or in the new import. A column that the file does not have is a 400. For the operator of the installation.',
  input: z.object({
    importId,
    rows: z
      .array(z.object({ number: z.int().min(1).max(2_147_483_647), row: z.record(z.string(), z.unknown()) }))
      .min(1)
      .max(1_000)
      .describe('Each with the number that listImportRejects has, and the whole row.'),
  }),
  output: importView,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found', 'conflict'],
  examples: [
    {
      name: 'One row',
      input: {
        importId: 'imp_01jz0000000000000000000000',
        rows: [{ number: 1, row: { Company: 'Acme', Website: 'acme.example' } }],
      },
    },
  ],
  effect: 'changes',
  handle: ({ input, call, deps }) =>
    refusing(async () => {
      const one = await deps.imports.correct(input.importId, input.rows, {
        by: readOperatorOrigin(call),
        signal: call.signal,
      })
      return one && viewOfImport(one)
    }),
})
