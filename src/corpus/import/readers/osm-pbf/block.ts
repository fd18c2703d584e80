import { bytesIn, damaged, numbersIn, readMessage, sumsIn, type Message } from './messages.ts'

export type Tags = Record<string, string>
export type Sort = 'node' | 'way' | 'relation'

/** Degrees times ten million, as OpenStreetMap keeps them. */
export interface Point {
  lat: number
  lon: number
}
export interface Way {
  id: number
  tags: Tags
  /** Ids of its nodes. */
  refs: number[]
  /** Where they are, when the file says it with the way. */
  points: Point[]
}
export interface Relation {
  id: number
  tags: Tags
  members: { type: Sort; id: number; role: string }[]
}

/** A block of elements whose groups are not read yet. */
export interface Block {
  strings: string[]
  groups: { sort: Sort | 'dense'; bytes: Uint8Array }[]
  lat: (value: number) => number
  lon: (value: number) => number
}

const sorts: readonly Sort[] = ['node', 'way', 'relation']
const groupSorts = [undefined, 'node', 'dense', 'way', 'relation'] as const

export function readBlock(content: Uint8Array): Block {
  const message = readMessage(content, blockField, {
    strings: [] as string[],
    groups: [] as Block['groups'],
    granularity: 100,
    lat: 0,
    lon: 0,
  })
  const { strings, groups, granularity } = message
  const placed = (offset: number) => (value: number) => Math.round((offset + granularity * value) / 100)
  return { strings, groups, lat: placed(message.lat), lon: placed(message.lon) }
}

interface ReadBlock {
  strings: string[]
  groups: Block['groups']
  granularity: number
  lat: number
  lon: number
}

function blockField(tag: number, into: ReadBlock, message: Message): void {
  if (tag === 1) readMessage(bytesIn(message), stringField, into.strings)
  else if (tag === 2) readMessage(bytesIn(message), groupField, into.groups)
  else if (tag === 17) into.granularity = message.readVarint(true)
  else if (tag === 19) into.lat = message.readVarint(true)
  else if (tag === 20) into.lon = message.readVarint(true)
}

function stringField(tag: number, into: string[], message: Message): void {
  if (tag === 1) into.push(Buffer.from(bytesIn(message)).toString('utf8'))
}

function groupField(tag: number, into: Block['groups'], message: Message): void {
  const sort = groupSorts[tag]
  if (sort !== undefined) into.push({ sort, bytes: bytesIn(message) })
}

/** Whether a block has elements of a sort. */
export const holds = ({ groups }: Block, sort: Sort): boolean =>
  groups.some((group) => group.sort === sort || (sort === 'node' && group.sort === 'dense'))

/** Every node; its tags when one of the keys is among them. */
export function eachNode(
  block: Block,
  see: (id: number, point: Point, tags: Tags | undefined) => void,
  keys?: ReadonlySet<string>,
): void {
  for (const { sort, bytes } of block.groups) {
    if (sort === 'dense') eachDense(block, bytes, { see, keys })
    if (sort !== 'node') continue
    const node = readMessage(bytes, elementField, blank())
    const { lat, lon } = { lat: block.lat(node.lat), lon: block.lon(node.lon) }
    // The one sort whose id is written with a sign.
    see(signed(node.id), { lat, lon }, keys && readTags(block, node.keys, { values: node.values, keys }))
  }
}

const signed = (id: number): number => (id % 2 === 1 ? (id + 1) / -2 : id / 2)

interface SeeNodes {
  see: (id: number, point: Point, tags: Tags | undefined) => void
  keys: ReadonlySet<string> | undefined
}

function eachDense(block: Block, bytes: Uint8Array, { see, keys }: SeeNodes): void {
  const dense = readMessage(bytes, denseField, {
    ids: [] as number[],
    lats: [] as number[],
    lons: [] as number[],
    texts: [] as number[],
  })
  const { ids, lats, lons, texts } = dense
  if (lats.length !== ids.length || lons.length !== ids.length)
    throw damaged('nodes without their coordinates')
  let next = 0
  for (const [index, id] of ids.entries()) {
    const of: { keys: number[]; values: number[] } = { keys: [], values: [] }
    if (keys !== undefined)
      for (; next < texts.length && texts[next] !== 0; next += 2) {
        of.keys.push(texts[next] as number)
        of.values.push(texts[next + 1] as number)
      }
    next++
    const point = { lat: block.lat(lats[index] as number), lon: block.lon(lons[index] as number) }
    see(id, point, keys && readTags(block, of.keys, { values: of.values, keys }))
  }
}

interface Dense {
  ids: number[]
  lats: number[]
  lons: number[]
  texts: number[]
}

function denseField(tag: number, into: Dense, message: Message): void {
  if (tag === 1) into.ids = sumsIn(message)
  else if (tag === 8) into.lats = sumsIn(message)
  else if (tag === 9) into.lons = sumsIn(message)
  else if (tag === 10) into.texts = numbersIn(message, plain)
}

/** The ways with one of the keys, or those of some ids. */
export function listWays(block: Block, wanted: ReadonlySet<string> | ReadonlyMap<number, unknown>): Way[] {
  return listElements(block, 'way', wanted).map(({ element, tags }) => {
    const { id, refs, lats, lons } = element
    const points = lats.map((lat, index) => ({
      lat: block.lat(lat),
      lon: block.lon(lons[index] ?? Number.NaN),
    }))
    return { id, tags, refs, points }
  })
}

export function listRelations(block: Block, keys: ReadonlySet<string>): Relation[] {
  return listElements(block, 'relation', keys).map(({ element, tags }) => {
    const members = element.lats.map((id, index) => {
      const type = sorts[element.types[index] ?? -1]
      if (type === undefined) throw damaged('a member without a type')
      return { type, id, role: textAt(block, element.refs[index] ?? -1) }
    })
    return { id: element.id, tags, members }
  })
}

function listElements(
  block: Block,
  of: Sort,
  wanted: ReadonlySet<string> | ReadonlyMap<number, unknown>,
): { element: Element; tags: Tags }[] {
  return block.groups.flatMap(({ sort, bytes }) => {
    if (sort !== of) return []
    const element = readMessage(bytes, of === 'way' ? wayField : relationField, blank())
    if (wanted instanceof Map) return wanted.has(element.id) ? [{ element, tags: {} }] : []
    const keys = wanted as ReadonlySet<string>
    const tags = readTags(block, element.keys, { values: element.values, keys })
    return tags === undefined ? [] : [{ element, tags }]
  })
}

interface Element {
  id: number
  keys: number[]
  values: number[]
  lat: number
  lon: number
  refs: number[]
  lats: number[]
  lons: number[]
  types: number[]
}
const blank = (): Element => ({
  id: 0,
  keys: [],
  values: [],
  lat: 0,
  lon: 0,
  refs: [],
  lats: [],
  lons: [],
  types: [],
})
const plain = (message: Message): number => message.readVarint()

function elementField(tag: number, into: Element, message: Message): void {
  if (tag === 1) into.id = message.readVarint()
  else if (tag === 2) into.keys = numbersIn(message, plain)
  else if (tag === 3) into.values = numbersIn(message, plain)
  else if (tag === 8) into.lat = message.readSVarint()
  else if (tag === 9) into.lon = message.readSVarint()
}

function wayField(tag: number, into: Element, message: Message): void {
  if (tag < 8) elementField(tag, into, message)
  else if (tag === 8) into.refs = sumsIn(message)
  else if (tag === 9) into.lats = sumsIn(message)
  else if (tag === 10) into.lons = sumsIn(message)
}

/** Roles, ids and types of its members. */
function relationField(tag: number, into: Element, message: Message): void {
  if (tag < 8) elementField(tag, into, message)
  else if (tag === 8) into.refs = numbersIn(message, plain)
  else if (tag === 9) into.lats = sumsIn(message)
  else if (tag === 10) into.types = numbersIn(message, plain)
}

/** Tags among which one of the keys is; undefined for others. */
function readTags(
  block: Block,
  of: readonly number[],
  { values, keys }: { values: readonly number[]; keys: ReadonlySet<string> },
): Tags | undefined {
  if (!of.some((key) => keys.has(textAt(block, key)))) return undefined
  return Object.fromEntries(of.map((key, index) => [textAt(block, key), textAt(block, values[index] ?? -1)]))
}

function textAt({ strings }: Block, index: number): string {
  const text = strings[index]
  if (text === undefined) throw damaged('a text that is not in its block')
  return text
}
