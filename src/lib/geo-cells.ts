import type { GeoBox } from './geo.ts'
import type { GeoRegion } from './geo-region.ts'

/**
 * The earth in nested grids, so that places are found by lists of equal cells. A grid of level k has 2^k columns of
 * longitude and 2^k rows of latitude. Cells at the equator are 626 × 313 km, 157 × 78, 39 × 20 and 9.8 × 4.9.
 */
export const cellLevels = [6, 8, 10, 12] as const

/** Grids that a cover passes through on its way to the cells: each splits a cell of the one before in sixteen. */
const gridLevels = [2, 4, ...cellLevels] as const

/** The cell of each level that a point is in, `level/number`. Empty without coordinates (NaN). */
export function listCells(latitude: number, longitude: number): string[] {
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) return []
  return cellLevels.map((level) =>
    cellName({ level, column: toColumn(level, longitude), row: toRow(level, latitude) }),
  )
}

/** Cells of several levels, none within another, that together hold every point of a region. */
export interface CellCover {
  /** Every point of these cells is in the region. */
  inside: string[]
  /** Points of these cells may or may not be in it. */
  edge: string[]
}

/** The finest cover within a number of cells; undefined for regions that are too large for any. */
export function cellCover(region: GeoRegion, most: number): CellCover | undefined {
  let cover: Split = { inside: [], edge: [{ cell: { level: 0, column: 0, row: 0 }, region }] }
  for (const level of gridLevels) {
    const room = level < cellLevels[0] ? Infinity : most - cover.inside.length
    const next = split(cover.edge, level, room)
    if (next === undefined) return level === cellLevels[0] ? undefined : named(cover)
    cover = { inside: [...cover.inside, ...next.inside], edge: next.edge }
  }
  return named(cover)
}

interface Cell {
  level: number
  column: number
  row: number
}

/** A cell that the region's border may cross, and the part of the region that matters there. */
interface Edge {
  cell: Cell
  region: GeoRegion
}

interface Split {
  inside: Cell[]
  edge: Edge[]
}

/** Stops as soon as there are too many cells: a wild polygon has thousands, each compared with its edges. */
function split(edges: readonly Edge[], level: number, room: number): Split | undefined {
  const inside: Cell[] = []
  const edge: Edge[] = []
  for (const { cell, region } of edges) {
    for (const part of listParts(cell, level)) {
      const lie = region.at(toBox(part))
      if (lie === 'outside') continue
      if (lie !== 'inside') edge.push({ cell: part, region: lie })
      else if (isOutermost(part)) edge.push({ cell: part, region })
      else inside.push(...(level < cellLevels[0] ? listParts(part, cellLevels[0]) : [part]))
      if (inside.length + edge.length > room) return undefined
    }
  }
  return { inside, edge }
}

/** These cells also take unchecked coordinates beyond the ends of the scales, so they must be tested. */
const isOutermost = ({ level, column, row }: Cell) =>
  [0, 2 ** level - 1].some((end) => column === end || row === end)

/** Cells of a finer level within a cell. */
function listParts({ level, column, row }: Cell, finer: number): Cell[] {
  const across = 2 ** (finer - level)
  return Array.from({ length: across * across }, (_, index) => ({
    level: finer,
    column: column * across + (index % across),
    row: row * across + Math.floor(index / across),
  }))
}

function toBox({ level, column, row }: Cell): GeoBox {
  const [width, height] = [360 / 2 ** level, 180 / 2 ** level]
  return {
    minLatitude: row * height - 90,
    maxLatitude: (row + 1) * height - 90,
    minLongitude: column * width - 180,
    maxLongitude: (column + 1) * width - 180,
  }
}

const named = ({ inside, edge }: Split): CellCover => ({
  inside: inside.map(cellName),
  edge: edge.map(({ cell }) => cellName(cell)),
})

const cellName = ({ level, column, row }: Cell) => `${level}/${(row * 2 ** level + column).toString(36)}`

const toColumn = (level: number, longitude: number) => place(level, (longitude + 180) / 360)
const toRow = (level: number, latitude: number) => place(level, (latitude + 90) / 180)

/** The last cell includes the end of the scale. */
function place(level: number, share: number): number {
  const count = 2 ** level
  return Math.max(0, Math.min(count - 1, Math.floor(share * count)))
}
