import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { typeKeys } from '../../formats/osm.ts'
import { excerpt, UnreadableFile, type SourceRow } from '../row.ts'
import { blobAt, checkHeader, readContent, type BlobAt } from './blobs.ts'
import {
  eachNode,
  holds,
  readBlock,
  listRelations,
  listWays,
  type Block,
  type Point,
  type Relation,
  type Sort,
  type Tags,
  type Way,
} from './block.ts'
import { findMiddle, Positions } from './positions.ts'

/** Elements without these keys are no places: streets, borders, the nodes that draw a way. */
const keys: ReadonlySet<string> = new Set([...typeKeys, 'place'])

/** Nodes whose positions are in memory at once, sixteen bytes each. For more, the nodes are read again. */
const maxPoints = 8_000_000
/** Ways of relations that are in memory at once, with the ids of their nodes. */
const maxWays = 40_000

/** Whether a file with this beginning is an extract of OpenStreetMap in its binary form. */
export const isOsmPbf = (head: Buffer): boolean => head.subarray(4, 15).toString('latin1') === '\n\tOSMHeader'

interface PbfOptions {
  onBytes?: ((bytes: number) => void) | undefined
  /** Tests set smaller limits. */
  atOnce?: number
}

/**
 * The places of an extract as features of GeoJSON: first nodes, then ways, placed in the middle of their nodes, then
 * relations, in the middle of their ways. Nodes are read twice again for these, so that memory does not grow with the
 * file. `line` is the number of the row.
 */
export async function* osmPbfRows(file: string, options: PbfOptions = {}): AsyncGenerator<SourceRow[]> {
  const handle = await open(file, 'r')
  try {
    yield* new Extract(handle, options).rows()
  } finally {
    await handle.close()
  }
}

/** Data that is read more than once must be in a file. */
export async function* osmPbfFromStream(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-osm-'))
  try {
    const file = join(folder, 'extract.osm.pbf')
    let failure: unknown
    // Data before the break of a compressed file is good.
    await pipeline(chunks, createWriteStream(file)).catch((error: unknown) => {
      if (!(error instanceof UnreadableFile)) throw error
      failure = error
    })
    try {
      yield* osmPbfRows(file)
    } catch (error) {
      throw failure ?? error
    }
    if (failure !== undefined) throw failure
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

class Extract {
  readonly #file: FileHandle
  readonly #options: PbfOptions
  readonly #atOnce: number
  /** Blocks that could be read, and their content. */
  readonly #blocks: { at: BlobAt; sorts: Set<Sort> }[] = []
  #failure: UnreadableFile | undefined
  #line = 0

  constructor(file: FileHandle, options: PbfOptions) {
    this.#file = file
    this.#options = options
    this.#atOnce = options.atOnce ?? maxPoints
  }

  async *rows(): AsyncGenerator<SourceRow[]> {
    yield* this.#nodes()
    yield* this.#ways()
    yield* this.#relations()
    if (this.#failure !== undefined) throw this.#failure
  }

  async *#nodes(): AsyncGenerator<SourceRow[]> {
    const read = (block: Block) => {
      const rows: SourceRow[] = []
      const see = (id: number, point: Point, tags: Tags | undefined) => {
        if (tags !== undefined) rows.push(this.#row({ type: 'node', id, tags }, [point]))
      }
      eachNode(block, see, keys)
      return rows
    }
    for await (const rows of this.#readable(this.#first(), read)) if (rows.length > 0) yield rows
  }

  /** The parts read from each block. Where the file breaks, earlier data is good, and the end says why. */
  async *#readable<Read>(blocks: AsyncIterable<Block>, read: (block: Block) => Read): AsyncGenerator<Read> {
    try {
      for await (const block of blocks) yield read(block)
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      this.#failure ??= error
    }
  }

  /** All blocks in their order, each remembered for reading again after it was read. */
  async *#first(): AsyncGenerator<Block> {
    let offset = 0
    for (let at = await blobAt(this.#file, 0); at !== undefined; at = await blobAt(this.#file, offset)) {
      if (at.type === 'OSMHeader') checkHeader(await readContent(this.#file, at))
      if (at.type === 'OSMData') {
        const block = readBlock(await readContent(this.#file, at))
        yield block
        const sorts = (['node', 'way', 'relation'] as const).filter((sort) => holds(block, sort))
        this.#blocks.push({ at, sorts: new Set(sorts) })
      }
      this.#options.onBytes?.(at.offset + at.bytes - offset)
      offset = at.offset + at.bytes
    }
  }

  async *#again(sort: Sort): AsyncGenerator<Block> {
    yield* this.#blocksAt(this.#placesOf(sort))
  }

  async *#blocksAt(places: readonly BlobAt[]): AsyncGenerator<Block> {
    for (const at of places) yield readBlock(await readContent(this.#file, at))
  }

  #placesOf(sort: Sort): BlobAt[] {
    return this.#blocks.flatMap(({ at, sorts }) => (sorts.has(sort) ? [at] : []))
  }

  /** As many blocks as nodes may be in memory. The ways themselves are read again, a block at a time. */
  async *#ways(): AsyncGenerator<SourceRow[]> {
    let [group, lists, count]: [BlobAt[], Float64Array[], number] = [[], [], 0]
    for (const at of this.#placesOf('way')) {
      const refs = (block: Block) =>
        Float64Array.from(
          listWays(block, keys)
            .filter(isUnplaced)
            .flatMap((way) => way.refs),
        )
      for await (const list of this.#readable(this.#blocksAt([at]), refs)) {
        group.push(at)
        lists.push(list)
        count += list.length
      }
      if (count < this.#atOnce) continue
      yield* this.#waysAt(group, lists)
      ;[group, lists, count] = [[], [], 0]
    }
    yield* this.#waysAt(group, lists)
  }

  async *#waysAt(blocks: readonly BlobAt[], lists: readonly Float64Array[]): AsyncGenerator<SourceRow[]> {
    const positions = await this.#positions(lists)
    const read = (block: Block) =>
      listWays(block, keys).map(({ id, tags, ...way }) =>
        this.#row({ type: 'way', id, tags }, listPoints(way, positions)),
      )
    for await (const rows of this.#readable(this.#blocksAt(blocks), read)) if (rows.length > 0) yield rows
  }

  async *#relations(): AsyncGenerator<SourceRow[]> {
    let [group, count]: [Relation[], number] = [[], 0]
    const blocks = this.#again('relation')
    for await (const relations of this.#readable(blocks, (block) => listRelations(block, keys))) {
      for (const relation of relations) {
        group.push(relation)
        count += relation.members.length
      }
      if (count < Math.min(maxWays, this.#atOnce)) continue
      yield await this.#placedRelations(group)
      ;[group, count] = [[], 0]
    }
    if (group.length > 0) yield await this.#placedRelations(group)
  }

  async #placedRelations(relations: readonly Relation[]): Promise<SourceRow[]> {
    const members = relations.flatMap((relation) => relation.members)
    const ofSort = (sort: Sort) => members.filter(({ type }) => type === sort).map(({ id }) => id)
    const ways = new Map<number, Omit<Way, 'id' | 'tags'> | undefined>(
      ofSort('way').map((id) => [id, undefined]),
    )
    for await (const own of this.#readable(this.#again('way'), (block) => listWays(block, ways)))
      for (const { id, refs, points } of own) ways.set(id, { refs, points })
    const loaded = [...ways.values()].filter((way) => way !== undefined)
    const lists = [ofSort('node'), ...loaded.filter(isUnplaced).map(({ refs }) => refs)]
    const positions = await this.#positions(lists)
    return relations.map(({ id, tags, members: own }) => {
      const points = own.flatMap((member) => {
        const way = member.type === 'way' ? ways.get(member.id) : undefined
        const point = member.type === 'node' ? positions.of(member.id) : undefined
        return way === undefined ? (point ?? []) : listPoints(way, positions)
      })
      return this.#row({ type: 'relation', id, tags }, points)
    })
  }

  async #positions(lists: readonly ArrayLike<number>[]): Promise<Positions> {
    const count = lists.reduce((sum, { length }) => sum + length, 0)
    const positions = new Positions(lists, count)
    if (count > 0)
      for await (const block of this.#again('node')) eachNode(block, (id, point) => positions.see(id, point))
    return positions
  }

  #row({ type, id, tags }: { type: Sort; id: number; tags: Tags }, points: readonly Point[]): SourceRow {
    const line = ++this.#line
    const name = `${type}/${id}`
    const coordinates = findMiddle(points)
    if (coordinates === undefined) {
      const error = `${name} has no place: ${type === 'way' ? 'none of its nodes is' : 'none of its ways and nodes are'} in the file`
      return { line, error, text: excerpt(JSON.stringify({ id: name, tags })) }
    }
    const bytes = Object.entries(tags).reduce((sum, [key, value]) => sum + key.length + value.length + 6, 100)
    return {
      line,
      bytes,
      value: { type: 'Feature', id: name, properties: tags, geometry: { type: 'Point', coordinates } },
    }
  }
}

const isUnplaced = ({ points }: Pick<Way, 'points'>): boolean => points.length === 0

const listPoints = ({ refs, points }: Pick<Way, 'refs' | 'points'>, positions: Positions): Point[] =>
  points.length > 0 ? points : refs.flatMap((ref) => positions.of(ref) ?? [])
