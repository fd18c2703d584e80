import { z } from 'zod'
import { optional, resourceId, withDefault } from '../../operation/index.ts'
import { columnRoles } from '../../corpus/tables/index.ts'
import { enrichKeys } from './recognise.ts'
import { listKinds, maxMembers } from './members.ts'
import { outputFormats } from './row-lines.ts'

/** Rows of a list over HTTP; the command takes any number. */
export const maxListRows = 100_000

/** Uploads to this slice are no others'. */
export const uploadPurpose = 'enrich upload'

export const startInput = z
  .object({
    uploadId: optional(resourceId('list', { madeBy: 'uploadEnrichList', prefix: 'upl', most: 500 })).describe(
      'A list sent to POST /v1/enrich/upload.',
    ),
    inlineCsv: optional(z.string().min(1).max(1_000_000)).describe('The list itself, as text.'),
    as: optional(z.enum(listKinds)).describe(
      'What the rows are. Left out: the one of them that the list can be.',
    ),
    by: withDefault(z.array(z.string().min(1).max(300)).max(12), []).describe(
      `What rows are found by, with the heading of its column where that is not plain: \`domain\`, \`name=Account\`. Companies: ${enrichKeys.companies.join(', ')}; people: ${enrichKeys.people.join(', ')}. Left out: whatever columns are recognised beyond doubt.`,
    ),
    members: optional(z.array(z.string().min(1).max(200)).min(1).max(maxMembers)).describe(
      'Members of the record to add, dotted paths into it among them; left out: what most lists want.',
    ),
    header: optional(z.enum(['first', 'none'])).describe(
      'Whether the first row is the header. Left out: found out.',
    ),
    format: optional(z.enum(outputFormats)).describe(
      'Of the result; left out: that of the list, so xlsx for a workbook.',
    ),
  })
  .refine(({ uploadId, inlineCsv }) => (uploadId === undefined) !== (inlineCsv === undefined), {
    message: 'Expected exactly one of uploadId and inlineCsv.',
    path: ['uploadId'],
  })

export type StartInput = z.output<typeof startInput>

const confidence = z.number().min(0).max(1).describe('How sure that is, 0 to 1.')

/** A column as it is understood. */
export const listColumn = z
  .object({ name: z.string(), role: z.enum(columnRoles), confidence })
  .meta({ id: 'EnrichListColumn' })

/** A column that rows are found by. */
export const usedColumn = z
  .object({
    by: z.enum([...new Set([...enrichKeys.companies, ...enrichKeys.people])]),
    column: z.string().describe('Its heading.'),
    confidence,
  })
  .meta({ id: 'EnrichUsedColumn' })

const rows = z.int()

/** Rows of a list by what became of them. */
export const rowCounts = {
  matched: rows,
  duplicates: rows.describe(
    'Of those matched: rows that name whom an earlier row did. match_reason in the list says which row.',
  ),
  unsure: rows,
  notFound: rows,
  unreadable: rows.describe('Rows with more cells than the list has columns, and headers repeated.'),
  blank: rows.describe('Rows without anything in them.'),
}
