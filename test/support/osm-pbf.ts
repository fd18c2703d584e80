import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'

interface Writer {
  writeVarintField(tag: number, value: number): void
  writeSVarintField(tag: number, value: number): void
  writePackedVarint(tag: number, values: readonly number[]): void
  writePackedSVarint(tag: number, values: readonly number[]): void
  writeBytesField(tag: number, bytes: Uint8Array): void
  writeStringField(tag: number, text: string): void
  finish(): Uint8Array
}
const Pbf = createRequire(import.meta.url)('pbf') as new () => Writer

type Tags = Record<string, string>
/** Elements of one block of an extract. */
export interface OsmBlock {
  nodes?: { id: number; lat: number; lon: number; tags?: Tags }[]
  /** Written each for itself, or together, as nearly all programs do. */
  dense?: { id: number; lat: number; lon: number; tags?: Tags }[]
  ways?: { id: number; refs: number[]; tags?: Tags; points?: [lat: number, lon: number][] }[]
  relations?: { id: number; members: [type: 0 | 1 | 2, id: number][]; tags?: Tags }[]
  /** Units of coordinates in billionths of a degree, and where they count from. */
  granularity?: number
  offset?: { lat: number; lon: number }
}

const message = (write: (writer: Writer) => void): Uint8Array => {
  const writer = new Pbf()
  write(writer)
  return writer.finish()
}
const differences = (values: readonly number[]) =>
  values.map((value, index) => value - (values[index - 1] ?? 0))

/** A blob as it stands in the file. `field`: 1 as it is, 3 by zlib. */
export function osmBlob(type: string, content: Uint8Array, field = 3): Buffer {
  const data = field === 3 ? deflateSync(content) : content
  const blob = message((writer) => {
    writer.writeVarintField(2, content.length)
    writer.writeBytesField(field, data)
  })
  const header = message((writer) => {
    writer.writeStringField(1, type)
    writer.writeVarintField(3, blob.length)
  })
  const size = Buffer.alloc(4)
  size.writeUInt32BE(header.length)
  return Buffer.concat([size, header, blob])
}

export const osmHeader = (...features: string[]): Buffer =>
  osmBlob(
    'OSMHeader',
    message((writer) => {
      for (const feature of features) writer.writeStringField(4, feature)
      writer.writeStringField(16, 'a test')
    }),
  )

/** An extract of OpenStreetMap in its binary form. */
export const osmPbf = (...blocks: OsmBlock[]): Buffer =>
  Buffer.concat([osmHeader('OsmSchema-V0.6', 'DenseNodes'), ...blocks.map((block) => osmData(block))])

export function osmData(block: OsmBlock, field = 3): Buffer {
  return osmBlob('OSMData', osmContent(block), field)
}

function osmContent({ granularity = 100, offset = { lat: 0, lon: 0 }, ...block }: OsmBlock): Uint8Array {
  const strings = ['']
  const text = (value: string) => {
    const index = strings.indexOf(value)
    return index < 0 ? strings.push(value) - 1 : index
  }
  const lats = (lat: number) => Math.round((lat * 1e9 - offset.lat) / granularity)
  const lons = (lon: number) => Math.round((lon * 1e9 - offset.lon) / granularity)
  const tagged = (writer: Writer, tags: Tags = {}) => {
    writer.writePackedVarint(2, Object.keys(tags).map(text))
    writer.writePackedVarint(3, Object.values(tags).map(text))
  }
  const group = (write: (writer: Writer) => void) => message(write)
  const groups: Uint8Array[] = []
  const { nodes = [], dense = [], ways = [], relations = [] } = block
  const each = <Element>(tag: number, elements: Element[], write: (writer: Writer, of: Element) => void) => {
    if (elements.length > 0)
      groups.push(
        group((to) =>
          elements.forEach((of) =>
            to.writeBytesField(
              tag,
              message((writer) => write(writer, of)),
            ),
          ),
        ),
      )
  }
  each(1, nodes, (writer, { id, lat, lon, tags }) => {
    writer.writeSVarintField(1, id)
    tagged(writer, tags)
    writer.writeSVarintField(8, lats(lat))
    writer.writeSVarintField(9, lons(lon))
  })
  each(2, dense.length === 0 ? [] : [dense], (writer, all) => {
    writer.writePackedSVarint(1, differences(all.map(({ id }) => id)))
    writer.writePackedSVarint(8, differences(all.map(({ lat }) => lats(lat))))
    writer.writePackedSVarint(9, differences(all.map(({ lon }) => lons(lon))))
    const texts = all.flatMap(({ tags = {} }) => [...Object.entries(tags).flat().map(text), 0])
    if (texts.some((index) => index > 0)) writer.writePackedVarint(10, texts)
  })
  each(3, ways, (writer, { id, refs, tags, points = [] }) => {
    writer.writeVarintField(1, id)
    tagged(writer, tags)
    writer.writePackedSVarint(8, differences(refs))
    writer.writePackedSVarint(9, differences(points.map(([lat]) => lats(lat))))
    writer.writePackedSVarint(10, differences(points.map(([, lon]) => lons(lon))))
  })
  each(4, relations, (writer, { id, members, tags }) => {
    writer.writeVarintField(1, id)
    tagged(writer, tags)
    writer.writePackedVarint(
      8,
      members.map(() => text('outer')),
    )
    writer.writePackedSVarint(9, differences(members.map(([, member]) => member)))
    writer.writePackedVarint(
      10,
      members.map(([type]) => type),
    )
  })
  return message((writer) => {
    writer.writeBytesField(
      1,
      message((table) => {
        for (const each of strings) table.writeBytesField(1, Buffer.from(each))
      }),
    )
    for (const each of groups) writer.writeBytesField(2, each)
    writer.writeVarintField(17, granularity)
    writer.writeVarintField(19, offset.lat)
    writer.writeVarintField(20, offset.lon)
  })
}
