import { z } from 'zod'
import { optional, resourceId, withDefault } from '../../operation/index.ts'
import { companyColumns } from './columns/company-columns.ts'
import { prospectColumns } from './columns/prospect-columns.ts'
import { fileTypes, formatNames, type ExportFormat, type FormatName } from './formats/index.ts'

const audienceId = resourceId('audience', { madeBy: 'createAudience', prefix: 'aud' })
export const exportId = resourceId('export', { prefix: 'exp' })

/** Names that clients of such services send. */
const otherNames: Record<string, FormatName> = {
  PROSPECT_LI_ADS_CSV: 'PROSPECT_PNET_ADS_CSV',
  COMPANY_LI_ADS_CSV: 'COMPANY_PNET_ADS_CSV',
  LI_PROFILE_URL_FIXUP: 'PNET_PROFILE_URL_FIXUP',
  LI_COMPANY_URL_FIXUP: 'PNET_COMPANY_URL_FIXUP',
}

const format = z
  .enum([...formatNames, ...(Object.keys(otherNames) as [string, ...string[]])])
  .transform((name): FormatName => otherNames[name] ?? (name as FormatName))

const namesOf = (columns: readonly { name: string }[]) =>
  columns.map(({ name }) => name) as [string, ...string[]]

const excluded = (columns: readonly { name: string }[]) =>
  withDefault(z.array(z.enum(namesOf(columns))).max(200), []).describe(
    'Columns left out of a file that is no upload of an ads platform.',
  )

const common = {
  audienceId,
  maxRowsToExport: optional(z.int().min(1)).describe('Most rows of the file. Left out: all there are.'),
  userEmail: optional(z.email().max(254)).describe(
    'Address that a link to the file is mailed to when it is there. The link works without a key, for seven days.',
  ),
  fileType: withDefault(z.enum(fileTypes), 'csv').describe(
    'What the file is. Uploads of ads platforms are CSV alone.',
  ),
}

const describe = (formats: readonly ExportFormat<never>[]) =>
  `${formats.map(({ name, describe: what }) => `${name}: ${what}`).join('; ')}. Those of the other side are refused.`

export const companyExportInput = (formats: readonly ExportFormat<never>[]) =>
  z.object({ ...common, format: format.describe(describe(formats)), excludeFields: excluded(companyColumns) })

export const prospectExportInput = (formats: readonly ExportFormat<never>[]) =>
  z.object({
    ...common,
    format: format.describe(describe(formats)),
    excludeFields: excluded(prospectColumns),
    onlyWithContacts: withDefault(z.boolean(), false).describe(
      'Leaves out people without an address or a telephone number to write to.',
    ),
  })

/** What the start of an export answers. */
export const exportBegun = z
  .object({
    message: z.string(),
    estimatedRows: z
      .int()
      .describe('Most rows the file will have; who is of no use to the format is left out.'),
    maxRowsAllowed: z
      .int()
      .describe('Rows that your subscriptions may export this month, this export included.'),
    exportId: z.string().describe('What getExport takes.'),
    downloadUrl: z.string().nullable().describe('Null until the file is there: see getExport.'),
    expiresAt: z.iso.datetime().nullable().describe('When the file goes; null until it is there.'),
  })
  .meta({ id: 'ExportBegun' })

const states = ['queued', 'running', 'completed', 'failed', 'canceled', 'expired', 'withdrawn'] as const

/** An export as getExport answers it. */
export const exportView = z
  .object({
    exportId: z.string(),
    kind: z.string().describe('What it is an export of: audienceCompanyExport, audienceProspectExport.'),
    status: z
      .enum(states)
      .describe(
        'completed: the file is there. expired: it was, for seven days. withdrawn: somebody in it asked to be forgotten.',
      ),
    progressPercent: z.int().min(0).max(100),
    fileName: z.string(),
    rows: z.int().describe('Of the file; 0 until it is there.'),
    bytes: z.int(),
    createdAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
    downloadUrl: z
      .string()
      .nullable()
      .describe(
        'Works for a day at most, without a key; each answer has a new one. Null while there is no file.',
      ),
    expiresAt: z.iso.datetime().nullable().describe('When the file goes; null until it is there.'),
    error: z.string().nullable(),
  })
  .meta({ id: 'Export' })
