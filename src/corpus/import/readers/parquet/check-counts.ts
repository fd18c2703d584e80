import type { AsyncBuffer, ColumnChunk, ColumnMetaData, FileMetaData, PageHeader } from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'

/** An impossible claim of a file about itself. The importing person sees the message. */
class Unbelievable extends Error {
  override readonly name = 'Unbelievable'
}

/** Values that a few bytes may stand for, since a repeated value takes next to none. */
const fewValues = 100_000
/** Further values for each byte: tables of records repeat themselves less. */
const valuesPerByte = 1_000
/** A page is decoded as a whole. Writers make pages of one megabyte. */
const maxPageBytes = 128 * 1024 * 1024
const maxLevels = 64
const maxColumns = 10_000

/**
 * Compares what a file declares with its bytes before memory is taken for it: the rows of each group, the values of
 * each column and page, and the size each page unpacks to. Throws Unbelievable.
 */
export async function checkCounts(file: AsyncBuffer, metadata: FileMetaData): Promise<void> {
  checkSchema(metadata)
  const repeated = repeatedColumns(metadata)
  for (const [index, { num_rows, columns }] of metadata.row_groups.entries()) {
    const rows = Number(num_rows)
    const bytes = columns.reduce((sum, { meta_data }) => sum + measureSize(meta_data, file), 0)
    believe(rows, bytes, `row group ${index + 1} declares ${count(rows)} rows`)
    for (const column of columns) await checkColumn(file, column, { rows, repeated })
  }
}

const count = (number: number) => number.toLocaleString('en')

function believe(values: number, bytes: number, what: string): void {
  if (values < 0 || values > fewValues + bytes * valuesPerByte)
    throw new Unbelievable(`${what}, which its ${count(bytes)} bytes cannot hold`)
}

/** Bytes of a column, as far as the file has them. */
function measureSize(column: ColumnMetaData | undefined, { byteLength }: AsyncBuffer): number {
  return Math.max(0, Math.min(Number(column?.total_compressed_size ?? 0), byteLength))
}

function checkSchema({ schema }: FileMetaData): void {
  if (schema.length > maxColumns) throw new Unbelievable(`it has ${count(schema.length)} columns`)
  const left: number[] = []
  for (const { num_children = 0 } of schema) {
    if (left.length > maxLevels)
      throw new Unbelievable(`its columns are nested deeper than ${maxLevels} levels`)
    if (left.length > 0) left[left.length - 1]! -= 1
    if (num_children > 0) left.push(num_children)
    while (left.length > 0 && left.at(-1)! <= 0) left.pop()
  }
}

/** Columns in which a row may have many values, by their path. */
function repeatedColumns({ schema }: FileMetaData): Set<string> {
  const encodings = new Set<string>()
  const open: { left: number; path: string; isRepeated: boolean }[] = []
  for (const [index, { name, num_children = 0, repetition_type }] of schema.entries()) {
    const parent = open.at(-1)
    const path = index === 0 ? '' : (parent?.path ?? '') + `/${name}`
    const isRepeated = repetition_type === 'REPEATED' || parent?.isRepeated === true
    if (parent !== undefined) parent.left -= 1
    if (num_children > 0) open.push({ left: num_children, path, isRepeated })
    else if (isRepeated) encodings.add(path)
    while (open.length > 0 && open.at(-1)!.left <= 0) open.pop()
  }
  return encodings
}

async function checkColumn(
  file: AsyncBuffer,
  { meta_data: column }: ColumnChunk,
  { rows, repeated }: { rows: number; repeated: ReadonlySet<string> },
): Promise<void> {
  if (column === undefined) return
  const name = column.path_in_schema.join('.').slice(0, 100)
  const values = Number(column.num_values)
  const isFlat = !repeated.has(`/${column.path_in_schema.join('/')}`)
  if (isFlat && values > rows)
    throw new Unbelievable(`the column ${name} declares ${count(values)} values for ${count(rows)} rows`)
  const bytes = measureSize(column, file)
  believe(values, bytes, `the column ${name} declares ${count(values)} values`)
  const start = Number(column.dictionary_page_offset ?? 0n) || Number(column.data_page_offset)
  const from = Math.min(start, Number(column.data_page_offset))
  if (from < 0 || from + bytes > file.byteLength)
    throw new Unbelievable(`the column ${name} reaches beyond its end`)
  await checkPages(file, { name, values, from, to: from + bytes })
}

interface Pages {
  name: string
  values: number
  from: number
  to: number
}

async function checkPages(file: AsyncBuffer, { name, values, from, to }: Pages): Promise<void> {
  let valueCount = 0
  for (let offset = from; offset < to && valueCount < values;) {
    const { header, length } = await headerAt(file, offset, to)
    const { compressed_page_size: packed, uncompressed_page_size: unpacked } = header
    const page = `a page of the column ${name}`
    if (!(packed >= 0) || offset + length + packed > to)
      throw new Unbelievable(`${page} reaches beyond its end`)
    if (!(unpacked >= 0) || unpacked > maxPageBytes)
      throw new Unbelievable(
        `${page} declares ${count(unpacked)} bytes; at most ${count(maxPageBytes)} are read`,
      )
    const dictionaryValues = header.dictionary_page_header?.num_values ?? 0
    // A flag takes a bit, everything else more.
    if (dictionaryValues < 0 || dictionaryValues > unpacked * 8)
      throw new Unbelievable(`${page} declares ${count(dictionaryValues)} values in ${count(unpacked)} bytes`)
    valueCount += header.data_page_header?.num_values ?? header.data_page_header_v2?.num_values ?? 0
    if (valueCount > values)
      throw new Unbelievable(`pages of the column ${name} declare more than its ${count(values)} values`)
    offset += length + packed
  }
}

/** Headers are some bytes long. Headers with minima and maxima of long texts are longer. */
const headerBytes = [1_024, 64 * 1024, 4 * 1024 * 1024]

async function headerAt(
  file: AsyncBuffer,
  offset: number,
  to: number,
): Promise<{ header: PageHeader; length: number }> {
  let failure: unknown
  for (const bytes of headerBytes) {
    const end = Math.min(offset + bytes, to)
    const reader = { view: new DataView(await file.slice(offset, end)), offset: 0 }
    try {
      const header = parquetHeader(reader)
      return { header, length: reader.offset }
    } catch (error) {
      failure = error
      if (end === to) break
    }
  }
  throw failure
}
