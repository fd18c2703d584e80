import type { Log } from '../../lib/log.ts'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as nodemailer from 'nodemailer'
import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { lateMessage, takeLateMessages, type ComposeMail, type LateMail } from './deferred-message.ts'
import { writeBodies, type MailContent, type MailEnvelope, type MailMessage } from './message.ts'

/** Longest wait for one step of the conversation with the server; the whole takes a few steps. */
const stepMs = 5_000
const wholeMs = 15_000
/** A line break in a header would begin another one. */
const unsafeInHeader = /[\p{Cc}\u2028\u2029]/u

export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…`; undefined writes files into the outbox. */
  smtpUrl: string | undefined
  /** Sender: `Name <address>` or an address. */
  from: string
  dataDir: string
  clock: Clock
  log: Log
}

export interface Mail {
  /** Resolves when the message is taken over or in the outbox. Throws MailUnavailable. */
  send(message: MailMessage): Promise<void>
  /** The same for a message whose content is asked for when the server is ready to take it. */
  sendLate(envelope: MailEnvelope, compose: ComposeMail): Promise<void>
  close(): void
}

/** As far as is known, the mail server did not accept the message; it may do so later. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable'
  /** The connection ended before the server said whether it takes the message. */
  readonly mayHaveArrived: boolean

  constructor(message: string, options: { cause: unknown; mayHaveArrived: boolean }) {
    super(message, options)
    this.mayHaveArrived = options.mayHaveArrived
  }
}

export function openMail(settings: MailSettings): Mail {
  const deliver = settings.smtpUrl === undefined ? outbox(settings) : smtp(settings.smtpUrl)
  const buildMail = ({ id, to }: MailEnvelope, content: MailContent): nodemailer.SendMailOptions => {
    if (unsafeInHeader.test(to) || unsafeInHeader.test(content.subject)) {
      throw new RangeError('address or subject of a message holds a control character')
    }
    const messageId = id === undefined ? {} : { messageId: `<${id}@${readDomain(settings.from)}>` }
    const { subject } = content
    return {
      ...messageId,
      from: settings.from,
      to: { name: '', address: to },
      subject,
      ...writeBodies(content),
    }
  }
  return {
    async send(message) {
      await deliver.send(buildMail(message, message))
    },
    async sendLate(envelope, compose) {
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
      const composeBytes = (content: MailContent) =>
        new MailComposer({
          ...buildMail(envelope, content),
          date: new Date(settings.clock.now()),
          newline: 'windows',
        })
          .compile()
          .build()
      const skeleton = buildMail(envelope, { subject: '', paragraphs: [] })
      await deliver.send({ ...skeleton, late: () => lateMessage(compose, composeBytes) })
    },
    close: () => deliver.close(),
  }
}

const readDomain = (from: string): string => /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost'

/** What `make` makes of the library, with the first message: most processes send none and load none of its 39 modules. */
function withFirst<T extends nodemailer.Transporter>(make: (library: typeof nodemailer) => T) {
  let made: Promise<T> | undefined
  const open = async () => {
    const transport = make(await import('nodemailer'))
    takeLateMessages(transport)
    return transport
  }
  return {
    use: () => (made ??= open()),
    // One that could not be made has said so to whoever sent.
    close: () =>
      void made?.then(
        (each) => each.close(),
        () => undefined,
      ),
  }
}

interface Delivery {
  send(mail: LateMail): Promise<void>
  close(): void
}

function smtp(url: string): Delivery {
  const server = withFirst(({ createTransport }) =>
    createTransport({
      url,
      pool: true,
      maxConnections: 4,
      // A connection that ends in the middle of a message is reported, and the message is not sent twice.
      maxRequeues: 0,
      connectionTimeout: stepMs,
      greetingTimeout: stepMs,
      socketTimeout: stepMs,
      dnsTimeout: stepMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
  return {
    async send(mail) {
      const late = AbortSignal.timeout(wholeMs)
      try {
        // A message still waiting for its turn is not sent after its caller has given up.
        await (await server.use()).sendMail({ ...mail, signal: late })
      } catch (cause) {
        const mayHaveArrived = !isCertain(cause as SmtpError)
        throw new MailUnavailable('the mail server did not take the message', { cause, mayHaveArrived })
      }
    },
    close: () => server.close(),
  }
}

interface SmtpError {
  code?: string
  /** What the server answered. */
  responseCode?: number
  syscall?: string
  timeoutType?: string
}

/** Whether a message that could not be sent was surely not taken: the server refused it, or was never reached. */
const isCertain = ({ code, responseCode, syscall, timeoutType }: SmtpError): boolean =>
  responseCode !== undefined ||
  ['EDNS', 'EAUTH', 'EENVELOPE', 'ETLS'].includes(code ?? '') ||
  ['connect', 'getaddrinfo'].includes(syscall ?? '') ||
  ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT'].includes(timeoutType ?? '')

function outbox({ dataDir, clock, log }: MailSettings): Delivery {
  const folder = join(dataDir, 'outbox')
  const writer = withFirst(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  let isReported = false
  return {
    async send(mail) {
      const written = await (await writer.use()).sendMail({ ...mail, date: new Date(clock.now()) })
      const file = join(folder, `${newId('mail', clock)}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.new`, written.message as Buffer, { mode: 0o600 })
      await rename(`${file}.new`, file)
      if (!isReported)
        log('no mail server is set (ALMANAC_SMTP_URL): mail is written to files', { level: 'warn', folder })
      isReported = true
    },
    close: () => writer.close(),
  }
}
