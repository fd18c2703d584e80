import type { ItemView } from '../../platform/jobs/index.ts'
import { lostRow, openDecided } from './decided-rows.ts'
import { noRows, rowsPerItem, type EnrichParams, type EnrichStats, type RowsItem } from './enrich-params.ts'
import type { RowFound } from './find-rows.ts'
import { rowLines, type OutputFormat, type RowLines } from './row-lines.ts'
import type { EnrichDeps } from './slice.ts'
import { tally } from './tally.ts'

/** The file is stored for as long as the run. */
const keepMs = 30 * 86_400_000
const maxFileBytes = 1024 ** 3
/** Items written as text at a time: a thousand rows. */
export const itemsAtOnce = 40

/** How a list is written. */
export interface FileForm {
  format: OutputFormat
  /** A CSV in UTF-8 with a byte order mark, which spreadsheets need. */
  hasMark?: boolean
}

/** The lines of a list in a form. */
export function linesOf({ list, members }: Pick<EnrichParams, 'list' | 'members'>, form: FileForm): RowLines {
  if (form.hasMark !== true) return rowLines(list, members, form.format)
  const style = { ...plainStyle, ...list.style, encoding: 'utf-8', hasMark: true }
  return rowLines({ ...list, style }, members, form.format)
}

const plainStyle = {
  delimiter: ',',
  quote: '"',
  escape: '"',
  quotesAll: false,
  lineEnd: '\r\n',
  hasSeparatorLine: false,
} as const

/** Writes the whole list with its results, and what was decided since, into a file. */
export async function writeFile(
  deps: Pick<EnrichDeps, 'blobs' | 'db' | 'search' | 'secret'>,
  run: {
    id: string
    params: EnrichParams
    form: FileForm
    pages: AsyncIterable<readonly ItemView[]>
    nowMs: number
    signal: AbortSignal
  },
): Promise<{ blobId: string; stats: EnrichStats }> {
  const { id, params, form, pages, nowMs, signal } = run
  const stats = { ...noRows }
  const lines = linesOf(params, form)
  const decided = await openDecided(deps, { id, params }, signal)
  const text = writeContent(lines, { tallyRows: tally(stats), decided, pages })
  const blob = await deps.blobs.put(lines.pack?.(text) ?? text, {
    maxBytes: maxFileBytes,
    expiresAtMs: nowMs + keepMs,
  })
  return { blobId: blob.id, stats }
}

async function* writeContent(
  { head, lines }: RowLines,
  {
    tallyRows,
    decided,
    pages,
  }: {
    tallyRows: ReturnType<typeof tally>
    decided: Awaited<ReturnType<typeof openDecided>>
    pages: AsyncIterable<readonly ItemView[]>
  },
): AsyncGenerator<Uint8Array> {
  yield head
  for await (const page of pages) {
    for (const { position, input, output } of page) {
      const { rows } = JSON.parse(input) as RowsItem
      const results = output === null ? rows.map(() => lostRow) : (JSON.parse(output) as RowFound[])
      const settled = await decided(rows, results, position * rowsPerItem + 1)
      yield lines(rows, tallyRows(settled))
    }
  }
}
