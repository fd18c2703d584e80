import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { systemClock } from '../lib/clock.ts'
import { fillVariables } from '../lib/template-variables.ts'
import { isMap, isSeq, parseDocument, type Document, type YAMLMap, type YAMLSeq } from 'yaml'

/** An entry of the sources file, as somebody adds it. */
export interface NewSource {
  source: string
  name?: string | undefined
  capabilities?: readonly string[] | undefined
  settings?: Readonly<Record<string, unknown>> | undefined
  perSecond?: number | undefined
  timeoutMs?: number | undefined
  cacheDays?: Readonly<Record<'found' | 'notFound', number>> | undefined
  cost?: { perCall?: number | undefined; perFound?: number | undefined } | undefined
}

/** A change of the sources file. Sources are named as answers name them. */
export type SourcesEdit =
  | { act: 'add'; entry: NewSource }
  | { act: 'remove' | 'pause' | 'resume'; name: string }
  /** All sources of the file, each once. */
  | { act: 'order'; names: readonly string[] }

/** A change that would not leave a usable file: which member says it, and why. Nothing was written. */
export class SourcesRefused extends Error {
  override readonly name = 'SourcesRefused'
  readonly path: string
  /** `unknown`: there is no source of the name; `busy`: somebody else changes the file at this moment. */
  readonly reason: 'unknown' | 'busy' | 'invalid'

  constructor(path: string, message: string, reason: 'unknown' | 'busy' | 'invalid' = 'invalid') {
    super(message)
    this.path = path
    this.reason = reason
  }
}

/** After so long a lock belongs to a process that was killed. */
const lockMs = 60_000

/**
 * Changes the sources file, whole or not at all: comments stay, and `check` throws for a text that cannot be used. Of two
 * changes at the same moment one is refused. Throws SourcesRefused.
 */
export async function changeSourcesFile(
  file: string,
  edit: SourcesEdit,
  check: (text: string) => Promise<void>,
): Promise<void> {
  const unlock = await lockFile(`${file}.lock`)
  try {
    const before = await readText(file)
    const document = parseDocument(before)
    if (document.errors.length > 0) {
      throw new SourcesRefused('', 'The sources file is not YAML. Put it right on the machine first.')
    }
    applyEdit(document, edit)
    const text = document.toString()
    await check(text)
    // It may hold keys: nobody but the account of the service reads it. What a killed process left has a mode of its own.
    await rm(`${file}.new`, { force: true })
    await writeFile(`${file}.new`, text, { mode: 0o600, flag: 'wx' })
    await rename(`${file}.new`, file)
  } finally {
    await unlock()
  }
}

/** The text of the file; empty where there is none yet. */
async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

async function lockFile(path: string, isRetry = false): Promise<() => Promise<void>> {
  try {
    const handle = await open(path, 'wx', 0o600)
    await handle.close()
    return () => rm(path, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const made = await stat(path).catch(() => undefined)
    if (isRetry || (made !== undefined && systemClock.now() - made.mtimeMs < lockMs)) {
      throw new SourcesRefused('', 'The sources file is being changed. Send the request again.', 'busy')
    }
    await rm(path, { force: true })
    return lockFile(path, true)
  }
}

function applyEdit(document: Document, edit: SourcesEdit): void {
  const entries = readEntries(document)
  if (edit.act === 'order') return orderEntries(entries, edit.names)
  if (edit.act === 'add') return addEntry(document, entries, edit.entry)
  const index = entries.items.findIndex((each) => nameOf(each) === edit.name)
  if (index < 0) {
    throw new SourcesRefused('name', `There is no source ${edit.name}. List them first.`, 'unknown')
  }
  if (edit.act === 'remove') entries.delete(index)
  else entries.items[index]?.set('enabled', edit.act === 'resume')
}

function readEntries(document: Document): YAMLSeq<YAMLMap> {
  if (document.contents === null) document.contents = document.createNode({ sources: [] })
  const entries = document.get('sources')
  if (!isSeq(entries) || !entries.items.every((each) => isMap(each))) {
    throw new SourcesRefused(
      '',
      'The sources file has no list of sources. Put it right on the machine first.',
    )
  }
  return entries as YAMLSeq<YAMLMap>
}

const nameOf = (entry: YAMLMap): string => String(entry.get('name') ?? entry.get('source'))

function addEntry(document: Document, entries: YAMLSeq<YAMLMap>, entry: NewSource): void {
  const name = entry.name ?? entry.source
  if (entries.items.some((each) => nameOf(each) === name)) {
    throw new SourcesRefused('name', `There is a source ${name} already. Give this one another name.`)
  }
  const stated = Object.entries(entry).filter(([, value]) => value !== undefined)
  entries.add(document.createNode(Object.fromEntries(stated)) as YAMLMap)
}

function orderEntries(entries: YAMLSeq<YAMLMap>, names: readonly string[]): void {
  const byName = new Map(entries.items.map((each) => [nameOf(each), each]))
  const isWhole = names.length === byName.size && new Set(names).size === names.length
  const ordered = names.flatMap((name) => byName.get(name) ?? [])
  if (!isWhole || ordered.length !== entries.items.length) {
    const expected = [...byName.keys()].join(', ')
    throw new SourcesRefused('names', `Expected each source of the file once: ${expected}.`)
  }
  entries.items = ordered
}

/** Variables that an entry may name which was not written on the machine; their values leave with its calls. */
const openVariable = /^ALMANAC_SOURCE_\w/

/** What somebody may not send from elsewhere, although a file on the machine may say it. Throws SourcesRefused. */
export function refuseUnsafe(entry: NewSource): void {
  for (const { path, name } of fillVariables(entry, {}).missing) {
    if (!path.startsWith('settings.')) {
      throw new SourcesRefused(path, 'A variable can stand in settings only. Write the value out.')
    }
    if (!openVariable.test(name)) {
      throw new SourcesRefused(
        path,
        `${name} is not for sources. Name a variable that begins with ALMANAC_SOURCE_, or add the entry on the machine.`,
      )
    }
  }
}
