import { Readable } from 'node:stream'
import type * as nodemailer from 'nodemailer'
import type { MailContent } from './message.ts'

/**
 * Supplies the text of a message when the server is ready to receive it, so that it is current at that moment; it has left
 * when the promise of `send` is fulfilled. When it supplies nothing, no message is sent. It never rejects.
 */
export type ComposeMail = (send: (content: MailContent) => Promise<void>) => Promise<void>

/** A message whose bytes are made when they are read for the first time. */
export function lateMessage(
  compose: ComposeMail,
  composeBytes: (content: MailContent) => Promise<Buffer>,
): Readable {
  let isAsked = false
  return new Readable({
    read() {
      if (isAsked) return
      isAsked = true
      let isHandedOver = false
      const send = async (content: MailContent) => {
        const bytes = await composeBytes(content)
        isHandedOver = true
        this.push(bytes)
        this.push(null)
        // Until it has gone through what encodes it into the socket.
        for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => void setImmediate(resolve))
      }
      void compose(send).then(
        () => {
          if (!isHandedOver) this.destroy(new Error('nothing is left to send'))
        },
        (cause: unknown) => this.destroy(cause as Error),
      )
    },
  })
}

/** What a transport is asked to send later than it is given it. */
export type LateMail = nodemailer.SendMailOptions & { late?: () => Readable }

/** Has a transport send the bytes of a late message in place of those of the skeleton it was given. */
export function takeLateMessages(transport: Pick<nodemailer.Transporter, 'use'>): void {
  transport.use('stream', (mail, done) => {
    const { late } = mail.data as LateMail
    if (late !== undefined) mail.message.createReadStream = late as typeof mail.message.createReadStream
    done()
  })
}
