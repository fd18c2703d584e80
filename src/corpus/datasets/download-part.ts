import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '../../lib/clock.ts'
import { OutboundFailed, OutboundRefused, type Outbound } from '../../platform/outbound/index.ts'
import { DatasetRefused } from './failures.ts'

/** What a download needs of the machine and of the operator. */
export interface DownloadParts {
  outbound: Pick<Outbound, 'stream'>
  clock: Clock
  /** Sent with every request: the program and whom to write to. */
  userAgent: string
  /** Requests a second to one host. */
  perSecond: number
  /** Waits so many milliseconds, or until the signal. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>
  signal?: AbortSignal | undefined
  onBytes?: ((bytes: number, total: number | undefined) => void) | undefined
}

export interface PartOrder {
  address: string
  /** What messages call it, where the address holds a long question; default: the address. */
  title?: string | undefined
  /** Hosts that may be asked, and redirected to. */
  hosts: ReadonlySet<string>
  file: string
  maxBytes: number
  /** The mark of the last publication: where the publisher still serves it, nothing is sent. */
  etag?: string | undefined
}

const titleOf = ({ title, address }: Pick<PartOrder, 'title' | 'address'>): string => title ?? address

/** A file that was fetched, or that is still the one of last time. */
export type FetchedPart =
  | { isSame: true }
  | { isSame: false; bytes: number; etag: string | undefined; headers: Record<string, string> }

/** What is noted beside a file that is not whole yet, so that the rest is asked for only where the file is the same. */
interface PartialNote {
  address: string
  /** A strong ETag or the day of the last change; without either nothing can be resumed. */
  mark: string
}

const maxRedirects = 5
const maxAttempts = 6
/** A whole download, however large; a connection that says nothing for a minute is broken off before. */
const deadlineMs = 12 * 3_600_000
const maxSilentMs = 60_000
/** Longer pauses that the publisher asks for are left to the next update. */
const maxPauseMs = 10 * 60_000
/** A publisher that failed at each attempt is left alone for an hour: a question that takes too long fails each time. */
const minReturnMs = 60 * 60_000

/**
 * Fetches one address into a file, through redirects and cut connections: what has arrived stays and the rest is asked for.
 * Throws DatasetRefused, which tells when to come again.
 */
export async function downloadPart(parts: DownloadParts, order: PartOrder): Promise<FetchedPart> {
  await mkdir(dirname(order.file), { recursive: true })
  for (let attempt = 1; ; attempt++) {
    try {
      const outcome = await attemptPart(parts, order)
      if (!('pauseMs' in outcome)) return outcome
      if (attempt === maxAttempts || outcome.pauseMs > maxPauseMs)
        throw new DatasetRefused(`${titleOf(order)}: ${outcome.reason}`, {
          retryAt: new Date(parts.clock.now() + Math.max(outcome.pauseMs, minReturnMs)),
        })
      await parts.wait(outcome.pauseMs, parts.signal)
    } catch (error) {
      const cut = cutReason(error)
      if (cut === undefined) throw error
      parts.signal?.throwIfAborted()
      if (attempt === maxAttempts)
        throw new DatasetRefused(`${titleOf(order)}: ${cut}; what has arrived stays, repeat to go on`, {
          cause: error,
        })
      await parts.wait(1_000 * 2 ** (attempt - 1), parts.signal)
    }
  }
}

/** Why a connection ended early, where asking again may help. */
function cutReason(error: unknown): string | undefined {
  if (error instanceof OutboundFailed && error.reason === 'connection') return 'the connection broke off'
  if (error instanceof OutboundFailed && error.reason === 'aborted') return 'nothing came for a minute'
  return undefined
}

interface Pause {
  pauseMs: number
  reason: string
}

async function attemptPart(parts: DownloadParts, order: PartOrder): Promise<FetchedPart | Pause> {
  const begun = await readPartial(order)
  const silence = watchSilence(parts.signal)
  let answer: Answer | undefined
  try {
    answer = await follow(parts, order, { begun, signal: silence.signal })
    const { status, headers } = answer
    if (status === 304) return { isSame: true }
    const pause = readPause(parts.clock, answer)
    if (pause !== undefined) return pause
    if (status !== 200 && status !== 206 && status !== 416) throw refusal(titleOf(order), status)
    const from = status === 206 ? rangeStart(headers['content-range']) : 0
    if (status === 416 || (from !== 0 && from !== begun?.bytes)) {
      await rm(`${order.file}.partial`, { force: true })
      return { pauseMs: 0, reason: 'another part of the file was served than the missing one' }
    }
    checkContent(order, headers)
    const bytes = await receive(parts, order, { answer, from, onChunk: silence.noteChunk })
    return { isSame: false, bytes, etag: headers['etag'], headers }
  } catch (error) {
    if (error instanceof OutboundRefused)
      throw new DatasetRefused(`${titleOf(order)}: must not be reached (${error.reason})`, { cause: error })
    if (error instanceof OutboundFailed && error.reason === 'too-large') throw tooLarge(order)
    throw error
  } finally {
    if (answer !== undefined) await drop(answer)
    silence.end()
  }
}

/** Writes what arrives behind what is there; the file gets its name when it is whole. Answers its bytes. */
async function receive(
  { onBytes }: DownloadParts,
  order: PartOrder,
  { answer, from, onChunk }: { answer: Answer; from: number; onChunk(): void },
): Promise<number> {
  const partial = `${order.file}.partial`
  const total = totalOf(answer.headers, from)
  if (total !== undefined && total > order.maxBytes) throw tooLarge(order)
  await notePartial(order, answer.headers)
  let bytes = from
  const chunks = countBytes(answer.body, (count) => {
    bytes += count
    onChunk()
    onBytes?.(bytes, total)
  })
  await writeChunks(partial, chunks, from === 0 ? 'w' : 'a')
  if (total !== undefined && bytes !== total) throw new OutboundFailed('connection')
  await rename(partial, order.file)
  await rm(`${partial}.json`, { force: true })
  return bytes
}

type Answer = Awaited<ReturnType<Outbound['stream']>>

/** Asks, and follows redirects to hosts that the entry names. */
async function follow(
  { outbound, userAgent, perSecond }: DownloadParts,
  order: PartOrder,
  { begun, signal }: { begun: { bytes: number; mark: string } | undefined; signal: AbortSignal },
): Promise<Answer> {
  const { address, hosts, maxBytes, etag } = order
  const headers: Record<string, string> = { 'user-agent': userAgent }
  if (begun !== undefined) Object.assign(headers, { range: `bytes=${begun.bytes}-`, 'if-range': begun.mark })
  else if (etag !== undefined) headers['if-none-match'] = etag
  let url = address
  for (let redirect = 0; redirect <= maxRedirects; redirect++) {
    const { host } = new URL(url)
    if (!hosts.has(host))
      throw new DatasetRefused(`${titleOf(order)}: leads to ${host}, which its entry does not name (hosts)`)
    const rate = { key: `dataset ${host}`, perSecond }
    const answer = await outbound.stream({ url, headers, maxBytes: maxBytes + 1, deadlineMs, rate, signal })
    const { location } = answer.headers
    if (answer.status < 301 || answer.status > 308 || answer.status === 304 || location === undefined)
      return answer
    await drop(answer)
    url = new URL(location, url).href
  }
  throw new DatasetRefused(`${titleOf(order)}: redirects more than ${maxRedirects} times`)
}

/** Leaves what of an answer is unread, so that its connection is free for others. */
async function drop({ body }: Answer): Promise<void> {
  const reader = body[Symbol.asyncIterator]()
  // Reading that has not begun does not end by being left.
  await reader.next().catch(() => undefined)
  await reader.return?.()
}

/** The pause that the publisher asks for, or that a fault on its side suggests. */
function readPause(clock: Clock, { status, headers }: Answer): Pause | undefined {
  if (status !== 429 && status < 500) return undefined
  const text = headers['retry-after']
  const seconds = Number(text)
  const until = text === undefined ? Number.NaN : Date.parse(text)
  const askedMs = Number.isFinite(seconds) ? seconds * 1_000 : until - clock.now()
  const pauseMs = Number.isFinite(askedMs) ? Math.max(0, askedMs) : 5_000
  return {
    pauseMs,
    reason:
      status === 429 ? 'the publisher asks to come later (429)' : `the publisher has a fault (${status})`,
  }
}

function refusal(address: string, status: number): DatasetRefused {
  const why: Record<number, string> = {
    401: 'asks for a key (401)',
    403: 'refuses this program (403): set ALMANAC_DATASET_CONTACT to an address that the publisher can write to',
    404: 'is not there any more (404): look at `almanac data check`',
    410: 'is gone (410)',
  }
  return new DatasetRefused(`${address}: ${why[status] ?? `answered ${status}`}`, {
    isAbsent: status === 404,
  })
}

const tooLarge = (order: PartOrder) =>
  new DatasetRefused(
    `${titleOf(order)}: more than the ${order.maxBytes.toLocaleString('en')} bytes that its entry expects at most`,
  )

/** A page that tells of an error often comes with 200. */
function checkContent(order: PartOrder, headers: Record<string, string>): void {
  if (/^text\/html\b/.test(headers['content-type'] ?? ''))
    throw new DatasetRefused(`${titleOf(order)}: answered with a web page in place of the data`)
}

/** The day of a header. */
export function dateIn(text: string | undefined): Date | undefined {
  const date = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(date) ? undefined : new Date(date)
}

const rangeStart = (range = ''): number => Number(/^bytes (\d+)-/.exec(range)?.[1] ?? Number.NaN)

function totalOf(headers: Record<string, string>, from: number): number | undefined {
  const length = Number(headers['content-length'] ?? Number.NaN)
  return Number.isFinite(length) ? from + length : undefined
}

async function readPartial({
  file,
  address,
}: PartOrder): Promise<{ bytes: number; mark: string } | undefined> {
  try {
    const note = JSON.parse(await readFile(`${file}.partial.json`, 'utf8')) as PartialNote
    const { size } = await stat(`${file}.partial`)
    return note.address === address && size > 0 ? { bytes: size, mark: note.mark } : undefined
  } catch {
    return undefined
  }
}

async function notePartial({ file, address }: PartOrder, headers: Record<string, string>): Promise<void> {
  const { etag } = headers
  // A weak mark does not promise the same bytes.
  const mark = etag !== undefined && !etag.startsWith('W/') ? etag : headers['last-modified']
  const note: PartialNote | undefined = mark === undefined ? undefined : { address, mark }
  if (note === undefined) await rm(`${file}.partial.json`, { force: true })
  else await writeFile(`${file}.partial.json`, JSON.stringify(note))
}

/** Writes chunk by chunk, so that what arrived before a cut is there. */
async function writeChunks(file: string, chunks: AsyncIterable<Buffer>, flags: 'w' | 'a'): Promise<void> {
  const handle = await open(file, flags)
  try {
    for await (const chunk of chunks) await handle.writeFile(chunk)
  } finally {
    await handle.close()
  }
}

async function* countBytes(
  body: AsyncIterable<Buffer>,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    count(chunk.length)
    yield chunk
  }
}

/** Aborts where nothing is heard for a minute, or when the caller does. */
function watchSilence(signal: AbortSignal | undefined) {
  const controller = new AbortController()
  const stop = () => controller.abort()
  let timer = setTimeout(stop, maxSilentMs)
  if (signal?.aborted === true) stop()
  signal?.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    noteChunk() {
      clearTimeout(timer)
      timer = setTimeout(stop, maxSilentMs)
    },
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    },
  }
}
