import iconv from 'iconv-lite'
import { LRUCache } from 'lru-cache'
import robotsModule from 'robots-parser'
import { registrableDomain } from '../../lib/domain-name.ts'
import { retryAfterMs } from '../../lib/http-headers.ts'
import { dayMs } from '../../lib/time.ts'
import { createPace, OutboundFailed, OutboundRefused } from '../../platform/outbound/index.ts'
import { SubjectUnavailable } from '../failures.ts'
import type { SourceCall } from '../source.ts'

/** What robots.txt calls us. */
const agentName = 'almanac'
const maxHops = 3
/** Longest time of one answer, in milliseconds, and of the pause that robots.txt asks for. */
const oneAnswerMs = 8_000
const maxPauseMs = 5_000
const maxRobotsBytes = 512 * 1024
/** Rules are compared letter by letter with addresses: more of either would cost seconds. Real ones are far below. */
const maxWildcards = 5_000
const maxUrlChars = 500
const rememberedHosts = 5_000

/** A document of a site as it came. */
export interface SiteDocument {
  /** Where it was in the end. */
  url: string
  text: string
  headers: Readonly<Record<string, string>>
  /** Whether it was longer than what was read of it. */
  isCut: boolean
}

/** Where an address led instead: to another site, which is not asked. */
export interface ElsewhereDocument {
  leadsTo: string
}

export interface DocumentOrder {
  url: string
  /** Media types that are read. Anything else is no document. */
  types: RegExp
  /** Bytes that are read of it. */
  maxBytes: number
}

/** Visits sites as robots.txt lets it: one question at a time a host, with a pause between them. */
export interface SiteVisitor {
  /**
   * Undefined for what is not there, is forbidden to robots, or is no document of these types. Throws SubjectUnavailable where
   * the host does not answer or asks to wait.
   */
  read(order: DocumentOrder, call: SourceCall): Promise<SiteDocument | ElsewhereDocument | undefined>
}

/** What a robots.txt says. */
interface Robots {
  isAllowed(url: string, agent: string): boolean | undefined
  /** Seconds. */
  getCrawlDelay(agent: string): number | undefined
}

// Its types say what a compiler of modules would make of it; the module itself is the function.
const robotsParser = robotsModule as unknown as (url: string, text: string) => Robots

interface RobotsAnswer {
  robots: Robots | 'closed'
  readAtMs: number
}

interface VisitorSettings {
  /** Told to every site. */
  contact?: string | undefined
  /** Milliseconds between two questions to a host. */
  pauseMs: number
}

export const openSiteVisitor = (settings: VisitorSettings): SiteVisitor => new Visitor(settings)

class Visitor implements SiteVisitor {
  readonly #pace = createPace()
  readonly #robots = new LRUCache<string, RobotsAnswer>({ max: rememberedHosts })
  /** When a host that asked to wait may be asked again, epoch milliseconds. */
  readonly #waits = new LRUCache<string, number>({ max: rememberedHosts })
  readonly #userAgent: string
  readonly #pauseMs: number

  constructor({ contact, pauseMs }: VisitorSettings) {
    this.#userAgent = contact === undefined ? agentName : `${agentName} (+${contact})`
    this.#pauseMs = pauseMs
  }

  async read(order: DocumentOrder, call: SourceCall) {
    try {
      return await this.#readAllowed(order, call)
    } catch (error) {
      if (call.signal.aborted) throw error
      if (error instanceof OutboundRefused || error instanceof OutboundFailed)
        throw new SubjectUnavailable(`${new URL(order.url).host}: ${error.message}`)
      throw error
    }
  }

  async #readAllowed(order: DocumentOrder, call: SourceCall) {
    let { url } = order
    const start = siteOf(url)
    for (let hop = 0; hop <= maxHops; hop++) {
      if (url.length > maxUrlChars) return undefined
      const robots = await this.#robotsOf(new URL(url).origin, call)
      if (robots === 'closed' || robots.isAllowed(url, agentName) === false) return undefined
      const wantedPauseMs = Math.min((robots.getCrawlDelay(agentName) ?? 0) * 1_000, maxPauseMs)
      const answer = await this.#send({ ...order, url }, call, Math.max(this.#pauseMs, wantedPauseMs))
      const next = redirectOf(answer, url)
      if (next === undefined) return answer.bytes && toDocument(url, answer.headers, answer.bytes)
      if (siteOf(next) !== start) return { leadsTo: next }
      url = next
    }
    return undefined
  }

  async #robotsOf(origin: string, call: SourceCall): Promise<Robots | 'closed'> {
    const cached = this.#robots.get(origin)
    if (cached !== undefined && call.nowMs - cached.readAtMs < dayMs) return cached.robots
    const url = `${origin}/robots.txt`
    const order = { url, types: /^text\/|^$/i, maxBytes: maxRobotsBytes }
    const { status, bytes } = await this.#send(order, call, 0)
    // RFC 9309: what is not there forbids nothing, a server that fails forbids everything.
    const text = bytes?.content.toString('utf8') ?? ''
    const isClosed = status >= 500 || text.split('*').length > maxWildcards
    const robots = isClosed ? 'closed' : robotsParser(url, text)
    this.#robots.set(origin, { robots, readAtMs: call.nowMs })
    return robots
  }

  /** One question, when it is the turn of its host. Throws SubjectUnavailable for a host that asks to wait. */
  async #send(order: DocumentOrder, call: SourceCall, pauseMs: number) {
    const { host } = new URL(order.url)
    if ((this.#waits.get(host) ?? 0) > call.nowMs) throw new SubjectUnavailable(`${host} asks to wait`)
    const bounds = { atOnce: 1, perSecond: 1_000 / Math.max(1, pauseMs) }
    const done = await this.#pace.turn(host, bounds, call.signal)
    try {
      const { status, headers, body } = await call.outbound.stream({
        url: order.url,
        deadlineMs: oneAnswerMs,
        maxBytes: Number.MAX_SAFE_INTEGER,
        headers: { 'user-agent': this.#userAgent, accept: '*/*' },
      })
      const isRead = status === 200 && order.types.test(headers['content-type'] ?? '')
      // The body is begun even when nobody wants it, so that the connection is released.
      const bytes = await readBeginning(body, isRead ? order.maxBytes : 0)
      if (status === 429 || status === 503) {
        const waitMs = retryAfterMs(headers['retry-after'], call.nowMs)
        this.#waits.set(host, call.nowMs + (waitMs ?? 60_000))
        throw new SubjectUnavailable(`${host} asks to wait: HTTP ${status}`)
      }
      return { status, headers, bytes: isRead ? bytes : undefined }
    } finally {
      done()
    }
  }
}

/** The site that a host belongs to. An address without a name is a site by itself. */
function siteOf(url: string): string {
  const { host, hostname } = new URL(url)
  return registrableDomain(hostname) ?? host
}

function redirectOf(
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
  from: string,
): string | undefined {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined
  return URL.canParse(location, from) ? new URL(location, from).href : undefined
}

interface Bytes {
  content: Buffer
  isCut: boolean
}

/** The first bytes of an answer. Leaving the loop closes the connection, so that no more of it comes. */
async function readBeginning(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Bytes> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    parts.push(part)
    size += part.length
    if (size > maxBytes) break
  }
  return { content: Buffer.concat(parts).subarray(0, maxBytes), isCut: size > maxBytes }
}

function toDocument(
  url: string,
  headers: Readonly<Record<string, string>>,
  { content, isCut }: Bytes,
): SiteDocument {
  const head = content.subarray(0, 2_048).toString('latin1')
  const named =
    /charset\s*=\s*["']?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ??
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ??
    /^<\?xml[^>]{0,200}encoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1]
  const encoding = named !== undefined && iconv.encodingExists(named) ? named : 'utf8'
  return { url, headers, isCut, text: iconv.decode(content, encoding) }
}
