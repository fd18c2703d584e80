import type { ClickHouse } from '../../../store/clickhouse/index.ts'
import { kinds, type EntityKind } from '../../kinds/index.ts'
import type { ConditionCompiler } from '../compiler.ts'
import type { RowQuestion } from '../condition.ts'
import { requireColumns } from '../lacking-rows.ts'
import { visibleAt } from '../visibility.ts'

/** Rows within one cell of a grid of degrees. */
export interface CellCount {
  /** South-west corner. */
  latitude: number
  longitude: number
  count: number
}

export interface CellCounts {
  /** The most frequent first. */
  cells: CellCount[]
  /** Cells that hold a row, beyond those listed as well. */
  numCells: number
  /** Rows that have a place. */
  placed: number
}

export interface CellsRequest extends RowQuestion {
  /** Side of a cell, in degrees. The grid begins at the south pole and the antimeridian. */
  degrees: number
  /** Cells answered at most. */
  most: number
}

/** Counts the rows of a search by the cells of a grid, exactly. The ends of the scales belong to the last cells. */
export async function countCells(
  { engine, compiler }: { engine: ClickHouse; compiler: ConditionCompiler },
  entity: EntityKind,
  { condition, snapshot, signal, degrees, most }: CellsRequest,
): Promise<CellCounts> {
  requireColumns(entity, 'lat lon', snapshot.lacks)
  const { sql, params } = await compiler.compile(visibleAt(entity, condition, snapshot))
  const cellOf = (degreesFromStart: string, scale: number) =>
    `least(toInt32(floor(${degreesFromStart} / {degrees:Float64})), ${Math.ceil(scale / degrees) - 1})`
  const rows = await engine.query<{ south: number; west: number; n: string; cells: string; placed: string }>({
    tag: `cells-${entity}`,
    sql: `SELECT south, west, n, count() OVER () AS cells, sum(n) OVER () AS placed FROM (
        SELECT ${cellOf('(lat + 90)', 180)} AS south, ${cellOf('(lon + 180)', 360)} AS west, count() AS n
        FROM ${kinds[entity].table} WHERE ${sql} AND NOT isNaN(lat) AND NOT isNaN(lon) GROUP BY south, west)
      ORDER BY n DESC, south, west LIMIT {most:UInt32}`,
    params: { ...params, degrees, most },
    settings: { validate_polygons: 0 },
    ...(signal === undefined ? {} : { signal }),
  })
  return {
    cells: rows.map(({ south, west, n }) => ({
      latitude: south * degrees - 90,
      longitude: west * degrees - 180,
      count: Number(n),
    })),
    numCells: Number(rows[0]?.cells ?? 0),
    placed: Number(rows[0]?.placed ?? 0),
  }
}
