import type { Interface, Node } from './interface-model.ts'

/** A change of the interface, in a sentence. */
export interface Change {
  isBreaking: boolean
  text: string
}

/** Whether clients send it or read it: what is too narrow for the one is too wide for the other. */
type Direction = 'sent' | 'read'

interface Site {
  path: string
  direction: Direction
}

/**
 * What changed between two interfaces. Breaking: what a client of the old one may send is refused or costs more, and what it
 * may rely on reading is not there or is of a kind it does not know. New values of an enumeration that is read are not:
 * clients are told to expect them.
 */
export function compareInterfaces(before: Interface, after: Interface): Change[] {
  const comparison = new Comparison(before, after)
  for (const [id, old] of before.operations) {
    const now = after.operations.get(id)
    if (now === undefined) comparison.tell(true, `operation ${id} was removed`)
    else comparison.compareOperation(id, old, now)
  }
  for (const id of after.operations.keys())
    if (!before.operations.has(id)) comparison.tell(false, `operation ${id} is new`)
  for (const [key, old] of before.events) {
    const now = after.events.get(key)
    if (now === undefined) comparison.tell(true, `event ${key} was removed`)
    else comparison.compareMembers({ path: `event ${key}`, direction: 'read' }, old, now)
  }
  for (const key of after.events.keys())
    if (!before.events.has(key)) comparison.tell(false, `event ${key} is new`)
  return comparison.changes
}

type Operation = Interface['operations'] extends Map<string, infer V> ? V : never

class Comparison {
  readonly changes: Change[] = []
  readonly #before: Interface
  readonly #after: Interface
  /** Schemas that were compared: many operations name the same. */
  readonly #done = new Set<string>()

  constructor(before: Interface, after: Interface) {
    this.#before = before
    this.#after = after
  }

  tell(isBreaking: boolean, text: string): void {
    this.changes.push({ isBreaking, text })
  }

  compareOperation(id: string, old: Operation, now: Operation): void {
    const [was, is] = [old, now].map(({ words }) => readWords(words)) as [Words, Words]
    if (was.route !== is.route) this.tell(true, `operation ${id} moved from ${was.route} to ${is.route}`)
    if (was.access !== is.access)
      this.tell(is.access === 'key', `operation ${id} is ${is.access} instead of ${was.access}`)
    if (was.limit !== is.limit)
      this.tell(
        rateOf(is.limit) < rateOf(was.limit) || maxOf(is.limit) < maxOf(was.limit),
        `limit of ${id} is ${is.limit || 'none'} instead of ${was.limit || 'none'}`,
      )
    for (const unit of new Set([...was.prices.keys(), ...is.prices.keys()])) {
      const [from, to] = [was.prices.get(unit) ?? 0, is.prices.get(unit) ?? 0]
      if (from !== to) this.tell(to > from, `price ${unit} of ${id} is ${to} instead of ${from}`)
    }
    for (const [name, node] of old.node.members) {
      const isRead = name === 'response' || name.startsWith('response:')
      const site: Site = { path: `${id} ${name}`, direction: isRead ? 'read' : 'sent' }
      const other = now.node.members.get(name)
      if (other === undefined) this.tell(true, `${site.path} was removed`)
      else this.#compareNode(site, node, other)
    }
    for (const [name, node] of now.node.members)
      if (!old.node.members.has(name)) this.#tellNew({ path: `${id} ${name}`, direction: 'sent' }, node)
  }

  compareMembers(site: Site, old: Node, now: Node): void {
    const isPart = (name: string) => /^(\[\]|\{\}|[|&]\d)/.test(name)
    for (const [name, member] of old.members) {
      const at = { ...site, path: isPart(name) ? `${site.path}${name}` : `${site.path}.${name}` }
      const other = now.members.get(name)
      if (other === undefined) this.tell(true, `${at.path} was removed`)
      else this.#compareNode(at, member, other)
    }
    for (const [name, member] of now.members)
      if (!old.members.has(name)) this.#tellNew({ ...site, path: `${site.path}.${name}` }, member)
  }

  #tellNew({ path, direction }: Site, node: Node): void {
    const isDemanded = direction === 'sent' && node.isRequired && !node.notes.has('=')
    this.tell(isDemanded, isDemanded ? `${path} is new and has to be sent` : `${path} is new`)
  }

  #compareNode(site: Site, before: Node, after: Node): void {
    const [old, now] = [resolve(before, this.#before), resolve(after, this.#after)]
    if (old.isRequired !== now.isRequired) {
      if (site.direction === 'sent')
        this.tell(
          now.isRequired && !now.notes.has('='),
          `${site.path} ${now.isRequired ? 'has to be sent' : 'may be left out'}`,
        )
      else this.tell(!now.isRequired, `${site.path} ${now.isRequired ? 'is always there' : 'may be missing'}`)
    }
    // Of a schema the members are compared where it is named first.
    const name = old.schema ?? now.schema
    const key = `${site.direction} ${old.schema ?? ''} ${now.schema ?? ''}`
    if (name !== undefined && this.#done.has(key)) return
    if (name !== undefined) this.#done.add(key)
    const at = name === undefined ? site : { ...site, path: `${name} (${site.direction} by ${site.path})` }
    this.#compareTypes(at, old, now)
    this.#compareNotes(at, old, now)
    this.compareMembers(at, old, now)
    for (const atom of old.atoms) {
      const [was, is] = [this.#before.schemas.get(atom), this.#after.schemas.get(atom)]
      if (was !== undefined && is !== undefined && now.atoms.includes(atom))
        this.#compareNode(
          { ...at, path: atom },
          { ...was, atoms: [atom], members: new Map() },
          { ...is, atoms: [atom], members: new Map() },
        )
    }
  }

  #compareTypes({ path, direction }: Site, old: Resolved, now: Resolved): void {
    for (const atom of old.atoms) {
      const rest = now.atoms.some((other) => covers(other, atom))
      if (rest) continue
      if (direction === 'sent') this.tell(true, `${path} may be ${atom} no more (now ${write(now)})`)
      else this.tell(false, `${path} is never ${atom} any more`)
    }
    for (const atom of now.atoms) {
      if (old.atoms.some((other) => covers(other, atom))) continue
      // A value more of an enumeration, or a wider range: clients that read are told to expect it.
      const isSameKind = old.atoms.some((other) => kindOf(other) === kindOf(atom))
      if (direction === 'sent') this.tell(false, `${path} may be ${atom}`)
      else this.tell(!isSameKind, `${path} may be ${atom} (was ${write(old)})`)
    }
  }

  #compareNotes({ path, direction }: Site, old: Resolved, now: Resolved): void {
    for (const word of ['=', 'matches', 'not', 'deprecated']) {
      const [from, to] = [old.notes.get(word), now.notes.get(word)]
      if (from === to) continue
      const isNarrower = direction === 'sent' && (word === 'matches' || word === 'not') && to !== undefined
      // What is left out means something else.
      const isOtherDefault = direction === 'sent' && word === '=' && from !== undefined
      this.tell(
        isNarrower || isOtherDefault,
        `${path}: ${word === '=' ? 'default' : word} ${to ?? 'none'} instead of ${from ?? 'none'}`,
      )
    }
  }
}

/** A node with what the one schema it names says. */
interface Resolved extends Node {
  schema: string | undefined
}

function resolve(node: Node, { schemas }: Interface): Resolved {
  const names = node.atoms.filter((atom) => schemas.has(atom))
  const [name] = names
  const target = name === undefined ? undefined : schemas.get(name)
  if (names.length !== 1 || target === undefined || node.members.size > 0)
    return { ...node, atoms: typed(node), schema: undefined }
  const beside = node.atoms.filter((atom) => atom !== name)
  const notes = new Map([...target.notes, ...node.notes])
  return { ...node, notes, atoms: [...typed(target), ...beside], members: target.members, schema: name }
}

/** A node that has members and no type is an object. */
const typed = ({ atoms, members }: Node) => (atoms.length === 0 && members.size > 0 ? ['object'] : atoms)

const write = ({ atoms }: Node) =>
  atoms.length > 12 ? `one of ${atoms.length}` : atoms.join('|') || 'anything'

const kindOf = (atom: string) =>
  atom.startsWith('"')
    ? 'string'
    : /^-?\d/.test(atom)
      ? 'number'
      : /^(true|false)$/.test(atom)
        ? 'boolean'
        : atom.replace(/\(.*$/s, '')

/** Whether everything the second may be is among what the first may be. */
function covers(wide: string, narrow: string): boolean {
  if (wide === narrow) return true
  const [outer, inner] = [readAtom(wide), readAtom(narrow)]
  const isKind = outer.kind === inner.kind || (outer.kind === 'number' && inner.kind === 'integer')
  const isOneValue = kindOf(wide) === wide && kindOf(narrow) === wide && wide !== narrow
  if (!isKind && !isOneValue) return false
  return (
    outer.low <= inner.low &&
    outer.high >= inner.high &&
    (outer.format === '' || outer.format === inner.format)
  )
}

interface Atom {
  kind: string
  low: number
  high: number
  format: string
}

function readAtom(atom: string): Atom {
  const [, kind = atom, inside = ''] = /^(\[.*\]|\w+)(?:\(([^()]*)\))?$/s.exec(atom) ?? []
  const words = inside.split(',').filter(Boolean)
  const range = words.find((word) => word.includes('..'))
  const [low = '', high = ''] = range?.replace('>', '').split('..') ?? []
  return {
    kind,
    low: low === '' ? -Infinity : Number(low),
    high: high === '' ? Infinity : Number(high),
    format: words.find((word) => !word.includes('..')) ?? '',
  }
}

interface Words {
  route: string
  access: string
  limit: string
  /** Credits a unit. */
  prices: Map<string, number>
}

function readWords([method = '', path = '', access = '', ...rest]: string[]): Words {
  const pairs = rest.filter((word) => word.includes('=')).map((word) => word.split('=') as [string, string])
  const named = new Map(pairs)
  const isPrice = ([key]: [string, string]) => key !== 'limit' && key !== 'price'
  return {
    route: `${method} ${path}`,
    access,
    limit: named.get('limit') ?? '',
    prices: new Map(pairs.filter(isPrice).map(([key, credits]) => [key, Number(credits)])),
  }
}

const maxOf = (limit: string) => (limit === '' ? Infinity : Number(limit.split('/')[0]))

/** Requests a second. */
function rateOf(limit: string): number {
  const [max = '', window = ''] = limit.split('/')
  return limit === '' ? Infinity : Number(max) / Number.parseFloat(window)
}
