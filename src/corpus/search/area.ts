import { cellCover } from '../../lib/geo-cells.ts'
import type { GeoRegion } from '../../lib/geo-region.ts'
import { and, hasAny, not, or, type Bind, type Condition } from './condition.ts'

/** A part of the earth, and whether the point (`lat`, `lon`) is in it, as SQL. */
export interface Area {
  region: GeoRegion
  /** Right for every point. */
  holds(bind: Bind): string
  /** A cheaper test that nothing of the area fails, for areas that no cells find. */
  around?(bind: Bind): string
}

/** What is held against areas: the place of a row, or any of its offices. */
export type Placed = 'row' | 'office'

/** Most cells of an area that is asked for alone: a city of 40 km needs 125, and 256 cost the engine little more than 64. */
const maxCells = 256
/** And of one among a hundred: their names are values of the statement, 15 bytes each. */
const minCells = 32

/**
 * Within any of some areas. Rows are found by the cells that cover these, from posting lists; those of cells wholly
 * inside one need nothing else, and where they are counted no coordinates are read for them: for 100,000 of 3,000,000
 * rows that is three quarters of the work. Only cells on a border are tested. `among`: how many areas the whole search
 * has; `enough`: no more cells, unless the largest there are would not do.
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
  // The cells of all areas are a condition of their own: within an OR the engine would test every row there is.
  const condition = and([inCells(of, [...inside, ...edge]), or([listed, ...tested])])
  if (uncovered.length > 0) return or([condition, ...uncovered])
  if (inside.length === 0 || tested.length === 0) return or([listed, bordering])
  // One place is in one cell of the cover of one area; offices, and several areas, may be in more.
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
