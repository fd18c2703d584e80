import { shared } from './interface-text.ts'

/** A line of the text of an interface, with what is indented under it. */
export interface Node {
  name: string
  isRequired: boolean
  /** Alternatives of the type, as written. */
  atoms: string[]
  /** `= default`, `matches "pattern"`, `not schema`, by the first word. */
  notes: Map<string, string>
  members: Map<string, Node>
}

export interface Interface {
  /** Words behind the name of an operation: route, access, effect, limit, prices. */
  operations: Map<string, { words: string[]; node: Node }>
  events: Map<string, Node>
  schemas: Map<string, Node>
}

/** Reads what `interfaceText` writes. */
export function readInterface(text: string): Interface {
  const read: Interface = { operations: new Map(), events: new Map(), schemas: new Map() }
  const open: Node[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    const depth = line.length - line.trimStart().length
    const [sort = '', name = '', ...words] = line.split(' ')
    const node = readLine(depth === 0 ? line.slice(sort.length + 1) : line.trimStart())
    open.length = depth
    open.push(node)
    if (depth > 0) open[depth - 1]?.members.set(node.name, node)
    else if (sort === 'operation') read.operations.set(name, { words, node })
    else (sort === 'event' ? read.events : read.schemas).set(node.name, node)
  }
  const ends = read.schemas.get(shared)?.members ?? new Map<string, Node>()
  for (const { members } of read.schemas.values())
    if (members.delete(shared)) for (const [name, node] of ends) members.set(name, node)
  return read
}

/** `name? type|type = default matches "pattern"`. */
function readLine(line: string): Node {
  const [label = '', ...words] = splitOutside(line, ' ')
  const notes = new Map<string, string>()
  let type = ''
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    if (['=', 'matches', 'not'].includes(word)) notes.set(word, words[++at] ?? '')
    else if (word === 'deprecated') notes.set(word, '')
    else type = word
  }
  const isRequired = !label.endsWith('?')
  return {
    name: isRequired ? label : label.slice(0, -1),
    isRequired,
    notes,
    ...readType(type),
  }
}

/** The items of an array are a member of it, on whichever line they are written. */
function readType(type: string): Pick<Node, 'atoms' | 'members'> {
  const atoms = type === '' ? [] : splitOutside(type, '|')
  const arrays = atoms.filter((atom) => atom.startsWith('['))
  if (arrays.length !== 1) return { atoms, members: new Map() }
  const [array = ''] = arrays
  const end = array.lastIndexOf(']')
  const items = { name: '[]', isRequired: true, notes: new Map(), ...readType(array.slice(1, end)) }
  return {
    atoms: atoms.map((atom) => (atom === array ? `array${array.slice(end + 1)}` : atom)),
    members: new Map([['[]', items]]),
  }
}

/** Parts between separators that are in no string and no brackets. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let [depth, from, isString] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"') isString = !isString
    else if (isString && character === '\\') at++
    else if (!isString && '([{'.includes(character)) depth++
    else if (!isString && ')]}'.includes(character)) depth--
    // A part of a union is called `|1`.
    if (character !== separator || depth > 0 || isString || at === 0) continue
    parts.push(text.slice(from, at))
    from = at + 1
  }
  return [...parts, text.slice(from)]
}
