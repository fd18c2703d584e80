import { Parser } from 'htmlparser2'

/** Elements that begin a line of their own. */
const blocks = new Set(
  'address article aside blockquote br dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)
/** Elements whose content nobody reads. */
const unread = new Set(['script', 'style', 'template', 'noscript', 'svg', 'head'])

/** What people read of HTML: a line for each block, without the markup. Parsed by events, however deep it is nested. */
export function plainText(html: string, maxChars: number): string {
  const parts: string[] = []
  let size = 0
  let hidden = 0
  const parser = new Parser({
    onopentagname(name) {
      if (unread.has(name)) hidden += 1
      if (blocks.has(name)) parts.push(name === 'li' ? '\n- ' : '\n')
    },
    ontext(text) {
      if (hidden > 0 || size > maxChars * 2) return
      parts.push(text.replaceAll(/\s+/g, ' '))
      size += text.length
    },
    onclosetag(name) {
      if (unread.has(name)) hidden = Math.max(0, hidden - 1)
      if (blocks.has(name)) parts.push('\n')
    },
  })
  parser.end(html)
  return parts
    .join('')
    .replaceAll(/[\p{Zs}\t]+/gu, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n(?:- )?(?=\n)/g, '')
    .trim()
    .slice(0, maxChars)
}

/** A text that is markup written as text (`&lt;p&gt;`), as some interfaces send it. */
export function markupOf(text: string): string {
  if (/<[a-z!/]/i.test(text) || !/&lt;/.test(text)) return text
  const parts: string[] = []
  const parser = new Parser({ ontext: (part) => void parts.push(part) })
  parser.end(text)
  return parts.join('')
}
