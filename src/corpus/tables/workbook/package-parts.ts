import { posix } from 'node:path'
import { partName } from '../guard-archive.ts'
import { UnreadableList } from '../table.ts'
import { findAttribute, decoded, readXml, xmlText } from './read-xml.ts'

export type Parts = ReadonlyMap<string, Uint8Array>

export interface SheetPart {
  name: string
  isHidden: boolean
  /** Its part; undefined for a sheet that has none. */
  xml: Uint8Array | undefined
  relations: ReadonlyMap<string, Relation>
}

/** What a workbook says of itself. */
export interface WorkbookParts {
  sheets: SheetPart[]
  /** Its days are counted from 1904. */
  epoch1904: boolean
  sharedStrings: Uint8Array | undefined
  styles: Uint8Array | undefined
}

interface Relation {
  kind: string
  /** A part, or an address outside. */
  target: string
}

/** Reads what sheets a workbook has. Throws UnreadableList, which names what else an archive is. */
export function workbookParts(parts: Parts): WorkbookParts {
  const place = workbookPlace(parts)
  if (place === undefined) throw new UnreadableList(whatElse([...parts.keys()]))
  const relations = readRelations(parts, place)
  const sheets: SheetPart[] = []
  let epoch1904 = false
  readXml(xmlText(parts.get(place)!), {
    open(name, attributes) {
      if (name === 'workbookPr')
        epoch1904 = /^(?:1|true|on)$/i.test(findAttribute(attributes(), 'date1904') ?? '')
      if (name !== 'sheet') return
      const own = attributes()
      const relation = relations.get(own['r:id'] ?? findAttribute(own, 'id') ?? '')
      // Charts and macros have sheets of their own.
      if (relation !== undefined && !relation.kind.endsWith('/worksheet')) return
      const target = relation?.target ?? ''
      sheets.push({
        name: decoded(own['name'] ?? ''),
        isHidden: /^(?:very)?hidden$/i.test(own['state'] ?? ''),
        xml: parts.get(target),
        relations: readRelations(parts, target),
      })
    },
  })
  const findPart = (kind: string) => {
    const relation = [...relations.values()].find((one) => one.kind.endsWith(kind))
    return relation === undefined ? undefined : parts.get(relation.target)
  }
  return { sheets, epoch1904, sharedStrings: findPart('/sharedStrings'), styles: findPart('/styles') }
}

function workbookPlace(parts: Parts): string | undefined {
  for (const { kind, target } of readRelations(parts, '').values())
    if (
      kind.endsWith('/officeDocument') &&
      parts.has(target) &&
      target.includes('workbook') &&
      target.endsWith('.xml')
    )
      return target
  return [...parts.keys()].find((name) => /(?:^|\/)workbook\.xml$/.test(name))
}

/** What a part refers to, by id. */
function readRelations(parts: Parts, part: string): Map<string, Relation> {
  const relations = new Map<string, Relation>()
  const folder = posix.dirname(part)
  const xml = parts.get(posix.join(folder, '_rels', `${posix.basename(part)}.rels`))
  if (xml === undefined) return relations
  readXml(xmlText(xml), {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const { Id = '', Type = '', Target = '', TargetMode } = attributes()
      const isOutside = TargetMode?.toLowerCase() === 'external'
      const inside = partName(
        Target.startsWith('/') ? Target : posix.join(folder, Target.replaceAll('\\', '/')),
      )
      relations.set(Id, { kind: Type, target: isOutside ? decoded(Target) : inside })
    },
  })
  return relations
}

/** What an archive is that is not a workbook, and what to do with it. */
function whatElse(names: readonly string[]): string {
  if (names.includes('xl/workbook.bin'))
    return 'The file is a binary Excel workbook (.xlsb). Save it as .xlsx.'
  if (names.some((name) => name.startsWith('word/')))
    return 'The file is a Word document. Save its table as .xlsx or .csv.'
  if (names.some((name) => name.startsWith('index/') && name.endsWith('.iwa')))
    return 'The file is a Numbers document. Export it as .xlsx or .csv.'
  if (names.includes('content.xml'))
    return 'The file is an OpenDocument spreadsheet (.ods). Save it as .xlsx or .csv.'
  const inner = names.filter((name) => !name.endsWith('/') && !name.startsWith('__macosx/')).slice(0, 3)
  const quoted = inner.map((name) => JSON.stringify(name.slice(0, 80))).join(', ')
  return `The file is a ZIP archive and no .xlsx file${inner.length === 0 ? '' : `; it holds ${quoted}`}. Unpack it, and give what is inside.`
}
