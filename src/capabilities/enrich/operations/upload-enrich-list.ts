import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { free, invalidMember, optional, perMinute } from '../../../operation/index.ts'
import { listName, uploadId } from '../../../platform/uploads/index.ts'
import { mostBytes, shownColumn, type ListColumn } from '../../../corpus/tables/index.ts'
import { readWhole } from '../load-list.ts'
import { listColumn, maxListRows, uploadPurpose } from '../schema.ts'
import { lookAtColumns, maxSamples } from '../look-at-columns.ts'
import { enrichTag, operation } from '../slice.ts'

const keepMs = 24 * 3_600_000

export const uploadEnrichList = operation({
  id: 'uploadEnrichList',
  route: 'POST /v1/enrich/upload',
  tag: enrichTag,
  summary: 'Upload a list to be enriched',
  tasks: [
    'enrich a spreadsheet or csv of leads',
    'match a CRM export to records',
    'append data to a list of accounts',
  ],
  describe: `Takes a list (CSV in any delimiter, quoting and encoding, .xlsx or JSON lines, also gzip or zstd; 50 MiB and ${maxListRows.toLocaleString('en')} rows at most) as the body of the request, says what its columns seem to hold, and stores it for 24 hours. startEnrichList takes its uploadId. Nothing is looked up or charged yet.`,
  input: z.object({
    fileName: optional(listName).describe('What the list is called: runs and files of it are called alike.'),
  }),
  output: z.object({
    uploadId: z.string(),
    expiresAt: z.string(),
    bytes: z.number().int(),
    rowCount: z.number().int().describe('Rows, without the header.'),
    hasHeader: z.boolean(),
    format: z.object({
      kind: z.enum(['csv', 'xlsx', 'jsonl']),
      delimiter: z.string().nullable().describe('Of a CSV; null where each line is one cell.'),
      encoding: z.string().nullable().describe('Of a CSV.'),
      sheet: z.string().nullable().describe('Of a workbook: the sheet that is read.'),
    }),
    columns: z.array(
      listColumn
        .extend({
          filled: z.number().min(0).max(1).describe('Share of the rows with a value, rounded down.'),
          samples: z
            .array(z.string())
            .describe(`The cells of the first ${maxSamples} rows that are not blank, cut to 200 characters.`),
        })
        .meta({ id: 'EnrichSampledColumn' }),
    ),
    notes: z.array(z.string()),
  }),
  price: free('Uploads are free.'),
  limit: perMinute(10),
  timeoutMs: 60_000,
  file: {
    maxBytes: mostBytes,
    mediaTypes: [
      'text/csv',
      'text/plain',
      'application/x-ndjson',
      'application/gzip',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    describe: 'The list. Its content decides the format, not the content type.',
    keepMs,
    example: 'Company,Website\nAcme Robotics,acme.example\n',
  },
  examples: [{ name: 'A list of companies', input: {} }],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps, file }) {
    const blob = file && (await deps.blobs.get(file.blobId))
    if (blob === undefined)
      throw invalidMember('body', 'Expected a file as the body of the request.', 'empty_file')
    const bytes = await buffer(blob.content)
    const { list, rows } = await readWhole(
      deps,
      { bytes, path: 'body' },
      { options: {}, signal: call.signal },
    )
    const expiresAtMs = call.nowMs + keepMs
    const named = input.fileName === undefined ? {} : { fileName: input.fileName }
    const { organizationId } = call
    const upload = { blobId: blob.id, organizationId, rows: list.rowCount, expiresAtMs, ...named }
    const { kind, delimiter, hasHeader, rowCount, columns, notes } = list
    return {
      uploadId: uploadId(upload, { key: deps.secret, purpose: uploadPurpose }),
      expiresAt: new Date(expiresAtMs).toISOString(),
      bytes: blob.bytes,
      rowCount,
      hasHeader,
      format: { kind, delimiter, encoding: list.style?.encoding ?? null, sheet: list.sheet ?? null },
      columns: lookAtColumns(list, rows).map((looks, index) => ({
        ...shownColumn(columns[index] as ListColumn),
        ...looks,
      })),
      notes,
    }
  },
})
