import { z } from 'zod'
import { free, makePage, openPage, pageInput, perMinute, withDefault } from '../../../operation/index.ts'
import type { StoredReject } from '../reject-rows.ts'
import { importId, refusing } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const listImportRejects = operation({
  id: 'listImportRejects',
  route: 'GET /operator/v1/imports/{importId}/rejects',
  tag: operatorTag,
  summary: 'List the rows that an import refused',
  describe:
    'Pages through refused rows in the order of the file, each with the row itself, the member and the reason. The first 10,000 of an import are kept. For the operator of the installation.',
  input: z.object({
    importId,
    isOpen: withDefault(z.stringbool().or(z.boolean()), false).describe(
      'Only those that were not loaded since.',
    ),
    ...pageInput({ sizes: { default: 50, most: 500 } }),
  }),
  output: z.object({
    rejects: z.array(
      z.object({
        number: z.int(),
        line: z.int().describe('In the file; of an archive the lines of its members count on.'),
        path: z.string().describe('The member; empty: the row as a whole.'),
        reason: z.string(),
        value: z.unknown().describe('What was refused.'),
        row: z
          .record(z.string(), z.unknown())
          .nullable()
          .describe('As it came; null where it is no row, or longer than 256,000 characters.'),
        isCells: z.boolean().describe('All values are texts, cells of a table.'),
        member: z.string().nullable().describe('Of an archive.'),
        loadedBy: z.string().nullable().describe('The import that loaded it, corrected.'),
      }),
    ),
    nextCursor: z.string().nullish(),
  }),
  price: free(),
  limit: perMinute(120),
  access: 'operator',
  fails: ['not-found', 'invalid-cursor'],
  pages: 'nextCursor',
  examples: [{ name: 'The first', input: { importId: 'imp_01jz0000000000000000000000' } }],
  effect: 'reads',
  handle: ({ input: { importId: id, isOpen, pageSize: size, cursor }, deps }) =>
    refusing(async () => {
      if ((await deps.imports.find(id)) === undefined) return undefined
      const seal = { key: deps.secret, of: 'listImportRejects', organizationId: '', query: [id, isOpen] }
      const after = openPage(cursor, seal, z.int()) ?? 0
      const rejects = await deps.imports.rejects(id, { after, most: size + 1, isOpen })
      const { items, nextCursor } = makePage(rejects, { size, seal, position: ({ number }) => number })
      return { rejects: items.map(viewOfReject), ...(nextCursor === null ? {} : { nextCursor }) }
    }),
})

function viewOfReject({ number, line, path, reason, content, loadedBy }: StoredReject) {
  const row = (content.cells ?? content.row ?? null) as Record<string, unknown> | null
  const { value = null, member = null } = content
  return { number, line, path, reason, value, row, isCells: content.cells !== undefined, member, loadedBy }
}
