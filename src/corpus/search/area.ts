import { cellCover } from '../../lib/geo-cells.ts'
import type { GeoRegion } from '../../lib/geo-region.ts'
import { and, hasAny, not, or, type Bind, type Condition } from './condition.ts'

/** A part of the earth, and whether the point (`lat`, `lon`) is in it, as SQL. */
export interface Area {
  region: GeoRegion
  /** Decides exactly, for every point. */
  holds(bind: Bind): string
  /** A cheaper test that every point of the area passes. Only areas without cells need it. */
  around?(bind: Bind): string
}

/** The point compared with areas: that of the row, or of any of its offices. */
export type Placed = 'row' | 'office'

/**
 * Cells for an area that is the only one of its search. A city of 40 km needs 125; 256 cost the engine little more
 * than 64.
 */
const maxCells = 256
/** Cells for an area among a hundred others. Each cell's name is a value of the statement, 15 bytes long. */
const minCells = 32

/**
 * Rows within any of some areas. Posting lists give the rows in the cells that cover the areas. Rows in cells wholly
 * inside an area need no further test, and a count reads no coordinates for them: for 100,000 of 3,000,000 rows that
 * saves three quarters of the work. Only rows in cells on a border are tested. `among` says how many areas the whole
 * search has; `enough` caps the cells unless even the largest ones are more.
 */
export function withinAreas(
  areas: readonly Area[],
  of: Placed,
  { among, enough = maxCells }: { among: number; enough?: number } = { among: areas.length },
): Condition {
  const most = Math.max(minCells, Math.min(maxCells, Math.floor((4 * maxCells) / among)))
  const inside: string[] = []
  const edge: string[] = []
  const tested: Condition[] = []
  const uncovered: Condition[] = []
  for (const area of areas) {
    const few = enough < most ? cellCover(area.region, enough) : undefined
    const cover = few ?? cellCover(area.region, most)
    if (cover === undefined) {
      uncovered.push(test(of, (bind) => `(${area.around?.(bind) ?? '1'} AND ${area.holds(bind)})`))
      continue
    }
    inside.push(...cover.inside)
    edge.push(...cover.edge)
    if (cover.edge.length > 0) tested.push(test(of, (bind) => area.holds(bind)))
  }
  const listed = inCells(of, inside)
  const bordering = and([inCells(of, edge), or(tested)])
  // The cells of all areas form a condition of their own, because within an OR the engine would test every row.
  const condition = and([inCells(of, [...inside, ...edge]), or([listed, ...tested])])
  if (uncovered.length > 0) return or([condition, ...uncovered])
  if (inside.length === 0 || tested.length === 0) return or([listed, bordering])
  // A point is in exactly one cell of the cover of one area; offices, and several areas, may be in more.
  const isApart = of === 'row' && areas.length === 1
  const rest = isApart ? bordering : and([not(listed), bordering])
  return { kind: 'split', whole: condition, parts: [listed, rest] }
}

const inCells = (of: Placed, cells: readonly string[]) =>
  hasAny(
    'facets',
    cells.map((cell) => `${of === 'row' ? 'cell' : 'ocell'}:${cell}`),
  )

const test = (of: Placed, holds: (bind: Bind) => string): Condition => ({
  kind: 'sql',
  text: (bind) =>
    of === 'row' ? holds(bind) : `arrayExists((lat, lon) -> ${holds(bind)}, office_lats, office_lons)`,
})
