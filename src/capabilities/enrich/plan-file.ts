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
import { formatOf, type OutputFormat } from './row-lines.ts'
import { headerOf, understandList, type UnderstoodList } from './understand-list.ts'

/** What is asked of a file. */
export interface FileOrder {
  file: string
  /** Undefined: what the list can be alone. */
  as: ListKind | undefined
  /** `domain`, or `domain=Website`; none: whatever is recognised beyond doubt. */
  by: readonly string[]
  /** Paths of members; undefined: what most lists want. */
  members: readonly string[] | undefined
  header: 'first' | 'none' | undefined
  /** Undefined: as the file is. */
  format: OutputFormat | undefined
}

/** A file that was read once, and how its rows are to be looked up. */
export interface FilePlan {
  file: string
  kind: ListKind
  list: UnderstoodList
  used: UsedColumn[]
  members: readonly string[]
  format: OutputFormat
  notes: string[]
  /** How the file was read, so that it is read alike again. */
  reading: TableOptions
}

/** Reads a file to its end, in bounded memory, and says how its rows would be looked up. Throws UnreadableList and UnclearList. */
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
  const format = order.format ?? formatOf(list)
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
  return { kind, used, members, width: list.width, header: headerOf(list), signal }
}

/** Rows that say something to be found by: the most that can match. */
export async function countFindableOf(plan: FilePlan, signal: AbortSignal): Promise<number> {
  let count = 0
  for await (const part of rowsOfPlan(plan)) {
    signal.throwIfAborted()
    count += countFindable(part, plan)
  }
  return count
}
