import { Parser } from 'saxen'
import { UnreadableList } from '../table.ts'

/** Events of an XML text while it is read. Names come without their prefix. */
export interface XmlHandlers {
  open(name: string, attributes: () => XmlAttributes): void
  close?(name: string): void
  text?(text: string): void
}

/** Attributes by name, the prefix in front as it is written: `r`, `r:id`. Entities in them stand as they are. */
export type XmlAttributes = Readonly<Record<string, string | undefined>>

/** Reads XML from its beginning to its end. Throws UnreadableList if it is not one. */
export function readXml(xml: string, { open, close, text }: XmlHandlers): void {
  const parser = new Parser()
  parser.on('openTag', (name: string, attributes: () => XmlAttributes) => open(localName(name), attributes))
  if (close !== undefined) parser.on('closeTag', (name: string) => close(localName(name)))
  if (text !== undefined) {
    parser.on('text', (value: string) => text(value.includes('&') ? decoded(value) : value))
    parser.on('cdata', (value: string) => text(value))
  }
  parser.on('error', (cause: Error) => {
    throw new UnreadableList('The workbook cannot be read: its XML is damaged.', { cause })
  })
  // A sloppy attribute costs nothing else.
  parser.on('warn', () => undefined)
  parser.parse(xml)
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Not by the parser, which knows no characters beyond four digits. */
export function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? all
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}

const locals = new Map<string, string>()

/** `x:row` -> `row`. */
function localName(name: string): string {
  const existing = locals.get(name)
  if (existing !== undefined) return existing
  const local = name.slice(name.indexOf(':') + 1)
  if (locals.size < 1_000) locals.set(name, local)
  return local
}

/** An attribute whatever prefix it comes after: `r:id`, `ss:Index`. */
export function findAttribute(attributes: XmlAttributes, local: string): string | undefined {
  if (attributes[local] !== undefined) return attributes[local]
  for (const name in attributes) if (name.endsWith(`:${local}`)) return attributes[name]
  return undefined
}

const decoder = new TextDecoder('utf-8')

/** The text of a part, without its mark; parts are UTF-8, seldom UTF-16. */
export function xmlText(part: Uint8Array): string {
  const wide = part[0] === 0xff && part[1] === 0xfe ? 'utf-16le' : part[0] === 0xfe && part[1] === 0xff
  if (wide === false) return decoder.decode(part)
  return new TextDecoder(wide === true ? 'utf-16be' : wide).decode(part)
}

/** `_x000D_`, as characters are written that XML cannot say. */
export const withoutEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
