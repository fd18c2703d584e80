/**
 * Writes what the client is made of from the description of the interface: `node scripts/client.ts` the table of
 * operations, `types` the TypeScript of the interface as well, `build` also `client/dist`, which is what would be published.
 * Nothing is written where it would not change.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readOperations, type OperationEntry } from './client-operations.ts'
import { interfaceTypes } from './interface-types.ts'

const generated = join(import.meta.dirname, '../client/src/generated')

async function readDocument(): Promise<Record<string, unknown>> {
  const { discoverRegistry } = await import('../src/capabilities/discover.ts')
  const { openApiDocument } = await import('../src/surfaces/openapi/index.ts')
  return openApiDocument(await discoverRegistry(), { server: 'http://localhost' })
}

/** One constant for each operation, so that a program which calls three carries three, and the forms of pages as types. */
export async function writeOperations(document?: Record<string, unknown>): Promise<void> {
  const entries = readOperations(document ?? (await readDocument()))
  const lists = entries.flatMap(({ id, page }) =>
    page === undefined || page.lists.length === 0
      ? []
      : [`  ${id}: ${page.lists.map((name) => `'${name}'`).join(' | ')}`],
  )
  const paged = entries.flatMap(({ id, page }) => (page === undefined ? [] : [`'${id}'`]))
  const files = entries.flatMap(({ id, file }) => (file === undefined ? [] : [`'${id}'`]))
  const quoted = entries.flatMap(({ id, takesDryRun }) => (takesDryRun === true ? [`'${id}'`] : []))
  await replace(
    join(generated, 'operations.ts'),
    [
      "import type { Operation } from '../operation.ts'",
      '',
      ...entries.map(writeConstant),
      '/** Lists of rows that pages of an operation bring. */',
      `export interface PageLists {\n${lists.join('\n')}\n}`,
      `export type PagedId = ${paged.join(' | ')}`,
      `export type FileId = ${files.join(' | ')}`,
      `export type QuotedId = ${quoted.join(' | ')}`,
      '',
    ].join('\n'),
  )
}

const writeConstant = (entry: OperationEntry) =>
  `export const ${entry.id}: Operation<'${entry.id}'> = ${JSON.stringify(entry)}`

async function writeTypes(document: string): Promise<void> {
  const file = join(generated, 'schema.ts')
  const makers = await Promise.all(
    ['client.ts', 'interface-types.ts'].map((name) => readFile(join(import.meta.dirname, name))),
  )
  const stamp = `// ${createHash('sha256').update(document).update(Buffer.concat(makers)).digest('hex')}\n`
  const old = await readFile(file, 'utf8').catch(() => '')
  if (!old.startsWith(stamp)) await replace(file, `${stamp}${await interfaceTypes(document)}`)
}

function compile(): void {
  const compiler = join(import.meta.dirname, '../node_modules/.bin/tsc')
  const { status } = spawnSync(compiler, ['-p', join(generated, '../../tsconfig.build.json')], {
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
}

/** Whoever reads meanwhile sees the old text or the new one. */
async function replace(file: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return
  const made = `${file}.${process.pid}`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(made, text)
  await rename(made, file)
}

if (import.meta.main) {
  const document = await readDocument()
  await writeOperations(document)
  const [, , act] = process.argv
  if (act === 'types' || act === 'build') await writeTypes(JSON.stringify(document))
  if (act === 'build') compile()
}
