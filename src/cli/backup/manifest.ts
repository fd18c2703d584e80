import { createHash } from 'node:crypto'
import { z } from 'zod'
import { stableStringify } from '../../lib/stable-json.ts'
import { OperatorError } from '../context.ts'

/** Raised when what is in a backup, or where, changes: an older program refuses it. */
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
  /** Of each kind: the newest commit, and the records a search sees at it. */
  corpus: z.record(z.string(), z.object({ published: z.int(), records: z.int() })),
  /** Stores on servers of their own, which are backed up there; `files`: the blobs, in a bucket. */
  notCovered: z.array(z.enum(['postgres', 'records', 'clickhouse', 'files'])),
  folders: z.array(path),
  links: z.array(z.object({ path, target: z.string() })),
  files: z.array(
    z.object({ path, bytes: z.int(), modifiedMs: z.number(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})

/** What a backup holds; written last, so that one without it is known to be unfinished. */
export type Manifest = z.output<typeof manifestSchema>

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify({ ...manifest, digest: digestOf(manifest) }, null, 1)}\n`
}

/** Throws OperatorError where it is not one, was changed, or is of a newer program. */
export function parseManifest(text: string): Manifest {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw damaged('is no JSON')
  }
  const { format, almanac } = (content ?? {}) as { format?: unknown; almanac?: unknown }
  if (typeof format === 'number' && format > backupFormat)
    throw new OperatorError(
      `The backup was made by a newer Almanac (${String(almanac)}); restore it with that one.`,
    )
  const { digest, ...rest } = content as { digest?: unknown }
  const parsed = manifestSchema.safeParse(rest)
  if (!parsed.success) throw damaged(parsed.error.issues[0]?.message ?? 'is malformed')
  if (digest !== digestOf(parsed.data)) throw damaged('was changed')
  return parsed.data
}

const digestOf = (manifest: Manifest) => createHash('sha256').update(stableStringify(manifest)).digest('hex')

const damaged = (how: string) => new OperatorError(`The backup is damaged: its ${manifestName} ${how}.`)
