import { z } from 'zod'
import { nameSource } from '../../../corpus/import/index.ts'
import { free, invalidMember, optional, perMinute } from '../../../operation/index.ts'
import { readOperatorOrigin } from '../../../platform/audit/index.ts'
import { keepDays } from '../open-imports.ts'
import { importKind, importView, readMembers, refusing, sourceName, viewOfImport } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const uploadImport = operation({
  id: 'uploadImport',
  route: 'POST /operator/v1/imports',
  tag: operatorTag,
  summary: 'Upload a file of records',
  describe:
    'Takes a file as the body of the request, as `almanac import` reads it (JSON lines, JSON, XML, CSV, .xlsx, Parquet, .osm.pbf, also gzip or zstd, and members of archives), says what its columns seem to hold and guesses a mapping. Nothing is loaded before startImport. The file is there for seven days. Larger files are loaded on the machine. For the operator of the installation.',
  input: z.object({
    kind: importKind,
    name: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .regex(/^[^\p{Cc}/\\]*$/u, 'Expected the name of a file without folders.')
      .describe('Name of the file.'),
    source: optional(sourceName).describe("Where the rows are from; default: the file's name."),
    ...readMembers,
  }),
  output: importView.extend({
    columns: z.array(z.object({ column: z.string(), meaning: z.string().nullable(), example: z.string() })),
    isNative: z.boolean().describe('The rows are records of Almanac, so that no mapping is needed.'),
    guessedMapping: z.string().nullable(),
    isIdentified: z.boolean().describe('A column holds what a record is recognised by.'),
    isNamed: z.boolean().describe('A column holds what a record is called.'),
    nested: z.array(z.string()).describe('Members that hold objects or lists, which no guess reads.'),
  }),
  price: free(),
  limit: perMinute(30),
  access: 'operator',
  fails: [],
  timeoutMs: 120_000,
  file: {
    maxBytes: 1024 ** 3,
    mediaTypes: ['text/csv', 'application/x-ndjson', 'application/gzip', 'application/octet-stream'],
    describe: 'The file. Its content decides the format, not the content type.',
    keepMs: keepDays * 86_400_000,
    example: 'Company,Website\nAcme Robotics,acme.example\n',
  },
  examples: [{ name: 'A list of companies', input: { kind: 'companies', name: 'kunden.csv' } }],
  effect: 'changes',
  async handle({ input, call, deps, file }) {
    if (file === undefined)
      throw invalidMember('body', 'Expected a file as the body of the request.', 'empty_file')
    const { kind, name: fileName, fileFormat = null, member = null } = input
    const source = input.source ?? nameSource(fileName)
    const { blobId, bytes } = file
    const upload = { kind, source, fileName, blobId, bytes, fileFormat, member }
    const { stored, guess } = await refusing(() =>
      deps.imports.add(upload, { by: readOperatorOrigin(call), signal: call.signal }),
    )
    const { mapping: guessedMapping, ...facts } = guess
    return { ...viewOfImport(stored), ...facts, guessedMapping }
  },
})
