import { boundingBoxes, milesToKm } from '../../../lib/geo.ts'
import type { ClickHouse } from '../../../store/clickhouse/index.ts'
import { kinds, type EntityKind } from '../../kinds/index.ts'
import { metroAreas } from '../../reference/index.ts'
import type { ConditionCompiler } from '../compiler.ts'
import type { RowQuestion } from '../condition.ts'
import { requireColumns } from '../lacking-rows.ts'
import { visibleAt } from '../visibility.ts'

/** Rows within a metro area. */
export interface AreaCount {
  slug: string
  count: number
}

/** Degrees of the cells by which places and areas are brought together. */
const cell = (latitude: number, longitude: number) =>
  Math.floor(latitude + 90) * 360 + ((Math.floor(longitude) + 540) % 360)

interface Circles {
  slugs: string[]
  cells: number[]
  lats: number[]
  lons: number[]
  kms: number[]
}

let circles: Circles | undefined

/** The metro areas that are circles, each once for every cell of a degree that it may reach into. */
function listCircles(): Circles {
  if (circles !== undefined) return circles
  const all: Circles = { slugs: [], cells: [], lats: [], lons: [], kms: [] }
  for (const { slug, outline } of metroAreas()) {
    if (outline.type !== 'circle') continue
    const { latitude, longitude } = outline
    const km = milesToKm(outline.radiusMiles)
    const reached = new Set<number>()
    for (const box of boundingBoxes({ latitude, longitude }, km))
      for (let south = Math.floor(box.minLatitude); south <= box.maxLatitude; south++)
        for (let west = Math.floor(box.minLongitude); west <= box.maxLongitude; west++)
          reached.add(cell(south, west))
    for (const each of reached) {
      all.slugs.push(slug)
      all.cells.push(each)
      all.lats.push(latitude)
      all.lons.push(longitude)
      all.kms.push(km)
    }
  }
  return (circles = all)
}

/**
 * Counts the rows of a search within each metro area that is a circle, exactly as `preset-region` finds them; the most
 * frequent first. Areas overlap, so a row may count for several. Equal places are compared once.
 */
export async function countAreas(
  { engine, compiler }: { engine: ClickHouse; compiler: ConditionCompiler },
  entity: EntityKind,
  { condition, snapshot, signal }: RowQuestion,
): Promise<AreaCount[]> {
  const { sql, params } = await compiler.compile(visibleAt(entity, condition, snapshot))
  requireColumns(entity, 'lat lon', snapshot.lacks)
  const { slugs, cells, lats, lons, kms } = listCircles()
  const half = (one: string, other: string) => `pow(sin((radians(${one}) - radians(${other})) / 2), 2)`
  const chord = `${half('lat', 'area.3')} + cos(radians(area.3)) * cos(radians(lat)) * ${half('lon', 'area.4')}`
  const join = engine.topology.kind === 'cluster' ? 'GLOBAL INNER JOIN' : 'INNER JOIN'
  const rows = await engine.query<{ slug: string; n: string }>({
    tag: `areas-${entity}`,
    sql: `SELECT area.1 AS slug, sum(n) AS n
      FROM (SELECT lat, lon, count() AS n,
          toUInt32(floor(lat + 90) * 360 + (toInt32(floor(lon)) + 540) % 360) AS cell
        FROM ${kinds[entity].table} WHERE ${sql} AND NOT isNaN(lat) AND NOT isNaN(lon) GROUP BY lat, lon) AS points
      ${join} (SELECT area, area.2 AS cell FROM (SELECT arrayJoin(arrayZip({slugs:Array(String)},
          {cells:Array(UInt32)}, {lats:Array(Float64)}, {lons:Array(Float64)}, {kms:Array(Float64)})) AS area)) AS areas
        ON points.cell = areas.cell
      WHERE 2 * 6371.0088 * asin(sqrt(least(1, ${chord}))) <= area.5
      GROUP BY slug ORDER BY n DESC, slug`,
    params: { ...params, slugs, cells, lats, lons, kms },
    settings: { validate_polygons: 0 },
    ...(signal === undefined ? {} : { signal }),
  })
  return rows.map(({ slug, n }) => ({ slug, count: Number(n) }))
}
