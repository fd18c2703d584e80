import { z } from 'zod'
import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import {
  toMember,
  memberColumns,
  memberShape,
  withVersions,
  type ListMember,
  type MemberRow,
} from './member-rows.ts'

/** What a member did between two versions. `returned`: a member before the first of them, but not in it. */
export type Movement = 'joined' | 'returned' | 'left' | 'stayed'

export const movements: readonly Movement[] = ['joined', 'returned', 'left', 'stayed']

/** Where a page of a difference ended: departures come first, then the members of the later version. */
export const movementPosition = z.object({ leftIn: z.int().nullable(), number: z.int() })
export type MovementPosition = z.infer<typeof movementPosition>

export interface MovedMember<M extends string = string> extends ListMember<M> {
  movement: Movement
  position: MovementPosition
}

export interface Difference {
  list: number
  kind: string
  from: { version: number; lastNumber: number }
  to: { version: number; lastNumber: number }
  /** Whether nothing has changed since `to`, as far as was known. */
  isNow: boolean
  movements: readonly Movement[]
}

type MovedRow = MemberRow & { movement: Movement; leftIn: number | null }

const movedRow = rowShape<MovedRow>({
  ...memberShape,
  movement: column.text(),
  leftIn: nullable(column.int()),
})

const toMovedMember = ({ leftIn, ...row }: MovedRow): MovedMember => ({
  ...toMember(row),
  position: { leftIn: row.movement === 'left' ? leftIn : null, number: row.number },
})

/** A page of what members did between two versions, each once. */
export async function selectDifference(
  on: Queryable,
  difference: Difference,
  { after, most }: { after?: MovementPosition | undefined; most: number },
): Promise<MovedMember[]> {
  const isAmongDepartures = after === undefined || after.leftIn !== null
  const left =
    isAmongDepartures && difference.movements.includes('left')
      ? await selectDepartures(on, difference, { after, most })
      : []
  if (left.length === most) return left.map(toMovedMember)
  const rest = { after: isAmongDepartures ? 0 : after.number, most: most - left.length }
  return [...left, ...(await selectPresent(on, difference, rest))].map(toMovedMember)
}

/** Members of `from` that left, and were not back in `to`; by the index of departures. */
async function selectDepartures(
  on: Queryable,
  { list, kind, from, to }: Difference,
  { after, most }: { after: MovementPosition | undefined; most: number },
): Promise<MovedRow[]> {
  const { leftIn, number } = after ?? { leftIn: 0, number: 0 }
  return on.query(sql.rows(movedRow)`
    SELECT ${memberColumns}, 'left' AS movement, m.left_in AS "leftIn" FROM (
      SELECT * FROM list_members m
      WHERE list = ${list} AND kind = ${kind} AND left_in > ${from.version} AND left_in <= ${to.version}
        AND joined_in <= ${from.version} AND (left_in, number) > (${leftIn}, ${number})
        AND (
          SELECT 1 FROM list_members o
          WHERE o.name = m.name AND o.joined_in <= ${to.version} AND (o.left_in IS NULL OR o.left_in > ${to.version})
        ) IS NULL
      ORDER BY left_in, number LIMIT ${most}
    ) m ${withVersions} ORDER BY m.left_in, m.number`)
}

/**
 * Members of `to`. Versions give out growing numbers, so those who were in `from` without a break lie before its last
 * number, arrivals after.
 */
async function selectPresent(
  on: Queryable,
  difference: Difference,
  { after, most }: { after: number; most: number },
): Promise<MovedRow[]> {
  const { list, kind, from, to, isNow, movements } = difference
  const nextMovements = movements.filter((movement) => movement !== 'left')
  if (nextMovements.length === 0) return []
  const low = nextMovements.includes('stayed') ? after : Math.max(after, from.lastNumber)
  // Between neighbouring versions no member can have left and come back, so arrivals need no check of their other stays.
  const areNeighbours = to.version === from.version + 1
  const hasArrivals = nextMovements.length > 1 || nextMovements[0] !== 'stayed' || !areNeighbours
  const high = hasArrivals ? to.lastNumber : Math.min(from.lastNumber, to.lastNumber)
  const isAsked = areNeighbours
    ? isAskedNext(nextMovements, from.lastNumber)
    : sql`e.movement = ANY(${nextMovements}::text[])`
  const read = (isThere: ReturnType<typeof sql>) =>
    on.query(sql.rows(movedRow)`
      SELECT ${memberColumns}, m.movement, m.left_in AS "leftIn" FROM (
        SELECT * FROM (
          SELECT c.*, CASE
            WHEN c.number <= ${from.lastNumber} THEN 'stayed' WHEN NOT c.is_return THEN 'joined'
            WHEN ${areNeighbours} THEN 'returned'
            ELSE (
              SELECT CASE WHEN count(*) = 0 THEN 'joined'
                WHEN bool_or(o.left_in IS NULL OR o.left_in > ${from.version}) THEN 'stayed' ELSE 'returned' END
              FROM list_members o
              WHERE o.name = c.name AND o.joined_in <= ${from.version}
            ) END AS movement
          FROM list_members c
          WHERE c.list = ${list} AND c.kind = ${kind} AND c.number > ${low} AND c.number <= ${high} AND ${isThere}
        ) e WHERE ${isAsked}
        ORDER BY e.number LIMIT ${most}
      ) m ${withVersions} ORDER BY m.number`)
  // Uses the index of current members, without reading earlier ones; empty when `to` is no longer the current version.
  const rows = isNow
    ? await read(
        sql`c.left_in IS NULL AND (SELECT version FROM lists WHERE number = ${list}) = ${to.version}`,
      )
    : []
  // COALESCE keeps it off the index of departures: a page would sort all there were since.
  return rows.length > 0 ? rows : read(sql`COALESCE(c.left_in, ${Number.MAX_SAFE_INTEGER}) > ${to.version}`)
}

/**
 * The same as the movement, between neighbours, by columns: the planner knows how many have them. Of a computed movement it
 * expects so few that it would read and sort all there are for each page.
 */
function isAskedNext(nextMovements: readonly Movement[], lastNumber: number) {
  if (!nextMovements.includes('returned')) return sql`(e.number <= ${lastNumber} OR NOT e.is_return)`
  return nextMovements.includes('joined') ? sql`true` : sql`(e.number <= ${lastNumber} OR e.is_return)`
}
