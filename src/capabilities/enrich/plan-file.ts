import type { NetworkHosts } from '../../lib/network-url.ts'
import {
  asideNote,
  openListRows,
  type GivenRow,
  type ListSource,
  type TableOptions,
} from '../../corpus/tables/index.ts'
import type { FindRows } from './find-rows.ts'
import { countFindable } from './list-price.ts'
import { defaultMembers, whyNoMember, type ListKind } from './members.ts'
import { namedColumns, recogniseList, UnclearList, type UsedColumn } from './recognise.ts'
import { readFormat, type OutputFormat } from './row-lines.ts'
import { readHeader, understandList, type UnderstoodList } from './understand-list.ts'

/** Options for a file. */
export interface FileOrder {
  file: string
  /** Undefined: the only kind the list can be. */
  as: ListKind | undefined
  /** `domain`, or `domain=Website`; empty: columns recognised beyond doubt. */
  by: readonly string[]
  /** Paths of members; undefined: the default ones. */
  members: readonly string[] | undefined
  header: 'first' | 'none' | undefined
  /** Undefined: the format of the file. */
  format: OutputFormat | undefined
}

/** A file after its first reading, with the plan for looking up its rows. */
export interface FilePlan {
  file: string
  kind: ListKind
  list: UnderstoodList
  used: UsedColumn[]
  members: readonly string[]
  format: OutputFormat
  notes: string[]
  /** Options of the first reading, so that the second one is equal. */
  reading: TableOptions
}

/** Reads a whole file in bounded memory and plans the look-up of its rows. Throws UnreadableList and UnclearList. */
export async function planFile(
  order: FileOrder,
  { network, onBytes }: { network: NetworkHosts; onBytes?: (bytes: number) => void },
): Promise<FilePlan> {
  const { file, header } = order
  const source: ListSource = onBytes === undefined ? { file } : { file, onBytes }
  const keepsTyped = (order.format ?? 'xlsx') === 'xlsx'
  const reading = { network, named: namedColumns(order.by), header, keepsTyped }
  const list = await understandList(source, reading)
  const { kind, used, notes } = recogniseList(list.columns, order)
  const members = order.members ?? defaultMembers[kind]
  const wrong = members.flatMap((path) => whyNoMember(kind, path) ?? [])
  if (wrong.length > 0) throw new UnclearList(wrong.join(' '))
  const format = order.format ?? readFormat(list)
  const allNotes = [...list.notes, ...asideNote(list.columns), ...notes]
  return { file, kind, list, used, members, format, notes: allNotes, reading }
}

/** Rows of a planned file without its header, in parts. */
export async function* rowsOfPlan({ file, reading }: FilePlan): AsyncGenerator<GivenRow[]> {
  const { rows } = await openListRows({ file }, reading)
  yield* rows
}

/** How rows of a planned file are looked up. */
export function findOptions({ kind, list, used, members }: FilePlan, signal: AbortSignal): FindRows {
  return { kind, used, members, width: list.width, header: readHeader(list), signal }
}

/** Rows with something to look up: the most that can match. */
export async function countFindableRows(plan: FilePlan, signal: AbortSignal): Promise<number> {
  let count = 0
  for await (const part of rowsOfPlan(plan)) {
    signal.throwIfAborted()
    count += countFindable(part, plan)
  }
  return count
}
