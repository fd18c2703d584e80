import { kinds, withoutMentions, type EntityKind } from '../kinds/index.ts'
import {
  packRecord,
  unpackRecord,
  type BatchLines,
  type CorpusWriter,
  type SuppressedPeople,
} from '../write/index.ts'
import { correctIds } from './correct-ids.ts'
import { noteLines, noteRepeated, peopleOf, type NotedLine } from './line-store.ts'
import type { WithdrawParts } from './withdraw-lines.ts'

export interface NotingSettings {
  dataset: number
  /** Name of the data set. */
  source: string
  publication: number
  suppressed?: SuppressedPeople | undefined
}

/** A writer that notes, for one publication of a data set, what every line says; but not about people who are suppressed. */
export function notingWriter(
  parts: WithdrawParts,
  { dataset, source, publication, suppressed }: NotingSettings,
): CorpusWriter {
  const { db, writer } = parts
  const note = async (kind: EntityKind, lines: BatchLines) => {
    const reading = { dataset, publication, kind }
    const places = [...lines.summaries.keys()]
    const digests = places.flatMap((place) => lines.digests?.[place] ?? [])
    const unknown = await noteRepeated(db, reading, digests)
    const news = places.filter((place) => {
      const digest = lines.digests?.[place]
      return digest === undefined || unknown.has(digest)
    })
    // What came before under another number of the data set is passed over by the writer, and has to be noted all the same.
    const unread = news.filter((place) => lines.summaries[place] === undefined)
    if (unread.length > 0) await lines.passed?.take(unread)
    const records = await lines.packed(news)
    const noted = news.flatMap((place, index): NotedLine[] => {
      const [summary, packed] = [lines.summaries[place], records[index]]
      return summary === undefined || packed === undefined
        ? []
        : [{ digest: lines.digests?.[place], summary, packed }]
    })
    const remaining = await withoutSuppressed(kind, noted, suppressed)
    await correctIds(parts, { source, ...reading }, remaining)
    await noteLines(db, reading, remaining)
  }
  return {
    ...writer,
    async writeLines(kind, lines, options) {
      await note(kind, lines)
      return writer.writeLines(kind, lines, options)
    },
  }
}

/** Lines of suppressed people are left out, and the names of such people in other lines. */
async function withoutSuppressed(
  kind: EntityKind,
  lines: readonly NotedLine[],
  suppressed: SuppressedPeople | undefined,
): Promise<readonly NotedLine[]> {
  const spec = kinds[kind]
  const tokens = [...new Set(lines.flatMap(({ summary }) => peopleOf(summary)))]
  if (suppressed === undefined || tokens.length === 0) return lines
  const among = await suppressed.among(tokens)
  return lines.flatMap((noted) => {
    if (!peopleOf(noted.summary).some((token) => among.has(token))) return [noted]
    if (spec.suppression.of !== 'nobody' || spec.mentions === undefined) return []
    const others = withoutMentions(spec.mentions, unpackRecord(noted.packed), among)
    return [{ ...noted, packed: packRecord(others) }]
  })
}
