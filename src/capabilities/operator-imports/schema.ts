import { z } from 'zod'
import { fileFormats, importKinds } from '../../corpus/import/index.ts'
import { sampleNameRefusal, sampleSource } from '../../corpus/records/index.ts'
import { Failure, invalidMember, optional, outsideId } from '../../operation/index.ts'
import { importStates, type ImportChoice, type StoredImport } from './import-rows.ts'
import { ImportRefused } from './open-imports.ts'

export const importId = outsideId(z.string().min(1).max(100)).describe('Id of an import, `imp_…`.')
export const importKind = z.enum(importKinds).describe('What its rows are.')

export const sourceName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'Expected a name without control characters.')
  .refine((name) => name !== sampleSource, { message: sampleNameRefusal })

/** A mapping file is a few kilobytes; the longest of the data sets has 20. */
const maxMappingChars = 200_000

const day = z
  .string()
  .max(40)
  .refine((text) => /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)), {
    message: 'Expected a date (2026-05-13) or an instant.',
  })

export const readMembers = {
  fileFormat: optional(z.enum(fileFormats)).describe('Default: by content and extension.'),
  member: optional(z.string().min(1).max(500)).describe(
    'The files of an archive that hold the rows: a name, or `*.csv`.',
  ),
}

export const choiceMembers = {
  mapping: z
    .string()
    .max(maxMappingChars)
    .nullable()
    .optional()
    .describe('A mapping file, YAML or JSON; null: the rows are records of Almanac. Default: as guessed.'),
  names: optional(z.boolean()).describe('Rows with a name and no identifier are records, too.'),
  asOf: day
    .nullable()
    .optional()
    .describe('When the rows were true; null and the default: when they are loaded.'),
  ...readMembers,
}

type ChoiceMembers = { [member in keyof ImportChoice]?: ImportChoice[member] | undefined }

/** What a request changes of how a file is read. */
export function readChoice({
  mapping,
  names,
  asOf,
  fileFormat,
  member,
}: ChoiceMembers): Partial<ImportChoice> {
  return {
    ...(mapping !== undefined && { mapping }),
    ...(names !== undefined && { names }),
    ...(asOf !== undefined && { asOf: asOf === null ? null : new Date(asOf).toISOString() }),
    ...(fileFormat !== undefined && { fileFormat }),
    ...(member !== undefined && { member }),
  }
}

export const importView = z.object({
  importId: z.string(),
  kind: importKind,
  source: z.string(),
  fileName: z.string(),
  bytes: z.int(),
  state: z
    .enum(importStates)
    .describe(
      '`ready`: uploaded; `interrupted`: its process ended early, start it again to go on; `damaged`: the file ends early, and what could be read is loaded.',
    ),
  wish: z.enum(['pause', 'cancel']).nullable().describe('What a running one was asked to do.'),
  mapping: z.string().nullable(),
  names: z.boolean(),
  asOf: z.string().nullable(),
  corrects: z.string().nullable().describe('The import whose rejected rows were corrected.'),
  counts: z.object({
    rows: z.int(),
    created: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    rejected: z.int(),
    leftOut: z.int(),
    sameRecord: z
      .int()
      .describe(
        'Rows about a record that another row near them is about, so that it is counted once: the same row twice, or rows that were joined. Known at the end, when rows is the sum of the others; the same row further down counts as unchanged.',
      ),
  }),
  share: z.number().describe('How much of the file was read, 0 to 1.'),
  rowsPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable().describe('Of a running one, once it can be told.'),
  problem: z.string().nullable(),
  notes: z.array(z.string()),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().describe('Until then the file and its rejected rows are there.'),
})

/** Before this much of a file is read, its end cannot be told. */
const leastShare = 0.02

export function viewOfImport(one: StoredImport): z.output<typeof importView> {
  const { id, kind, source, fileName, bytes, state, wish, corrects, problem, notes, choice, counts } = one
  const share = state === 'completed' ? 1 : Math.min(0.99, counts.bytes / Math.max(1, bytes))
  const endMs = (state === 'running' ? one.reportedAt : one.endedAt)?.getTime()
  const seconds = endMs === undefined || one.startedAt === null ? 0 : (endMs - one.startedAt.getTime()) / 1000
  const isTold = state === 'running' && share >= leastShare && seconds > 0
  const { rows, created, changed, unchanged, rejected, leftOut } = counts
  // Until then rows were read that are not written yet.
  const isWhole = state === 'completed' || state === 'damaged'
  const sameRecord = isWhole ? rows - created - changed - unchanged - rejected - leftOut : 0
  return {
    importId: id,
    kind,
    source,
    fileName,
    bytes,
    state,
    wish,
    mapping: choice.mapping,
    names: choice.names,
    asOf: choice.asOf,
    corrects,
    counts: { rows, created, changed, unchanged, rejected, leftOut, sameRecord },
    share,
    rowsPerSecond: seconds > 0 ? Math.round(rows / seconds) : null,
    secondsLeft: isTold ? Math.ceil((seconds * (1 - share)) / share) : null,
    problem,
    notes,
    createdAt: one.createdAt.toISOString(),
    startedAt: one.startedAt?.toISOString() ?? null,
    endedAt: one.endedAt?.toISOString() ?? null,
    expiresAt: one.expiresAt.toISOString(),
  }
}

/** Does an act on imports for a request. What is refused becomes a failure that names the member, or a 409. */
export async function refusing<T>(work: () => Promise<T | undefined>): Promise<T> {
  try {
    const value = await work()
    if (value === undefined) throw new Failure('not-found')
    return value
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    const { member, message } = error
    if (member !== undefined) throw invalidMember(member, message, 'not_allowed')
    throw new Failure('conflict', { issues: [{ path: 'importId', message, code: 'state' }] })
  }
}
