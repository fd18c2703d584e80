import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { PublicationForm } from '../../../src/corpus/datasets/entry-schema.ts'
import { zipOf } from './publications.ts'

/** Files of a publication by their names in its archive. */
export type Members = Record<string, string>

/** The sample of a data set, by file. */
export function readMembers(path: string): Members {
  if (!statSync(path).isDirectory()) return { [path.split('/').at(-1) ?? '']: readFileSync(path, 'utf8') }
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(path, name)).isFile(),
  )
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(path, name), 'utf8')]))
}

/** Members in the container in which the publisher serves them. */
export async function officialFile(
  container: PublicationForm['container'],
  members: Members,
): Promise<Buffer> {
  const [first = ''] = Object.values(members)
  if (container === 'zip') return zipOf(members)
  if (container === 'gzip') return gzipSync(first)
  if (container === 'tar.gz') return tarOf(members)
  return Buffer.from(first)
}

function tarOf(members: Members): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-tar-'))
  try {
    for (const [name, content] of Object.entries(members)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), content)
    }
    return execFileSync('tar', ['-czf', '-', '-C', folder, '.'], { maxBuffer: 512 * 1024 * 1024 })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The same with half of its rows: of each table, or of the files where each is a row. */
export function halved(format: string, members: Members): Members {
  const names = Object.keys(members).toSorted()
  if (names.length > 3 || format === 'xml') return pick(members, names.slice(0, Math.floor(names.length / 2)))
  return Object.fromEntries(names.map((name) => [name, halfOf(format, members[name] ?? '')]))
}

const pick = (members: Members, names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, members[name] ?? '']))

function halfOf(format: string, text: string): string {
  const half = <Row>(rows: readonly Row[]) => rows.slice(0, Math.floor(rows.length / 2.2))
  if (format !== 'json') {
    const [header = '', ...rows] = text.trimEnd().split('\n')
    return `${[header, ...half(rows)].join('\n')}\n`
  }
  const value = JSON.parse(text) as unknown
  if (Array.isArray(value)) return JSON.stringify(half(value))
  const { results } = value as { results?: { bindings: unknown[] } }
  if (results !== undefined)
    return JSON.stringify({ ...(value as object), results: { bindings: half(results.bindings) } })
  const entries = Object.entries(value as object)
  const [[name, inner] = ['', undefined]] = entries
  if (entries.length <= 2 && Array.isArray(inner)) return JSON.stringify({ [name]: half(inner) })
  const [last, table] = entries.at(-1) ?? []
  // What a file says of itself comes before its table.
  if (entries.length === 2 && last !== undefined && typeof table === 'object' && table !== null)
    return JSON.stringify({
      ...(value as object),
      [last]: Object.fromEntries(half(Object.entries(table as object))),
    })
  return JSON.stringify(Object.fromEntries(half(entries)))
}
