import type { GeoBox } from './geo.ts'

/**
 * The earth in nested grids, so that places are found by lists of equal cells: a grid of level k has 2^k columns of
 * longitude and 2^k rows of latitude. Cells at the equator are 626 × 313 km, 157 × 78, 39 × 20 and 9.8 × 4.9.
 */
export const cellLevels = [6, 8, 10, 12] as const

/** Most cells of a cover: with more, the lists are longer than what they leave out. */
const mostCells = 64

/** The cell of each level that a point is in, `level/number`. Empty without coordinates (NaN). */
export function cellsOf(latitude: number, longitude: number): string[] {
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) return []
  return cellLevels.map((level) => cellName(level, columnOf(level, longitude), rowOf(level, latitude)))
}

/**
 * Cells of one level that together hold every point of the boxes, of the finest level with few enough; undefined for
 * boxes that are too large for any.
 */
export function cellsCovering(boxes: readonly GeoBox[]): string[] | undefined {
  const level = cellLevels.findLast((each) => sum(boxes.map((box) => countIn(each, box))) <= mostCells)
  if (level === undefined) return undefined
  const cells = new Set<string>()
  for (const box of boxes) {
    const last = columnOf(level, box.maxLongitude)
    const north = rowOf(level, box.maxLatitude)
    for (let row = rowOf(level, box.minLatitude); row <= north; row++) {
      for (let column = columnOf(level, box.minLongitude); column <= last; column++) {
        cells.add(cellName(level, column, row))
      }
    }
  }
  return [...cells]
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

function countIn(level: number, box: GeoBox): number {
  const columns = columnOf(level, box.maxLongitude) - columnOf(level, box.minLongitude) + 1
  return columns * (rowOf(level, box.maxLatitude) - rowOf(level, box.minLatitude) + 1)
}

const cellName = (level: number, column: number, row: number) =>
  `${level}/${(row * 2 ** level + column).toString(36)}`

const columnOf = (level: number, longitude: number) => place(level, (longitude + 180) / 360)
const rowOf = (level: number, latitude: number) => place(level, (latitude + 90) / 180)

/** The last cell takes the end of the scale too. */
function place(level: number, share: number): number {
  const count = 2 ** level
  return Math.max(0, Math.min(count - 1, Math.floor(share * count)))
}
