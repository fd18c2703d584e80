import type { Outbound } from '../../platform/outbound/index.ts'
import { openDialogue, type Dialogue } from './dialogue.ts'
import { judgeRecipient, type MailboxVerdict } from './judge-reply.ts'

export interface SmtpSettings {
  /** Name to greet with: one that resolves to this machine, or servers distrust it. */
  helo: string
  /** Sender named in MAIL FROM; '' is the empty one of delivery reports. */
  mailFrom: string
  port: number
}

/** What the servers of a domain said of an address. */
export interface ServerAnswer {
  /** `unreachable`: no server of the domain could be spoken with. */
  verdict: MailboxVerdict | 'unreachable' | 'no-smtputf8'
  /** Whether a non-existent address is accepted as well; undefined when this was not asked or not answered. */
  isCatchAll?: boolean | undefined
}

export interface Asking {
  address: string
  /** A non-existent address, to be tried after one that was accepted. */
  nobody?: string | undefined
  /** Mail servers, the preferred one first. */
  hosts: readonly string[]
}

interface Way {
  outbound: Outbound
  settings: SmtpSettings
  signal: AbortSignal
}

/** Servers of a domain that are tried while none can be spoken with. */
const maxHosts = 2
const connectMs = 10_000

/** Asks as if to deliver, and leaves before any message. Throws only when the signal aborts. */
export async function askServers({ hosts, ...asking }: Asking, way: Way): Promise<ServerAnswer> {
  for (const host of hosts.slice(0, maxHosts)) {
    try {
      return await askServer(host, asking, way)
    } catch {
      way.signal.throwIfAborted()
    }
  }
  return { verdict: 'unreachable' }
}

async function askServer(host: string, asking: Omit<Asking, 'hosts'>, way: Way): Promise<ServerAnswer> {
  const { outbound, settings, signal } = way
  const socket = await outbound.connect({ host, port: settings.port, deadlineMs: connectMs, signal })
  const dialogue = openDialogue(socket, signal)
  try {
    return await converse(dialogue, asking, settings)
  } finally {
    dialogue.end()
  }
}

async function converse(
  dialogue: Dialogue,
  { address, nobody }: Omit<Asking, 'hosts'>,
  { helo, mailFrom }: SmtpSettings,
): Promise<ServerAnswer> {
  const greeting = await dialogue.reply()
  if (greeting.code !== 220) return refusedAt(greeting.code)
  let hello = await dialogue.say(`EHLO ${helo}`)
  // Servers without extensions know HELO only.
  if (hello.code >= 500) hello = await dialogue.say(`HELO ${helo}`)
  if (hello.code !== 250) return refusedAt(hello.code)
  const needsUtf8 = !/^[\x21-\x7e]+$/.test(address)
  if (needsUtf8 && !hello.lines.some((line) => /^SMTPUTF8\b/i.test(line))) return { verdict: 'no-smtputf8' }
  const sender = await dialogue.say(`MAIL FROM:<${mailFrom}>${needsUtf8 ? ' SMTPUTF8' : ''}`)
  if (sender.code !== 250) return refusedAt(sender.code)
  const verdict = judgeRecipient(await dialogue.say(`RCPT TO:<${address}>`))
  if (verdict !== 'accepted' || nobody === undefined) return { verdict }
  return { verdict, isCatchAll: await acceptsAll(dialogue, nobody) }
}

/** Undefined when the server does not say: many let one recipient pass and refuse the asker then. */
async function acceptsAll(dialogue: Dialogue, nobody: string): Promise<boolean | undefined> {
  try {
    const verdict = judgeRecipient(await dialogue.say(`RCPT TO:<${nobody}>`))
    if (verdict === 'accepted') return true
    return verdict === 'no-mailbox' ? false : undefined
  } catch {
    return undefined
  }
}

const refusedAt = (code: number): ServerAnswer => ({
  verdict: code >= 400 && code < 500 ? 'later' : 'refused',
})
