import { createHash } from 'node:crypto'
import { z } from 'zod'
import { stableStringify } from '../../lib/stable-json.ts'
import { OperatorError } from '../context.ts'
import { BadBackup } from './failures.ts'

/** Raised when the contents or the layout of a backup change, so that an older program refuses it. */
export const backupFormat = 1
export const manifestName = 'manifest.json'

const path = z
  .string()
  .min(1)
  .refine((text) => !text.startsWith('/') && !text.split('/').includes('..'), 'leaves the folder')

const manifestSchema = z.object({
  format: z.literal(backupFormat),
  almanac: z.string(),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  engine: z.string(),
  migrations: z.object({ postgres: z.string(), clickhouse: z.string() }),
  /** For each kind: the newest commit and the number of records a search sees at it. */
  corpus: z.record(z.string(), z.object({ published: z.int(), records: z.int() })),
  /** Stores on external servers, which are backed up there; `files` means the blobs, in a bucket. */
  notCovered: z.array(z.enum(['postgres', 'records', 'clickhouse', 'files'])),
  folders: z.array(path),
  links: z.array(z.object({ path, target: z.string() })),
  files: z.array(
    z.object({ path, bytes: z.int(), modifiedMs: z.number(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})

/** The contents of a backup. Written last, so that a backup without it is recognisably unfinished. */
export type Manifest = z.output<typeof manifestSchema>

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify({ ...manifest, digest: makeDigest(manifest) }, null, 1)}\n`
}

/** Throws OperatorError when the text is not a manifest, was changed, or comes from a newer program. */
export function parseManifest(text: string): Manifest {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw damaged('is not JSON')
  }
  const { format, almanac } = (content ?? {}) as { format?: unknown; almanac?: unknown }
  if (typeof format === 'number' && format > backupFormat)
    throw new OperatorError(
      `The backup was made by a newer Almanac (${String(almanac)}); restore it with that version.`,
    )
  const { digest, ...rest } = content as { digest?: unknown }
  const parsed = manifestSchema.safeParse(rest)
  if (!parsed.success) throw damaged(parsed.error.issues[0]?.message ?? 'is malformed')
  if (digest !== makeDigest(parsed.data)) throw damaged('was changed')
  return parsed.data
}

const makeDigest = (manifest: Manifest) =>
  createHash('sha256').update(stableStringify(manifest)).digest('hex')

const damaged = (how: string) => new BadBackup(`The backup is damaged: its ${manifestName} ${how}.`)
