import type { Clock } from '../../lib/clock.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import { OutboundFailed, OutboundRefused } from '../../platform/outbound/index.ts'
import { listDated } from './dated-addresses.ts'
import type { PublicationForm } from './entry-schema.ts'
import { readHeadText } from './head-text.ts'
import { pageAddress } from './page-addresses.ts'

export interface AddressCheck {
  address: string
  /** `expected`: it still is what the entry says. `changed`: it answers something else. `unreachable`: it does not answer. */
  state: 'expected' | 'changed' | 'unreachable'
  detail: string
}

const headBytes = 1024 * 1024
const deadlineMs = 60_000
const maxRedirects = 5

export interface CheckParts {
  outbound: Pick<Outbound, 'stream'>
  userAgent: string
  clock: Clock
}

/**
 * Reads the first megabyte of each address of the newest publication that there is, and says whether it still is what the
 * entry expects.
 */
export async function checkForm(parts: CheckParts, of: PublicationForm): Promise<AddressCheck[]> {
  const hosts = new Set([...of.hosts, ...of.addresses.map((address) => new URL(address).host)])
  let newest: AddressCheck[] | undefined
  for (const { addresses } of listDated(of, parts.clock.now())) {
    const checks: AddressCheck[] = []
    let absent = 0
    for (const address of addresses) {
      const first = of.pages === undefined ? address : pageAddress(address, of.pages, 0)
      const { isAbsent = false, ...verdict } = await checkAddress(parts, { address: first, hosts, of })
      checks.push({ address, ...verdict })
      if (isAbsent) absent++
    }
    if (absent === 0) return checks
    newest ??= checks
  }
  return newest ?? []
}

type Verdict = Omit<AddressCheck, 'address'> & { isAbsent?: boolean }

async function checkAddress(
  { outbound, userAgent }: CheckParts,
  { address, hosts, of }: { address: string; hosts: ReadonlySet<string>; of: PublicationForm },
): Promise<Verdict> {
  let url = address
  try {
    for (let redirect = 0; redirect <= maxRedirects; redirect++) {
      const { host } = new URL(url)
      if (!hosts.has(host))
        return { state: 'changed', detail: `leads to ${host}, which the entry does not name` }
      const headers = { 'user-agent': userAgent, range: `bytes=0-${headBytes - 1}` }
      // Who does not know ranges announces the whole file, of which the beginning is read.
      const answer = await outbound.stream({ url, headers, maxBytes: of.bytes.most + 1, deadlineMs })
      const { location } = answer.headers
      if (answer.status >= 301 && answer.status <= 308 && location !== undefined) {
        url = new URL(location, url).href
        await readHead(answer.body, 0)
        continue
      }
      if (answer.status !== 200 && answer.status !== 206) {
        await readHead(answer.body, 0)
        return { state: 'unreachable', detail: `answered ${answer.status}`, isAbsent: answer.status === 404 }
      }
      return await judge(of, { headers: answer.headers, head: await readHead(answer.body, headBytes) })
    }
    return { state: 'changed', detail: `redirects more than ${maxRedirects} times` }
  } catch (error) {
    if (error instanceof OutboundFailed && error.reason === 'too-large')
      return { state: 'changed', detail: 'larger than the entry expects at most' }
    if (error instanceof OutboundFailed || error instanceof OutboundRefused)
      return { state: 'unreachable', detail: `no answer (${error.reason})` }
    throw error
  }
}

async function readHead(body: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= most) break
  }
  return Buffer.concat(chunks).subarray(0, most)
}

async function judge(
  of: PublicationForm,
  { headers, head }: { headers: Record<string, string>; head: Buffer },
): Promise<Verdict> {
  const changed = (detail: string): Verdict => ({ state: 'changed', detail })
  const total = Number(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? headers['content-length'])
  const { most } = of.bytes
  // One page is smaller than all.
  const least = of.pages === undefined ? of.bytes.least : 0
  if (Number.isFinite(total) && (total < least || total > most))
    return changed(
      `${total.toLocaleString('en')} bytes, where ${least.toLocaleString('en')} to ${most.toLocaleString('en')} are expected`,
    )
  const missing = await missingSigns(of, head)
  if (missing !== undefined) return changed(missing)
  return {
    state: 'expected',
    detail: Number.isFinite(total) ? `${total.toLocaleString('en')} bytes` : 'size not told',
  }
}

/** What of the signs of an entry the beginning of a publication lacks, as a sentence. */
export async function missingSigns(of: PublicationForm, head: Buffer): Promise<string | undefined> {
  const text = await readHeadText(of.container, head)
  if (text === undefined) return `is no ${of.container}`
  const sign = (of.signs ?? []).find((each) => !text.includes(each))
  return sign === undefined ? undefined : `its beginning has no ${JSON.stringify(sign)}`
}
