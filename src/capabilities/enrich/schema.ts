import { z } from 'zod'
import { optional, resourceId, withDefault } from '../../operation/index.ts'
import { listName } from '../../platform/uploads/index.ts'
import { columnRoles } from '../../corpus/tables/index.ts'
import { enrichKeys } from './recognise.ts'
import { listKinds, maxMembers } from './members.ts'
import { outputFormats } from './row-lines.ts'

/** Maximum rows of a list over HTTP; the command takes any number. */
export const maxListRows = 100_000

/** Purpose of this slice's uploads, which no other slice accepts. */
export const uploadPurpose = 'enrich upload'

export const startInput = z
  .object({
    uploadId: optional(
      resourceId('list', { madeBy: 'uploadEnrichList', prefix: 'upl', most: 2_000 }),
    ).describe('A list sent to POST /v1/enrich/upload.'),
    fileName: optional(listName).describe('What to call the list; default: as the upload called it.'),
    inlineCsv: optional(z.string().min(1).max(1_000_000)).describe('The list itself, as text.'),
    as: optional(z.enum(listKinds)).describe('The kind of the rows. Default: detected from the list.'),
    by: withDefault(z.array(z.string().min(1).max(300)).max(12), []).describe(
      `Keys for look-up, with the column heading where it is not obvious: \`domain\`, \`name=Account\`. Companies: ${enrichKeys.companies.join(', ')}; people: ${enrichKeys.people.join(', ')}. Default: columns recognised beyond doubt.`,
    ),
    members: optional(z.array(z.string().min(1).max(200)).min(1).max(maxMembers)).describe(
      'Members of the record to add, dotted paths allowed; default: those most lists need.',
    ),
    header: optional(z.enum(['first', 'none'])).describe(
      'Whether the first row is the header. Default: detected.',
    ),
    format: optional(z.enum(outputFormats)).describe(
      'Of the result; default that of the list, so xlsx for a workbook.',
    ),
  })
  .refine(({ uploadId, inlineCsv }) => (uploadId === undefined) !== (inlineCsv === undefined), {
    message: 'Expected exactly one of uploadId and inlineCsv.',
    path: ['uploadId'],
  })

export type StartInput = z.output<typeof startInput>

const confidence = z.number().min(0).max(1).describe('Confidence, 0 to 1.')

/** A column as it was recognised. */
export const listColumn = z
  .object({ name: z.string(), role: z.enum(columnRoles), confidence })
  .meta({ id: 'EnrichListColumn' })

/** A column used for look-up. */
export const usedColumn = z
  .object({
    by: z.enum([...new Set([...enrichKeys.companies, ...enrichKeys.people])]),
    column: z.string().describe('Its heading.'),
    confidence,
  })
  .meta({ id: 'EnrichUsedColumn' })

const rows = z.int()

/** Rows of a list by outcome. */
export const rowCounts = {
  matched: rows,
  duplicates: rows.describe(
    'Matched rows with the same record as an earlier row, which match_reason in the list names.',
  ),
  unsure: rows,
  notFound: rows,
  unreadable: rows.describe('Rows with more cells than the list has columns, and repeated headers.'),
  blank: rows.describe('Empty rows.'),
}

/** Beside what the run was charged. */
export const decisionCredits = z
  .number()
  .describe('What decisions about its unsure rows cost since, beside the charge of the run itself.')
