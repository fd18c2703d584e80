import type { Log } from '../lib/log.ts'
import { InvalidSources, openConfigured, type SourcesDocument } from './configuration.ts'
import type { ConfiguredSource } from './configured-source.ts'
import { followFile, type FollowedFile } from './follow-file.ts'
import type { SourceHost, SourceKind } from './source.ts'
import { changeSourcesFile, refuseUnsafe, SourcesRefused, type SourcesEdit } from './sources-file.ts'

export interface DocumentParts {
  document: SourcesDocument
  /** What a text of the file says, its variables filled in. Throws for one that is not YAML, and for unset variables. */
  read(text: string): { template: unknown; content: unknown }
  kinds: readonly SourceKind[]
  log: Log
}

/** The sources file, open, and followed when it changes. */
export interface OpenDocument extends FollowedFile {
  /** The sources of the file, in its order, without those that are paused. */
  list(): readonly ConfiguredSource[]
  /** The file as it is now. */
  read(): Promise<Pick<SourcesDocument, 'file' | 'template'>>
  change(edit: SourcesEdit, how?: { isRemote?: boolean }): Promise<void>
}

/** Opens the sources of a file. Throws InvalidSources. */
export async function openDocument(
  parts: DocumentParts,
  findHost: (name: string, isRemote: boolean) => SourceHost,
): Promise<OpenDocument> {
  const { document, kinds, log } = parts
  /** `remote`: the name of an entry that somebody sent. */
  const openAll = (content: unknown, remote?: string) =>
    openConfigured({ file: document.file, content }, kinds, (name) => findHost(name, name === remote))
  let { template } = document
  let sources: ConfiguredSource[] = []
  const { look } = await followFile(document.file, {
    log,
    async take(text) {
      const changed = parts.read(text)
      sources = keepSame(sources, await openAll(changed.content))
      ;({ template } = changed)
    },
  })
  sources = await openAll(document.content)
  return {
    look,
    list: () => sources,
    async read() {
      await look({ isNow: true })
      return { file: document.file, template }
    },
    async change(edit, { isRemote = false } = {}) {
      const sent = isRemote && edit.act === 'add' ? edit.entry : undefined
      if (sent !== undefined) refuseUnsafe(sent)
      await changeSourcesFile(document.file, edit, async (text) => {
        try {
          await openAll(parts.read(text).content, sent && (sent.name ?? sent.source))
        } catch (error) {
          throw refusalOf(error, edit)
        }
      })
      await look({ isNow: true })
    },
  }
}

/** Sources that are as they were stay what they are: their rates, circuits and counts go on. */
function keepSame(
  before: readonly ConfiguredSource[],
  after: readonly ConfiguredSource[],
): ConfiguredSource[] {
  const textOf = ({ answers: _answers, probes: _probes, ...source }: ConfiguredSource) =>
    JSON.stringify(source)
  const previous = new Map(before.map((source) => [textOf(source), source]))
  return after.map((source) => previous.get(textOf(source)) ?? source)
}

/** A line of InvalidSources: a path, or the settings as a whole, and what is wrong there. */
const wrongEntry = /^(?:sources\[\d+\]\.)?(?:([\w.[\]]+): |(settings)\.)(.*)$/s

/** Why a changed file cannot be used, by the member of the request that says so. */
function refusalOf(error: unknown, { act }: SourcesEdit): SourcesRefused {
  const { message } = error as Error
  const [full = message] = error instanceof InvalidSources ? error.lines : []
  // Parsers show lines of a file below what is wrong with it.
  const [line = ''] = full.split('\n')
  const [, path, whole, reason = line] = wrongEntry.exec(line) ?? []
  return act === 'add' ? new SourcesRefused(path ?? whole ?? '', reason) : new SourcesRefused('name', line)
}
