/** A reply of a mail server (RFC 5321 section 4.2), all its lines. */
export interface Reply {
  code: number
  /** Texts of the lines, joined by spaces. */
  text: string
  lines: readonly string[]
}

/** The other side does not speak SMTP, or too much of it. */
export class NotSmtp extends Error {
  override readonly name = 'NotSmtp'
}

const maxLineLength = 2_000
const maxLines = 100

/**
 * Cuts replies out of what arrives, whatever the pieces. Throws NotSmtp for lines that are no reply, longer than
 * 2,000 bytes, or more than 100 to one reply.
 */
export function replyReader(): { push(chunk: string): Reply[] } {
  let rest = ''
  let lines: { code: string; text: string }[] = []
  return {
    push(chunk) {
      rest += chunk
      const replies: Reply[] = []
      for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
        const line = rest.slice(0, end).replace(/\r$/, '')
        rest = rest.slice(end + 1)
        const [, code, more, text] = /^([2-5]\d\d)(?:([ -])(.*))?$/.exec(line) ?? []
        if (code === undefined || line.length > maxLineLength) throw new NotSmtp('no reply')
        if (lines.length > 0 && lines[0]?.code !== code) throw new NotSmtp('a reply of several codes')
        lines.push({ code, text: text ?? '' })
        if (lines.length > maxLines) throw new NotSmtp('an endless reply')
        if (more === '-') continue
        const texts = lines.map((part) => part.text)
        replies.push({ code: Number(code), text: texts.join(' '), lines: texts })
        lines = []
      }
      if (rest.length > maxLineLength) throw new NotSmtp('an endless line')
      return replies
    },
  }
}
