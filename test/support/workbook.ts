import { crc32, deflateRawSync } from 'node:zlib'

interface Entry {
  name: string
  content: string | Buffer
  /** A size that is not the content's. */
  declared?: number
}

/** A zip archive, as honest as its entries. */
export function zipOf(entries: readonly Entry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, declared } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const tail = Buffer.alloc(22)
    tail.writeUInt16LE(20, 0)
    tail.writeUInt16LE(8, 4)
    tail.writeUInt32LE(crc32(bytes), 10)
    tail.writeUInt32LE(packed.length, 14)
    tail.writeUInt32LE(declared ?? bytes.length, 18)
    const sizes = Buffer.alloc(4)
    sizes.writeUInt16LE(name.length, 0)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), tail, sizes, Buffer.from(name), packed])
    const places = Buffer.alloc(18)
    places.writeUInt16LE(name.length, 0)
    places.writeUInt32LE(offset, 14)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), tail, places, Buffer.from(name)]))
    files.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(
    directory.reduce((sum, part) => sum + part.length, 0),
    12,
  )
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, ...directory, end])
}

const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Parts of a workbook with one sheet of these cells, in the form of sheet XML. */
export function workbookParts(sheetData: string): Entry[] {
  return [
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${namespace} xmlns:r="${relations}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet ${namespace}><sheetData>${sheetData}</sheetData></worksheet>`,
    },
  ]
}

/** A workbook of texts and numbers. */
export function workbookOf(rows: readonly (readonly (string | number | null)[])[]): Buffer {
  const cell = (value: string | number, reference: string) =>
    typeof value === 'number'
      ? `<c r="${reference}"><v>${value}</v></c>`
      : `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`
  const xml = rows.map((cells, row) => {
    const inner = cells.map((value, column) =>
      value === null ? '' : cell(value, `${String.fromCharCode(65 + column)}${row + 1}`),
    )
    return `<row r="${row + 1}">${inner.join('')}</row>`
  })
  return zipOf(workbookParts(xml.join('')))
}
