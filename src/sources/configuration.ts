import { createHash } from 'node:crypto'
import { z } from 'zod'
import { sampleSource } from '../corpus/records/index.ts'
import { stableStringify } from '../lib/stable-json.ts'
import { capabilityIds, type Capability } from './capabilities.ts'
import type { ConfiguredSource } from './configured-source.ts'
import { SettingsFileRefused } from './settings-file.ts'
import { sampleQuestions } from './sample-questions.ts'
import type { Answerings, Probe, SourceHost, SourceKind } from './source.ts'

/** The sources file as it was read: variables filled in. */
export interface SourcesDocument {
  /** Absolute path of the file; paths in settings are relative to its folder. */
  file: string
  content: unknown
  /** As it was written, with its variables. */
  template: unknown
}

/** A sources file that cannot be used; one line for each thing that is wrong, with its path. */
export class InvalidSources extends Error {
  override readonly name = 'InvalidSources'
  /** Each begins with its path. */
  readonly lines: readonly string[]

  constructor(file: string, lines: readonly string[]) {
    super(`${file}\n  ${lines.join('\n  ')}`)
    this.lines = lines
  }
}

const amount = z.number().min(0).max(1e6)
const days = z.number().min(0).max(3_650)

const entry = z.strictObject({
  source: z.string().describe('Kind of source.'),
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'expected lower-case letters, digits and hyphens')
    .refine((name) => name !== 'corpus', 'is reserved for data already in the corpus')
    .refine((name) => name !== sampleSource, 'is reserved for the made-up sample')
    .optional()
    .describe('Its name in the provenance of answers; default: the kind.'),
  enabled: z.boolean().default(true),
  capabilities: z
    .array(z.enum(capabilityIds as [Capability, ...Capability[]]))
    .min(1)
    .optional()
    .describe('Capabilities it is used for; default: all it can answer.'),
  settings: z.record(z.string(), z.unknown()).default({}),
  perSecond: z.number().positive().max(1_000).optional(),
  timeoutMs: z.number().int().min(50).max(120_000).optional(),
  cacheDays: z.strictObject({ found: days, notFound: days }).optional(),
  cost: z.strictObject({ perCall: amount.optional(), perFound: amount.optional() }).optional(),
})

const document = z.strictObject({ sources: z.array(entry).max(100) })
type Entry = z.output<typeof entry>

/** Opens the sources of a file, in its order. Throws InvalidSources. */
export async function openConfigured(
  { file, content }: Pick<SourcesDocument, 'file' | 'content'>,
  kinds: readonly SourceKind[],
  findHost: (name: string) => SourceHost,
): Promise<ConfiguredSource[]> {
  const parsed = document.safeParse(content)
  if (!parsed.success) throw new InvalidSources(file, listLines(parsed.error))
  const wrong: string[] = []
  const sources: ConfiguredSource[] = []
  for (const [index, configEntry] of parsed.data.sources.entries()) {
    if (!configEntry.enabled) continue
    const kind = kinds.find(({ id }) => id === configEntry.source)
    const name = configEntry.name ?? configEntry.source
    if (kind === undefined) {
      wrong.push(`sources[${index}].source: there is no ${configEntry.source}; there are ${listNames(kinds)}`)
    } else if (sources.some((other) => other.name === name)) {
      wrong.push(`sources[${index}].name: ${name} is used twice; give each source its own name`)
    } else {
      const opened = await openOne(kind, { ...configEntry, name }, findHost(name))
      if (Array.isArray(opened)) wrong.push(...opened.map((line) => `sources[${index}].${line}`))
      else sources.push(opened)
    }
  }
  if (wrong.length > 0) throw new InvalidSources(file, wrong)
  return sources
}

/** The open source, or what is wrong with its entry. */
async function openOne(
  kind: SourceKind,
  namedEntry: Entry & { name: string },
  host: SourceHost,
): Promise<ConfiguredSource | string[]> {
  const settings = kind.settings.strict().safeParse(namedEntry.settings)
  if (!settings.success) return listLines(settings.error, 'settings.')
  try {
    const answers = await kind.open(settings.data, host)
    const revision = await kind.revision?.(settings.data, host)
    const able = capabilityIds.filter((id) => answers[id] !== undefined)
    const unable = (namedEntry.capabilities ?? []).filter((id) => !able.includes(id))
    if (unable.length > 0)
      return [`capabilities: ${kind.id} does not answer ${unable.join(', ')}; it answers ${able.join(', ')}`]
    const capabilities = namedEntry.capabilities ?? able
    const first = kind.probe(settings.data, answers)
    return {
      name: namedEntry.name,
      kind: kind.id,
      answers,
      capabilities,
      perSecond: namedEntry.perSecond ?? kind.perSecond,
      timeoutMs: namedEntry.timeoutMs ?? kind.timeoutMs,
      cacheDays: namedEntry.cacheDays,
      cost: namedEntry.cost,
      probes: [first, ...capabilities.map((capability) => sampleQuestions[capability])].filter(
        (probe) => capabilities.includes(probe.capability) && isTaken(answers, probe),
      ),
      isLocal: kind.isLocal?.(settings.data) === true,
      fingerprint: createHash('sha256')
        .update(
          stableStringify({
            settings: namedEntry.settings,
            revision,
          }),
        )
        .digest('hex'),
    }
  } catch (error) {
    if (error instanceof SettingsFileRefused) return [`settings.${error.setting}: ${error.message}`]
    return [`settings: ${error instanceof Error ? error.message : String(error)}`]
  }
}

const isTaken = (answers: Answerings, { capability, question }: Probe) =>
  answers[capability]?.takes?.(question as never) !== false

/** `a.b[1]`: the path with another part. */
function appendPart(path: string, part: PropertyKey): string {
  if (typeof part === 'number') return `${path}[${part}]`
  return path === '' ? String(part) : `${path}.${String(part)}`
}

function listLines(error: z.ZodError, prefix = ''): string[] {
  return error.issues.map(({ path, message }) => {
    const where = path.reduce<string>(appendPart, '')
    return `${prefix}${where === '' ? '' : `${where}: `}${message}`
  })
}

const listNames = (kinds: readonly SourceKind[]) =>
  kinds.length === 0 ? 'none' : kinds.map(({ id }) => id).join(', ')

/** Settings whose value nobody should see, by what they are called, when their kind does not name them. */
const secretLike = /key|token|secret|password|credential/i

/**
 * The entries of a file as an operator may print them. `template` is the file as it was written: a value that comes
 * from a variable shows as that variable.
 */
export function maskSources(template: unknown, kinds: readonly SourceKind[]): unknown {
  const parsed = document.safeParse(template)
  // A file that cannot be used is not shown at all: nobody knows what in it is secret.
  if (!parsed.success) return []
  return parsed.data.sources.map(({ settings, ...configEntry }) => {
    const secrets: readonly string[] = kinds.find(({ id }) => id === configEntry.source)?.secrets ?? []
    return {
      ...configEntry,
      settings: masked(settings, (name) => secrets.includes(name) || secretLike.test(name)),
    }
  })
}

const variable = /^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/

function masked(value: unknown, isSecret: (name: string) => boolean, inSecret = false): unknown {
  if (Array.isArray(value)) return value.map((each) => masked(each, isSecret, inSecret))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    return Object.fromEntries(
      entries.map(([name, each]) => [name, masked(each, isSecret, inSecret || isSecret(name))]),
    )
  }
  if (!inSecret || (typeof value === 'string' && variable.test(value))) return maskedAddress(value)
  return '********'
}

/** Passwords in addresses. */
const maskedAddress = (value: unknown) =>
  typeof value === 'string' ? value.replace(/(:\/\/[^:/@]*:)[^@/]*@/, '$1********@') : value
