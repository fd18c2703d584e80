import type { JsonRows } from '../readers/json-answer.ts'
import type { JoinedTable, RowSelector } from '../readers/select-rows.ts'
import { isPlainObject, MappingError, readMembers, type MappingPath } from './scope.ts'

/**
 * The sections of a mapping that say where the rows are: `member` of an archive, `rows` of a document (`data.items`, `*`,
 * `.`, `/List/Item`), `fields` where rows are lists, `columns` in place of `rows`, and the tables to `join`.
 */
export function readSelector(members: Record<string, unknown>): RowSelector | undefined {
  const member = readText(members['member'], ['member'])
  const paths = readRowPaths(members, [])
  const join = readJoin(members['join'], paths)
  const selector: RowSelector = {
    ...paths,
    ...(member === undefined ? {} : { member }),
    ...(join === undefined ? {} : { join }),
  }
  return Object.keys(selector).length === 0 ? undefined : selector
}

const rowsForm = /^(?:[\w-]+|\*)(?:\.(?:[\w-]+|\*))*$|^\.$|^(?:\/(?:[\w.-]+|\*))+$/

/** Where the rows of a document are, of the main table or of a joined one. */
function readRowPaths(members: Record<string, unknown>, mappingPath: MappingPath): JsonRows {
  const read = (name: string, form: RegExp) => readPath(members[name], form, [...mappingPath, name])
  const rows = read('rows', rowsForm)
  const fields = read('fields', plainPath)
  const columns = read('columns', plainPath)
  const keyAs = readText(members['key_as'], [...mappingPath, 'key_as'])
  if (columns !== undefined && rows !== undefined)
    throw new MappingError('expected either `rows` or `columns`', [...mappingPath, 'columns'])
  for (const [name, value] of Object.entries({ fields, key_as: keyAs }))
    if (value !== undefined && (rows === undefined || rows.startsWith('/')))
      throw new MappingError('expected `rows` of JSON beside it', [...mappingPath, name])
  return {
    ...(rows === undefined ? {} : { rows }),
    ...(fields === undefined ? {} : { fields }),
    ...(columns === undefined ? {} : { columns }),
    ...(keyAs === undefined ? {} : { keyAs }),
  }
}

const plainPath = /^[\w-]+(?:\.[\w-]+)*$/

function readPath(path: unknown, form: RegExp, mappingPath: MappingPath): string | undefined {
  if (path === undefined) return undefined
  if (typeof path === 'string' && form.test(path)) return path
  const further =
    form === rowsForm ? '; `*` for all entries, `.` for the whole document, or `/List/Item` of XML' : ''
  throw new MappingError(`expected names of members, joined by full stops${further}`, mappingPath)
}

function readText(text: unknown, mappingPath: MappingPath): string | undefined {
  if (text === undefined) return undefined
  if (typeof text === 'string' && text.trim() !== '') return text
  throw new MappingError('expected a name or a pattern such as `*.csv`', mappingPath)
}

/** `join: { offering: { member: OFFERING.tsv, key: ACCESSIONNUMBER, many: false } }`; without `member` the table itself. */
function readJoin(join: unknown, main: JsonRows): Record<string, JoinedTable> | undefined {
  if (join === undefined) return undefined
  if (!isPlainObject(join) || Object.keys(join).length === 0)
    throw new MappingError('expected a map of tables', ['join'])
  return Object.fromEntries(
    Object.entries(join).map(([name, table]) => [name, readJoinedTable(table, main, ['join', name])]),
  )
}

function readJoinedTable(table: unknown, main: JsonRows, mappingPath: MappingPath): JoinedTable {
  const members = readMembers(table, mappingPath, [
    'member',
    'rows',
    'fields',
    'columns',
    'key_as',
    'key',
    'on',
    'many',
    'keep',
  ])
  const member = readText(members['member'], [...mappingPath, 'member'])
  const key = readText(members['key'], [...mappingPath, 'key'])
  if (key === undefined) throw new MappingError('expected `key`', mappingPath)
  const on = readTexts(members['on'], [...mappingPath, 'on'])
  if (member === undefined && on === undefined)
    throw new MappingError('expected `member`, or `on` where the table is joined with itself', mappingPath)
  const { many = true } = members
  if (typeof many !== 'boolean') throw new MappingError('expected true or false', [...mappingPath, 'many'])
  const keep = readTexts(members['keep'], [...mappingPath, 'keep'])
  return {
    ...(member === undefined ? { where: main } : { member, where: readRowPaths(members, mappingPath) }),
    key,
    on: on ?? [key],
    isMany: many,
    ...(keep === undefined ? {} : { keep }),
  }
}

/** One text, or a list of them. */
function readTexts(texts: unknown, mappingPath: MappingPath): string[] | undefined {
  if (texts === undefined) return undefined
  if (!Array.isArray(texts)) return [readText(texts, mappingPath) as string]
  if (texts.length === 0) throw new MappingError('expected one name or more', mappingPath)
  return texts.map((text, index) => readText(text ?? '', [...mappingPath, index]) as string)
}
