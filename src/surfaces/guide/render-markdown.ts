import { Marked, type Token, type Tokens } from 'marked'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'
import { escapeHtml } from '../../lib/escape-html.ts'

/** A heading with the text below it, as the search finds it. */
export interface GuideSection {
  /** Of the heading in the page. */
  id: string
  /** 1 is the title of the page. */
  level: number
  title: string
  /** Without marks of Markdown. */
  text: string
}

export interface RenderedPage {
  html: string
  sections: GuideSection[]
}

export const guidePath = '/guide'

/** A page of the guide as markup; `names` are those of all pages, to which links may lead. */
export function renderMarkdown(markdown: string, names: readonly string[]): RenderedPage {
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const address = addressOf(href, names)
        // What the guide alone does not hold lies beside it in the sources.
        if (address === undefined)
          return `${text} (<code>${escapeHtml(href.replace(/^(\.\.\/)+/, ''))}</code>)`
        return `<a href="${escapeHtml(address)}">${text.replace(/^([\w-]+)\.md$/, '$1')}</a>`
      },
      image({ href, text }) {
        return `<img src="${escapeHtml(addressOf(href, names) ?? href)}" alt="${escapeHtml(text)}">`
      },
    },
    hooks: {
      // Wide tables scroll by themselves, not the page.
      postprocess: (html) =>
        html
          .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
          .replaceAll('</table>', '</table></div>'),
    },
  })
  const tokens = marked.lexer(markdown)
  const html = marked.parse(markdown, { async: false })
  return { html, sections: readSections(tokens, getHeadingList()) }
}

/** Where a link of the sources leads in the service; undefined where it does not serve that file. */
function addressOf(href: string, names: readonly string[]): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href
  const [, name = '', fragment = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  if (name === 'README') return guidePath + fragment
  if (names.includes(name)) return `${guidePath}/${name}${fragment}`
  const file = href.replace(/^\.\.\/(?=pictures\/)/, '')
  return /^(?:pictures|files|maps)\/.*\.\w+$/.test(file) ? `${guidePath}/${file}` : undefined
}

/** Headings and tokens are in the same order. */
function readSections(tokens: readonly Token[], headings: readonly { id: string }[]): GuideSection[] {
  const sections: GuideSection[] = []
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { depth, tokens: inline } = token as Tokens.Heading
      const id = headings[sections.length]?.id ?? ''
      sections.push({ id, level: depth, title: plainText(inline), text: '' })
    } else {
      const last = sections.at(-1)
      if (last !== undefined) last.text = `${last.text} ${plainText([token])}`.trim()
    }
  }
  return sections
}

/** The words of tokens, however deep they lie. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table
        return [header, ...rows].flatMap((row) => row.map((cell) => plainText(cell.tokens))).join(' ')
      }
      if (token.type === 'list')
        return (token as Tokens.List).items.map((item) => plainText(item.tokens)).join(' ')
      const inner = (token as { tokens?: Token[] }).tokens
      return inner === undefined ? ((token as { text?: string }).text ?? '') : plainText(inner)
    })
    .join('')
    .replaceAll(/\s+/g, ' ')
}
