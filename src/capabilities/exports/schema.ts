import { z } from 'zod'
import { optional, resourceId, withDefault } from '../../operation/index.ts'
import { companyColumns } from './columns/company-columns.ts'
import { prospectColumns } from './columns/prospect-columns.ts'
import { jobPostingColumns } from './columns/job-posting-columns.ts'
import {
  companyFormats,
  contactlessFormats,
  fileTypes,
  formatNames,
  type ExportFormat,
  type FormatName,
} from './formats/index.ts'

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

const listNames = (columns: readonly { name: string }[]) =>
  columns.map(({ name }) => name) as [string, ...string[]]

const excluded = (columns: readonly { name: string }[]) =>
  withDefault(z.array(z.enum(listNames(columns))).max(200), []).describe(
    'Columns to omit; not for uploads of ads platforms.',
  )

const fileOptions = {
  userEmail: optional(z.email().max(254)).describe(
    'Address to mail a link to once the file is ready. The link works without a key, for seven days.',
  ),
  fileType: withDefault(z.enum(fileTypes), 'csv').describe(
    'File type. Uploads of ads platforms are always CSV.',
  ),
}

const common = {
  audienceId,
  maxRowsToExport: optional(z.int().min(1)).describe('Most rows of the file. Default: all.'),
  ...fileOptions,
}

const describe = (formats: readonly ExportFormat<never>[]) =>
  `${formats.map(({ name, describe: what }) => `${name}: ${what}`).join('; ')}. Others are refused.`

export const companyExportInput = (formats: readonly ExportFormat<never>[]) =>
  z.object({ ...common, format: format.describe(describe(formats)), excludeFields: excluded(companyColumns) })

export const prospectExportInput = (formats: readonly ExportFormat<never>[]) =>
  z.object({
    ...common,
    format: format.describe(describe(formats)),
    excludeFields: excluded(prospectColumns),
    onlyWithContacts: withDefault(z.boolean(), false).describe(
      'Omits people without an e-mail address or telephone number.',
    ),
  })

/** What is chosen of a file of companies that no audience holds. */
export const companyOptions = {
  ...fileOptions,
  format: withDefault(format, 'COMPANY_GENERIC_CSV').describe(describe(companyFormats)),
  excludeFields: excluded(companyColumns),
}

/** The same of people, whose contact details are not in it. */
export const prospectOptions = {
  ...fileOptions,
  format: withDefault(format, 'PROSPECT_GENERIC_CSV').describe(describe(contactlessFormats)),
  excludeFields: excluded(prospectColumns),
}

export const jobPostingOptions = { ...fileOptions, excludeFields: excluded(jobPostingColumns) }

const origins = ['audience', 'search', 'enrich_run', 'tracker_list', 'exclusion_list'] as const

/** What the start of an export answers. */
export const exportBegun = z
  .object({
    message: z.string(),
    estimatedRows: z.int().describe('Most rows the file will have; rows the format cannot use are omitted.'),
    maxRowsAllowed: z.int().describe('Rows your subscriptions may export this month, this export included.'),
    exportId: z.string().describe('What getExport takes.'),
    downloadUrl: z.string().nullable().describe('Null until the file is ready: see getExport.'),
    expiresAt: z.iso.datetime().nullable().describe('When the file expires; null until ready.'),
  })
  .meta({ id: 'ExportBegun' })

const states = ['queued', 'running', 'completed', 'failed', 'canceled', 'expired', 'withdrawn'] as const

/** An export as getExport answers it. */
export const exportView = z
  .object({
    exportId: z.string(),
    kind: z
      .string()
      .describe(
        'What was exported: audienceCompanyExport, audienceProspectExport; without an audience companyExport, prospectExport, jobPostingExport.',
      ),
    source: z
      .object({
        type: z.enum(origins),
        id: z.string().nullable().describe('Its id; null of a search, and of exports before 2026-11-28.'),
      })
      .describe('What it was made of.'),
    status: z
      .enum(states)
      .describe(
        'completed: the file is ready. expired: its seven days are over. withdrawn: somebody in it asked to be forgotten.',
      ),
    progressPercent: z.int().min(0).max(100),
    fileName: z.string(),
    rows: z.int().describe('Rows of the file; 0 until ready.'),
    rowsPaidBefore: z
      .int()
      .nullable()
      .describe(
        'Of those: cost nothing, because your organization had paid for their records within 30 days. Null until it is charged, and where no row is.',
      ),
    bytes: z.int(),
    createdAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
    downloadUrl: z
      .string()
      .nullable()
      .describe(
        'Works for at most a day, without a key; each answer has a new one. Null while there is no file.',
      ),
    attributionUrl: z
      .string()
      .nullable()
      .describe(
        'A text that has to go with the file, because licences of open data in it ask for it: see getDataSources. Null while there is no file, and where none asks.',
      ),
    expiresAt: z.iso.datetime().nullable().describe('When the file expires; null until ready.'),
    error: z.string().nullable(),
  })
  .meta({ id: 'Export' })
