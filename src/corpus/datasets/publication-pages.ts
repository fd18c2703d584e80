import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countFile, type CountOrder } from './count-file.ts'
import { dateIn, downloadPart, type DownloadParts } from './download-part.ts'
import { DatasetRefused } from './failures.ts'
import { missingIn } from './file-signs.ts'
import { pageAddress, type AnswerPages } from './page-addresses.ts'

export interface PagesOrder extends CountOrder {
  pages: AnswerPages
  /** What the publisher's answer is called as a file. */
  name: string
  /** Rows that are wanted; what comes after them is not asked for. */
  limit?: number | undefined
}

export interface FetchPagesOrder extends PagesOrder {
  form: 'full' | 'delta'
  address: string
  /** An address of a folder of saved pages that stands in for the publisher. */
  mirror?: string | undefined
  hosts: ReadonlySet<string>
  /** Where the pages are fetched to. */
  folder: string
}

/** What is noted beside pages, so that those that are there are not asked for again. */
interface PagesNote {
  /** The address of the first page: the question, and whom it was put to. */
  question: string
  begunAt: number
  publishedAt: number
}

/** Older pages do not belong to those that would come now. After a refusal the next try is a day later. */
const maxAgeMs = 2 * 86_400_000

/**
 * Asks for page after page until one has fewer rows than a page may have. Those that are there since an update was cut are not
 * asked for again. Throws DatasetRefused; a page that cannot be read is thrown away, and those before it stay.
 */
export async function fetchPages(
  parts: DownloadParts,
  order: FetchPagesOrder,
): Promise<{ files: readonly string[]; bytes: number; publishedAt: Date }> {
  const { folder, form, of } = order
  await mkdir(folder, { recursive: true })
  let note = await readNote(parts, order)
  if (note === undefined) await dropPages(folder, form)
  let bytes = 0
  const getPage = async (page: number) => {
    const file = fileOf(order, page)
    let size = (await stat(file).catch(() => undefined))?.size
    if (size === undefined) {
      const headers = await fetchPage(parts, order, { page, file, before: bytes })
      size = (await stat(file)).size
      note ??= await storeNote(parts, order, headers[of.date_header ?? 'last-modified'])
    }
    bytes += size
    return file
  }
  const files = await gatherPages(order, { getPage, discard: (file) => rm(file, { force: true }) })
  return { files, bytes, publishedAt: new Date(note?.publishedAt ?? parts.clock.now()) }
}

/** Pages that lie in a folder, called as the address with the number of the page. Throws DatasetRefused. */
export async function listPages(folder: string, order: PagesOrder): Promise<string[]> {
  const getPage = async (page: number) => {
    const file = join(folder, pageName(order, page))
    if ((await stat(file).catch(() => undefined)) === undefined)
      throw new DatasetRefused(`${file}: no such file, and the publication has it`)
    return file
  }
  return gatherPages(order, { getPage })
}

/** Forgets that pages are there, so that the next update asks for all; the files stay, to be looked at. */
export const forgetPages = (folder: string, form: string): Promise<void> =>
  rm(noteFile(folder, form), { force: true })

/** Takes away what another question, or an earlier update, left. */
async function dropPages(folder: string, form: string): Promise<void> {
  await forgetPages(folder, form)
  const names = await readdir(folder).catch((): string[] => [])
  for (const name of names)
    if (/^(full|delta)-\d/.exec(name)?.[1] === form) await rm(join(folder, name), { force: true })
}

interface PageSource {
  /** The file of a page, of which the first is 0. */
  getPage(page: number): Promise<string>
  /** Takes away what is no page of the publication. */
  discard?(file: string): Promise<void>
}

/** The files of all pages. A page without a row tells the end and is no part, unless it is the only one. */
async function gatherPages(order: PagesOrder, { getPage, discard }: PageSource): Promise<string[]> {
  const { of, pages, dataset, limit = Number.POSITIVE_INFINITY } = order
  const files: string[] = []
  let total = 0
  for (;;) {
    const file = await getPage(files.length)
    const rows = await countPage(order, file).catch(async (error: unknown) => {
      if (discard === undefined || !(error instanceof DatasetRefused)) throw error
      await discard(file)
      throw new DatasetRefused(
        `${error.message}. This page was thrown away and those before it stay: repeat to go on`,
        { cause: error },
      )
    })
    if (rows > 0 || files.length === 0) files.push(file)
    else await discard?.(file)
    total += rows
    if (rows < pages.rows || total >= limit) return files
    if (total > of.rows.most)
      throw new DatasetRefused(
        `${dataset.name}: more than the ${of.rows.most.toLocaleString('en')} rows that its entry expects at most. Nothing was changed`,
      )
  }
}

async function countPage(order: PagesOrder, file: string): Promise<number> {
  // What tells of an error comes with status 200 as well, and an answer without rows would look like the end.
  const missing = await missingIn(order.of, file)
  if (missing !== undefined)
    throw new DatasetRefused(`${file} is not what its entry expects: ${missing}. Nothing was changed`)
  return countFile(file, order)
}

/** What a page is called as a file: `sparql`, `sparql-2`, `sparql-3`. */
const pageName = ({ name }: PagesOrder, page: number) => (page === 0 ? name : `${name}-${page + 1}`)

const fileOf = (order: FetchPagesOrder, page: number): string =>
  join(order.folder, `${order.form}-${page}-${pageName(order, page)}`)

const addressOf = (order: FetchPagesOrder, page: number): string =>
  order.mirror === undefined
    ? pageAddress(order.address, order.pages, page)
    : `${order.mirror}${pageName(order, page)}`

/** Fetches one page, which may have the bytes that those before it left; answers its headers. */
async function fetchPage(
  { onBytes, ...parts }: DownloadParts,
  order: FetchPagesOrder,
  { page, file, before }: { page: number; file: string; before: number },
): Promise<Record<string, string>> {
  const { mirror, address, hosts, of } = order
  const outcome = await downloadPart(
    { ...parts, onBytes: (bytes) => onBytes?.(before + bytes, undefined) },
    {
      address: addressOf(order, page),
      title: mirror === undefined ? `${address} (page ${page + 1})` : undefined,
      hosts,
      file,
      maxBytes: of.bytes.most - before,
    },
  )
  return outcome.isSame ? {} : outcome.headers
}

const noteFile = (folder: string, form: string) => join(folder, `${form}.pages.json`)

/** The note of pages that go on: of the same question, not too old, and with its first page, which goes when they are loaded. */
async function readNote({ clock }: DownloadParts, order: FetchPagesOrder): Promise<PagesNote | undefined> {
  const { folder, form } = order
  const text = await readFile(noteFile(folder, form), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const note = JSON.parse(text) as PagesNote
  const isThere = await stat(fileOf(order, 0)).then(
    () => true,
    () => false,
  )
  const isOf = note.question === addressOf(order, 0) && clock.now() - note.begunAt < maxAgeMs
  return isThere && isOf ? note : undefined
}

/** Notes that pages were begun; they are of the day that the first one names, or of today. */
async function storeNote(
  { clock }: DownloadParts,
  order: FetchPagesOrder,
  day: string | undefined,
): Promise<PagesNote> {
  const begunAt = clock.now()
  const publishedAt = (dateIn(day) ?? new Date(begunAt)).getTime()
  const note: PagesNote = { question: addressOf(order, 0), begunAt, publishedAt }
  await writeFile(noteFile(order.folder, order.form), JSON.stringify(note))
  return note
}
