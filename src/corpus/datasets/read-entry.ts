import { readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { isMap, isSeq, LineCounter, parseDocument, type Document, type Node } from 'yaml'
import { InvalidMapping, parseMapping, type Mapping } from '../import/index.ts'
import { datasetEntry, type DatasetEntry } from './entry-schema.ts'

/** A folder that is no data set; the message has a line for each mistake, with its file and path. */
export class InvalidDataset extends Error {
  override readonly name = 'InvalidDataset'
}

/** A data set of the catalogue, read from its folder. */
export interface Dataset {
  /** Name of the folder, of the source, and of the commands. */
  name: string
  folder: string
  entry: DatasetEntry
  maps: readonly DatasetMap[]
}

/** A mapping of a data set: its content, because a choice of the operator is laid over it. */
export interface DatasetMap {
  file: string
  mapping: Mapping
  content: Record<string, unknown>
}

const entryFile = 'dataset.yaml'
const datasetName = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** Reads a data set from its folder. Throws InvalidDataset. */
export async function readDataset(folder: string): Promise<Dataset> {
  const path = resolve(folder)
  const name = basename(path)
  if (!datasetName.test(name) || name.length > 60)
    throw new InvalidDataset(
      `${folder}: the folder names the data set: expected small letters, digits and hyphens, such as my-register`,
    )
  const entry = await readEntry(path)
  const maps: DatasetMap[] = []
  for (const file of entry.maps) maps.push(await readMap(path, file, name))
  const sample = join(path, entry.sample.file)
  if (!(await isThere(sample))) throw new InvalidDataset(`${sample}: no such file (sample.file)`)
  if (!(await isFile(join(path, 'README.md'))))
    throw new InvalidDataset(`${join(path, 'README.md')}: no such file`)
  return { name, folder: path, entry, maps }
}

const isFile = (path: string) =>
  stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  )

/** A sample may be a folder: the members of an archive. */
const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isFile() || stats.isDirectory(),
    () => false,
  )

async function readEntry(folder: string): Promise<DatasetEntry> {
  const file = join(folder, entryFile)
  const text = await readFile(file, 'utf8').catch(() => {
    throw new InvalidDataset(`${folder}: holds no ${entryFile}, so it is no data set`)
  })
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const broken = document.errors[0]
  if (broken !== undefined)
    throw new InvalidDataset(`${file}:${lines.linePos(broken.pos[0]).line}: ${broken.message}`)
  const result = datasetEntry.safeParse(readContent(document, file))
  if (result.success) return result.data
  const mistakes = result.error.issues.map(({ path, message }) => {
    const { line } = lines.linePos(findOffset(document, path))
    return `${file}:${line}: ${path.length === 0 ? '' : `${path.map(String).join('.')}: `}${message}`
  })
  throw new InvalidDataset(mistakes.join('\n'))
}

function readContent(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (cause) {
    throw new InvalidDataset(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** Where a path is in the text, or the nearest that holds it. */
function findOffset(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as Node | undefined
    if (node?.range) return node.range[0]
  }
  const { contents } = document
  return isMap(contents) || isSeq(contents) ? (contents.range?.[0] ?? 0) : 0
}

async function readMap(folder: string, file: string, name: string): Promise<DatasetMap> {
  const path = join(folder, file)
  try {
    const text = await readFile(path, 'utf8').catch(() => {
      throw new InvalidDataset(`${path}: no such file (maps)`)
    })
    const mapping = parseMapping(text, path)
    // One name for the folder, the source of its records and the commands: removal goes by it.
    if (mapping.source !== name)
      throw new InvalidDataset(`${path}: source must be ${name}, as the folder is called`)
    if (!('content' in mapping.origin)) throw new InvalidDataset(`${path}: is no mapping file`)
    return { file, mapping, content: mapping.origin.content as Record<string, unknown> }
  } catch (error) {
    if (error instanceof InvalidMapping) throw new InvalidDataset(error.message, { cause: error })
    throw error
  }
}
