import iconv from 'iconv-lite'
import { Parser } from 'htmlparser2'
import { maxRowBytes, UnreadableFile, type SourceRow } from './row.ts'

/** Elements in each other that a row may have; as many as its record may. */
const maxRowLevels = 64
/** Elements in each other of a whole document. */
const maxLevels = 512

/** `/LEIData/LEIRecords/LEIRecord`: names from the root on, `*` for any. */
export const isXmlPath = (rows: string): boolean => rows.startsWith('/')

/**
 * The elements at a path of an XML document, however large: `<a id="1"><b>x</b><c/><b>y</b></a>` is
 * `{"@id": "1", "b": ["x", "y"]}`. An element that has attributes and text keeps it as `#text`. Prefixes of names are
 * left out, entities of a document's own stay as they are written. `line` is the number of the row.
 */
export async function* xmlRows(
  chunks: AsyncIterable<Buffer>,
  path: string,
  head: Buffer,
): AsyncGenerator<SourceRow[]> {
  const document = new RowsOfElements(path.slice(1).split('/'))
  const decoder = iconv.getDecoder(encodingOf(head))
  for await (const chunk of chunks) {
    document.write(decoder.write(chunk))
    const rows = document.take()
    if (rows.length > 0) yield rows
    if (document.failure !== undefined) throw document.failure
  }
  document.end(decoder.end() ?? '')
  const rows = document.take()
  if (rows.length > 0) yield rows
  if (document.failure !== undefined) throw document.failure
  if (document.count === 0) throw new UnreadableFile(`there are no rows at ${path}`)
}

/** What the document says of itself; UTF-16 has become UTF-8 before. */
function encodingOf(head: Buffer): string {
  const declared =
    /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)/.exec(head.toString('latin1'))?.[1] ?? 'utf-8'
  return iconv.encodingExists(declared) && !/utf-?16|ucs/i.test(declared) ? declared : 'utf-8'
}

interface Element {
  name: string
  /** Attributes and elements within it. */
  members: Record<string, unknown> | undefined
  text: string
}

class RowsOfElements {
  failure: UnreadableFile | undefined
  count = 0
  readonly #path: readonly string[]
  readonly #parser: Parser
  #rows: SourceRow[] = []
  /** Elements that are open, and how many of them are on the path. */
  #depth = 0
  #onPath = 0
  /** Open elements of the present row; empty outside one. */
  #open: Element[] = []
  #error: string | undefined
  /** Offsets of the present row, of the tag read last, and what has been written without any event. */
  #start = 0
  #tag = -1
  #silent = 0

  constructor(path: readonly string[]) {
    this.#path = path
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#begin(localName(name), attributes),
        ontext: (text) => this.#add(text),
        onclosetag: (name, isImplied) => this.#close(localName(name), isImplied),
        onerror: (error) => this.#fail(error.message),
      },
      { xmlMode: true, decodeEntities: true },
    )
  }

  write(text: string): void {
    if (this.failure !== undefined) return
    this.#silent += text.length
    this.#parser.write(text)
    if (this.#silent > maxRowBytes) this.#fail('16 MiB without the end of a tag')
  }

  end(text: string): void {
    this.write(text)
    if (this.failure !== undefined) return
    if (this.#depth > 0) this.#fail('it is cut off')
    else this.#parser.end()
  }

  take(): SourceRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #fail(reason: string): void {
    this.failure ??= new UnreadableFile(`not valid XML after row ${this.count}: ${reason}`)
    this.#parser.pause()
  }

  #begin(name: string, attributes: Record<string, string>): void {
    if (this.failure !== undefined) return
    this.#silent = 0
    this.#tag = this.#parser.startIndex
    this.#depth += 1
    if (this.#depth > maxLevels) return this.#fail(`nested deeper than ${maxLevels} levels`)
    const part = this.#path[this.#depth - 1]
    if (this.#open.length === 0) {
      if (this.#onPath !== this.#depth - 1 || (part !== '*' && part !== name)) return
      this.#onPath = this.#depth
      if (this.#onPath < this.#path.length) return
      this.#start = this.#parser.startIndex
      this.#error = undefined
    }
    if (this.#open.length > maxRowLevels) this.#error ??= `nested deeper than ${maxRowLevels} levels`
    const members = this.#error === undefined ? attributeMembers(attributes) : undefined
    this.#open.push({ name, members, text: '' })
  }

  #add(text: string): void {
    this.#silent = 0
    const element = this.#open.at(-1)
    if (element === undefined) return
    if (this.#parser.endIndex - this.#start > maxRowBytes) this.#error ??= 'row longer than 16 MiB'
    if (this.#error === undefined) element.text += text
  }

  #close(name: string, isImplied: boolean): void {
    if (this.failure !== undefined) return
    this.#silent = 0
    // A tag that closes itself is told as implied, too.
    if (isImplied && this.#parser.startIndex !== this.#tag) return this.#fail(`<${name}> is not closed`)
    const element = this.#open.pop()
    if (element !== undefined) {
      if (this.#parser.endIndex - this.#start > maxRowBytes) this.#error ??= 'row longer than 16 MiB'
      const holder = this.#open.at(-1)
      if (holder === undefined) this.#finish(element)
      else if (this.#error === undefined) hold(holder, element)
    }
    this.#depth -= 1
    if (this.#onPath > this.#depth) this.#onPath = this.#depth
  }

  #finish(element: Element): void {
    const line = ++this.count
    const bytes = this.#parser.endIndex - this.#start + 1
    if (this.#error === undefined) this.#rows.push({ line, value: valueOf(element) ?? {}, bytes })
    else this.#rows.push({ line, error: this.#error, text: '' })
  }
}

/** Lays a closed element into the one around it; the second of a name makes a list. */
function hold(holder: Element, element: Element): void {
  const value = valueOf(element)
  if (value === undefined) return
  const members = (holder.members ??= emptyMembers())
  const { name } = element
  const before = members[name]
  if (before === undefined) members[name] = value
  else if (Array.isArray(before)) before.push(value)
  else members[name] = [before, value]
}

function valueOf({ members, text }: Element): unknown {
  const own = text.trim()
  if (members === undefined) return own === '' ? undefined : own
  if (own !== '') members['#text'] = own
  return { ...members }
}

/** A name such as `__proto__` is a name like any other. */
const emptyMembers = () => Object.create(null) as Record<string, unknown>

function attributeMembers(attributes: Record<string, string>): Record<string, unknown> | undefined {
  let members: Record<string, unknown> | undefined
  for (const [name, value] of Object.entries(attributes)) {
    if (/^xmlns(?::|$)|^xsi:/.test(name) || value === '') continue
    members ??= emptyMembers()
    members[`@${localName(name)}`] = value
  }
  return members
}

/** `lei:LEIRecord` -> `LEIRecord`. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
