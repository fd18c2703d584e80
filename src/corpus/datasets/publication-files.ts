import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { listDated, type PublicationAddresses } from './dated-addresses.ts'
import type { PublicationForm } from './entry-schema.ts'
import { DatasetRefused } from './failures.ts'
import { dateIn, downloadPart, type DownloadParts } from './download-part.ts'
import { fetchPages, forgetPages, listPages, type PagesOrder } from './publication-pages.ts'
import type { Dataset } from './read-entry.ts'

/** The files of a publication on this machine. */
export interface PublicationFiles {
  form: 'full' | 'delta'
  files: readonly string[]
  bytes: number
  /** SHA-256 of the files, one after the other. */
  digest: string
  publishedAt: Date
  /** Fetched for this reading alone; they may go when it is done. */
  isFetched: boolean
  /** The content of an archive in place of the archive: its bytes are not those that the entry expects. */
  isUnpacked?: boolean
  /** The publisher's marks of what was fetched, by address; stored when it is read. */
  marks?: Readonly<Record<string, string>> | undefined
  /** The first address of the publication at its publisher, which tells its period. */
  period?: string | undefined
}

/** What is read of a publication, by which mappings. */
interface FileOrder {
  form: 'full' | 'delta'
  of: PublicationForm
  dataset: Dataset
  /** Rows that are wanted; default: all. */
  limit?: number | undefined
  scratch?: string | undefined
  signal?: AbortSignal | undefined
}

export interface FetchOrder extends FileOrder {
  folder: string
  /** An address or folder of addresses that stands in for the publisher. */
  mirror?: string | undefined
  /** The one publication that is wanted; default: the newest that there is. */
  only?: PublicationAddresses | undefined
}

/**
 * Fetches the newest publication that there is. Undefined where the publisher still serves the one that was fetched last.
 * Throws DatasetRefused.
 */
export async function fetchPublication(
  parts: DownloadParts,
  order: FetchOrder,
): Promise<PublicationFiles | undefined> {
  const { form, of, folder, mirror, only } = order
  const pages = pagesOf(order)
  if (pages !== undefined && (mirror === undefined || mirror.endsWith('/')))
    return fetchInPages(parts, order, pages)
  const dated = only === undefined ? listDated(of, parts.clock.now()) : ([only] as const)
  // A mirror that is one file has one publication.
  const candidates = mirror === undefined || mirror.endsWith('/') ? dated : [dated[0]]
  let absent: DatasetRefused | undefined
  for (const candidate of candidates) {
    try {
      return await fetchFrom(parts, order, candidate)
    } catch (error) {
      if (!(error instanceof DatasetRefused && error.isAbsent)) throw error
      absent ??= error
      // Of a publication in parts some may be there already.
      for (const [index, address] of candidate.addresses.entries())
        await rm(fileFor({ folder, form }, index, address), { force: true })
    }
  }
  const { length } = candidates
  const before = length > 1 ? `, and none of the ${length - 1} before it is there` : ''
  throw new DatasetRefused(`${absent?.message}${before}`, { isAbsent: true })
}

const fileFor = ({ folder, form }: Pick<FetchOrder, 'folder' | 'form'>, index: number, address: string) =>
  join(folder, `${form}-${index}-${fileName(address)}`)

async function fetchFrom(
  parts: DownloadParts,
  order: FetchOrder,
  candidate: PublicationAddresses,
): Promise<PublicationFiles | undefined> {
  const { form, of, folder, mirror } = order
  const addresses = candidate.addresses.map((address) => withMirror(address, mirror))
  const hosts = new Set([
    ...addresses.map((address) => new URL(address).host),
    ...(mirror === undefined ? of.hosts : []),
  ])
  const marks = await readMarks(folder, form)
  const files: string[] = []
  const etags: Record<string, string> = {}
  let [bytes, same] = [0, 0]
  let publishedAt: Date | undefined
  for (const [index, address] of addresses.entries()) {
    const file = fileFor(order, index, address)
    // All parts or none: parts of two publications do not belong together.
    const etag = addresses.length === 1 ? marks[address] : undefined
    const maxBytes = of.bytes.most
    const fetched = await downloadPart(parts, { address, hosts, file, maxBytes, etag })
    if (fetched.isSame) {
      same++
      continue
    }
    files.push(file)
    bytes += fetched.bytes
    publishedAt ??= dateIn(fetched.headers[of.date_header ?? 'last-modified'])
    if (fetched.etag !== undefined) etags[address] = fetched.etag
  }
  if (same > 0) return undefined
  const { checksums } = candidate
  if (checksums !== undefined)
    await checkSums(parts, { address: withMirror(checksums, mirror), hosts, folder, files })
  const digest = await digestFiles(files)
  return {
    form,
    files,
    bytes,
    digest,
    publishedAt: publishedAt ?? new Date(parts.clock.now()),
    isFetched: true,
    marks: etags,
    period: candidate.addresses[0],
  }
}

/** What pages of a publication are read by; undefined where it comes whole. */
function pagesOf({ of, dataset, limit, scratch, signal }: FileOrder): PagesOrder | undefined {
  const { pages, addresses } = of
  return pages && { of, dataset, limit, scratch, signal, pages, name: fileName(addresses[0] ?? '') }
}

async function fetchInPages(
  parts: DownloadParts,
  { form, of, folder, mirror }: FetchOrder,
  pages: PagesOrder,
): Promise<PublicationFiles> {
  const [address = ''] = of.addresses
  const hosts = new Set([new URL(mirror ?? address).host, ...(mirror === undefined ? of.hosts : [])])
  const fetched = await fetchPages(parts, { ...pages, form, address, mirror, hosts, folder })
  return { form, ...fetched, digest: await digestFiles(fetched.files), isFetched: true, period: address }
}

interface LocalOrder extends FileOrder {
  nowMs: number
  asOf?: Date | undefined
  only?: PublicationAddresses | undefined
}

/** The publications of which all files lie in a folder, called as the publisher calls them. */
export async function listLocal(
  folder: string,
  candidates: readonly PublicationAddresses[],
): Promise<PublicationAddresses[]> {
  const there: PublicationAddresses[] = []
  for (const candidate of candidates)
    if ((await listMissing(filesIn(folder, candidate))).length === 0) there.push(candidate)
  return there
}

const filesIn = (folder: string, { addresses }: PublicationAddresses) =>
  addresses.map((address) => join(folder, fileName(address)))

/**
 * A publication that lies on this machine: one file, a folder with files called as the publisher calls them, or a folder with
 * what its archive holds. Throws DatasetRefused.
 */
export async function localPublication(from: string, order: LocalOrder): Promise<PublicationFiles> {
  const entry = await stat(from).catch(() => undefined)
  if (entry === undefined) throw new DatasetRefused(`${from}: no such file or folder`)
  if (!entry.isDirectory()) return describeFiles([from], order)
  const { of, only, dataset } = order
  const pages = pagesOf(order)
  if (pages !== undefined) return describeFiles(await listPages(from, pages), order)
  const dated = only === undefined ? listDated(of, order.nowMs) : [only]
  const [candidate] = await listLocal(from, dated)
  if (candidate !== undefined)
    return { ...(await describeFiles(filesIn(from, candidate), order)), period: candidate.addresses[0] }
  const isArchive = of.container === 'zip' || of.container === 'tar.gz'
  const members = isArchive && of.addresses.length === 1 ? await listFiles(from) : []
  if (members.length === 0) {
    const [missing] = await listMissing(dated[0] === undefined ? [] : filesIn(from, dated[0]))
    throw new DatasetRefused(`${missing}: no such file, and the publication has it`)
  }
  // Its mapping reads members of an archive by their names.
  const hasMembers = dataset.maps.some(({ mapping }) => mapping.select?.member !== undefined)
  return {
    ...(await describeFiles(members, order)),
    ...((hasMembers || members.length > 1) && { files: [from] }),
    isUnpacked: true,
  }
}

async function listMissing(files: readonly string[]): Promise<string[]> {
  const entries = await Promise.all(files.map((file) => stat(file).catch(() => undefined)))
  return files.filter((_, index) => entries[index] === undefined)
}

/** All files below a folder, in an order that does not depend on the disk. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.flatMap((each) => (each.isFile() ? [join(each.parentPath, each.name)] : [])).toSorted()
}

async function describeFiles(
  files: readonly string[],
  { form, asOf }: LocalOrder,
): Promise<PublicationFiles> {
  let [bytes, newestMs] = [0, 0]
  for (const file of files) {
    const { size, mtimeMs } = await stat(file)
    bytes += size
    newestMs = Math.max(newestMs, mtimeMs)
  }
  return {
    form,
    files,
    bytes,
    digest: await digestFiles(files),
    publishedAt: asOf ?? new Date(newestMs),
    isFetched: false,
  }
}

/** The last name of an address, as a file is called. */
function fileName(address: string): string {
  const name = basename(new URL(address).pathname).replaceAll(/[^\w.-]/g, '_')
  return name === '' ? 'publication' : name
}

/** The address at a mirror: the mirror itself, or, where it ends with a slash, the file of the same name below it. */
const withMirror = (address: string, mirror: string | undefined): string => {
  if (mirror === undefined) return address
  return mirror.endsWith('/') ? `${mirror}${fileName(address)}` : mirror
}

const marksFile = (folder: string, form: string) => join(folder, `${form}.marks.json`)

async function readMarks(folder: string, form: string): Promise<Record<string, string>> {
  const text = await readFile(marksFile(folder, form), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Record<string, string>
}

/** Notes what was fetched and read; before that the publisher must send it again. */
export const storeMarks = (
  folder: string,
  { form, marks }: Pick<PublicationFiles, 'form' | 'marks'>,
): Promise<void> => writeFile(marksFile(folder, form), JSON.stringify(marks))

/** Forgets what was fetched and refused, so that the next update asks for it again. */
export async function dropFetched(folder: string, form: string): Promise<void> {
  await dropMarks(folder, form)
  await forgetPages(folder, form)
}

/** Forgets the marks of what was fetched, so that the next update reads it again. */
export async function dropMarks(folder: string, form: string): Promise<void> {
  await rm(marksFile(folder, form), { force: true })
}

async function digestFiles(files: readonly string[]): Promise<string> {
  const digests: string[] = []
  for (const file of files) digests.push(await digestFile(file))
  const [only = '', ...others] = digests
  return others.length === 0 ? only : createHash('sha256').update(digests.join()).digest('hex')
}

async function digestFile(file: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(file)) sum.update(chunk as Buffer)
  return sum.digest('hex')
}

/** Compares files with the sums that the publisher gives, in lines as `sha256sum` writes them. */
async function checkSums(
  parts: DownloadParts,
  {
    address,
    hosts,
    folder,
    files,
  }: { address: string; hosts: ReadonlySet<string>; folder: string; files: readonly string[] },
): Promise<void> {
  const file = join(folder, 'checksums')
  await downloadPart(parts, { address, hosts, file, maxBytes: 1_000_000 })
  const sums = new Map<string, string>()
  for (const [, sum = '', name = ''] of (await readFile(file, 'utf8')).matchAll(
    /^([0-9a-f]{64})\s+\*?(\S+)\s*$/gim,
  ))
    sums.set(basename(name), sum.toLowerCase())
  for (const path of files) {
    const name = basename(path).replace(/^(full|delta)-\d+-/, '')
    const expected = sums.get(name)
    if (expected === undefined) throw new DatasetRefused(`${address}: has no sum for ${name}`)
    if (expected === (await digestFile(path))) continue
    await rm(path, { force: true })
    throw new DatasetRefused(
      `${name}: is not what ${address} says it is; it was thrown away, repeat to fetch it again`,
    )
  }
}
