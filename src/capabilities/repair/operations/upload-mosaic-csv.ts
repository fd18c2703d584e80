import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { free, invalidMember, optional, perMinute } from '../../../operation/index.ts'
import { listName, uploadId } from '../../../platform/uploads/index.ts'
import { repaired, uploadPurpose } from '../load-source.ts'
import { mostBytes, shownColumn } from '../../../corpus/tables/index.ts'
import { understoodColumn } from '../schema.ts'
import { operation, repairTag } from '../slice.ts'

const keepMs = 24 * 3_600_000
/** Shown of a list's problems; the run tells them all. */
const example = 'name,email,company\nAda Lindqvist,ada@acme.example,Acme Robotics\n'

export const uploadMosaicCsv = operation({
  id: 'uploadMosaicCsv',
  route: 'PUT /v1/mosaic/upload',
  tag: repairTag,
  summary: 'Upload a list to be repaired',
  tasks: ['clean up a messy csv', 'fix, dedupe and complete a dirty list'],
  describe:
    'Takes a list (CSV, TXT or XLSX, in any delimiter, quoting and encoding; 50 MiB and 20,000 rows at most) as the body of the request, shows how it was understood, and keeps it for 24 hours. startMosaic takes its uploadId. Nothing is looked up yet, and nothing is charged.',
  input: z.object({
    fileName: optional(listName).describe('What the list is called: runs of it are called alike.'),
  }),
  output: z.object({
    uploadId: z.string(),
    expiresAt: z.string(),
    bytes: z.number().int(),
    rowCount: z.number().int().describe('Rows, duplicates left out.'),
    hasHeader: z.boolean(),
    format: z.object({
      kind: z.enum(['delimited', 'spreadsheet']),
      encoding: z.string().nullish(),
      delimiter: z.string().nullish(),
      quote: z.string().nullish(),
      sheet: z.string().nullish(),
    }),
    columns: z.array(understoodColumn),
    notes: z.array(z.string()).describe('Decisions and repairs made while reading.'),
  }),
  price: free('Uploads are free.'),
  limit: perMinute(10),
  timeoutMs: 60_000,
  file: {
    maxBytes: mostBytes,
    mediaTypes: [
      'text/csv',
      'text/plain',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    describe: 'The list. Its content decides the format, not the content type.',
    keepMs,
    example,
  },
  examples: [{ name: 'A list of people', input: {} }],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps, file }) {
    const blob = file && (await deps.blobs.get(file.blobId))
    if (blob === undefined)
      throw invalidMember('body', 'Expected a file as the body of the request.', 'empty_file')
    const bytes = await buffer(blob.content)
    const options = { directives: {}, network: deps.network, nowMs: call.nowMs }
    const list = await repaired(deps, { bytes, path: 'body' }, { options, signal: call.signal })
    const expiresAtMs = call.nowMs + keepMs
    const upload = {
      blobId: blob.id,
      organizationId: call.organizationId,
      rows: list.rows.length,
      expiresAtMs,
      ...(input.fileName === undefined ? {} : { fileName: input.fileName }),
    }
    const { format, columns, notes, hasHeader } = list
    return {
      uploadId: uploadId(upload, { key: deps.secret, purpose: uploadPurpose }),
      expiresAt: new Date(expiresAtMs).toISOString(),
      bytes: blob.bytes,
      rowCount: list.rows.length,
      hasHeader,
      format,
      columns: columns.map(shownColumn),
      notes,
    }
  },
})
