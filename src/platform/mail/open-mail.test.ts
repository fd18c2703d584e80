import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { frozenClock } from '../../lib/clock.ts'
import { atEnd } from '../../../test/support/at-end.ts'
import { MailUnavailable, openMail, type Mail } from './open-mail.ts'
import { signInCodeMail } from './message.ts'

const clock = frozenClock()
const logged: string[] = []
const open: Mail[] = []

function mailOf(settings: { smtpUrl?: string; dataDir?: string }): Mail {
  const mail = openMail({
    smtpUrl: settings.smtpUrl,
    dataDir: settings.dataDir ?? '/nowhere',
    clock,
    from: 'Almanac <almanac@almanac.example>',
    log: (line: string, detail?: object) => logged.push(line + JSON.stringify(detail)),
  })
  open.push(mail)
  return mail
}

afterEach(() => {
  for (const mail of open.splice(0)) mail.close()
  logged.length = 0
})

interface Received {
  from: string
  to: string[]
  message: string
}

/** A mail server on loopback that keeps what it takes. */
async function mailServer(options: SMTPServerOptions = {}): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          message: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as { port: number }
  return { url: `smtp://127.0.0.1:${port}`, received }
}

describe('over SMTP', () => {
  test('hands the message to the server, as text and as HTML', async () => {
    const { url, received } = await mailServer()
    await mailOf({ smtpUrl: url }).send(signInCodeMail('ann@acme.example', '012345', 10))
    expect(received).toHaveLength(1)
    const [{ from, to, message } = {} as Received] = received
    expect({ from, to }).toEqual({ from: 'almanac@almanac.example', to: ['ann@acme.example'] })
    expect(message).toMatch(/^Subject: Your Almanac sign-in code/m)
    expect(message.match(/Your sign-in code is 012345\./g)).toHaveLength(2)
    expect(message).toContain('valid for 10 minutes')
    expect(logged).toEqual([])
  })

  test('signs in with the name and password of the address', async () => {
    const seen: unknown[] = []
    const { url } = await mailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        seen.push([username, password])
        done(null, { user: username })
      },
    })
    await mailOf({ smtpUrl: url.replace('//', '//mailer:p%40ss@') }).send(
      signInCodeMail('a@b.example', '1', 10),
    )
    expect(seen).toEqual([['mailer', 'p@ss']])
  })

  test('fails as MailUnavailable when the server refuses or is not there', async () => {
    const { url } = await mailServer({
      onRcptTo: (_address, _session, done) => done(new Error('no such box')),
    })
    for (const smtpUrl of [url, 'smtp://127.0.0.1:1']) {
      const sent = mailOf({ smtpUrl }).send(signInCodeMail('a@b.example', '1', 10))
      await expect(sent).rejects.toThrow(MailUnavailable)
    }
  })
})

describe('without a server', () => {
  async function dataDirectory(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-mail-'))
    atEnd(() => rm(folder, { recursive: true }))
    return folder
  }

  test('writes whole messages that only the owner reads, and says so once, without their content', async () => {
    const dataDir = await dataDirectory()
    const mail = mailOf({ dataDir })
    await mail.send(signInCodeMail('ann@acme.example', '111222', 10))
    await mail.send(signInCodeMail('bob@acme.example', '333444', 10))
    const outbox = join(dataDir, 'outbox')
    const files = (await readdir(outbox)).toSorted()
    expect(files).toHaveLength(2)
    const texts = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
    expect(texts.join()).toContain('To: ann@acme.example')
    expect(texts.join()).toContain('333444')
    expect((await stat(join(outbox, files[0] ?? ''))).mode & 0o777).toBe(0o600)
    expect(logged).toHaveLength(1)
    expect(logged.join()).not.toMatch(/111222|acme\.example/)
  })

  test('takes nothing that would begin another header', async () => {
    const mail = mailOf({ dataDir: await dataDirectory() })
    const to = 'a@b.example\r\nBcc: all@b.example'
    await expect(mail.send({ to, subject: 's', paragraphs: [] })).rejects.toThrow(RangeError)
    await expect(mail.send({ to: 'a@b.example', subject: 's\nX: y', paragraphs: [] })).rejects.toThrow(
      RangeError,
    )
  })

  test('escapes what it is given in the HTML part', async () => {
    const dataDir = await dataDirectory()
    const link = { label: 'Top up', url: 'https://a.example/?a=1&b="2"' }
    await mailOf({ dataDir }).send({
      to: 'a@b.example',
      subject: 's',
      paragraphs: ['<b>Tom & "Co"</b>'],
      link,
    })
    const [file = ''] = await readdir(join(dataDir, 'outbox'))
    const text = (await readFile(join(dataDir, 'outbox', file), 'utf8'))
      .replaceAll('=\r\n', '')
      .replaceAll('=3D', '=')
    expect(text).toContain('&lt;b&gt;Tom &amp; &quot;Co&quot;&lt;/b&gt;')
    expect(text).toContain('href="https://a.example/?a=1&amp;b=&quot;2&quot;"')
  })
})
