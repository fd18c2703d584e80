import { geoArea, geoCentroid, geoEqualEarth, geoPath, type GeoPermissibleObjects } from 'd3-geo'
import { iso31661 } from 'iso-3166'
import { feature } from 'topojson-client'
import type { Plugin } from 'vite'
import atlas from 'world-atlas/countries-110m.json' with { type: 'json' }

const name = 'virtual:world'
const inner = `\0${name}`
const size = { width: 940, height: 440 }

/** Shapes of countries by alpha-3 code, drawn in Equal Earth when the pages are built: browsers load paths and no projection. */
export const world = (): Plugin => ({
  name,
  resolveId: (id) => (id === name ? inner : undefined),
  load: (id) => (id === inner ? `export default ${JSON.stringify(drawWorld())}` : undefined),
})

interface Land {
  type: 'Feature'
  id?: string | number
  properties: { name: string }
  geometry: { type: 'Polygon' | 'MultiPolygon'; coordinates: never[] }
}

function drawWorld() {
  const topology = atlas as unknown as Parameters<typeof feature>[0]
  const all = feature(topology, topology.objects['countries'] as never) as unknown as { features: Land[] }
  const lands = all.features.filter(({ properties }) => properties.name !== 'Antarctica')
  const land = { type: 'FeatureCollection', features: lands } as unknown as GeoPermissibleObjects
  const projection = geoEqualEarth().fitSize([size.width, size.height], land)
  const path = geoPath(projection).digits(1)
  const codes = new Map(iso31661.map(({ numeric, alpha3 }) => [numeric, alpha3]))
  return {
    ...size,
    scale: projection.scale(),
    translate: projection.translate(),
    lands: lands.map((land) => {
      const [x = 0, y = 0] = projection(geoCentroid(largestPart(land))) ?? []
      return {
        code: codes.get(String(land.id ?? '')) ?? null,
        shape: path(land as unknown as GeoPermissibleObjects) ?? '',
        x: Math.round(x),
        y: Math.round(y),
      }
    }),
  }
}

/** Where a number stands: islands and overseas parts would draw it away. */
function largestPart({ geometry }: Land): GeoPermissibleObjects {
  if (geometry.type === 'Polygon') return geometry as GeoPermissibleObjects
  const parts = geometry.coordinates.map(
    (coordinates) => ({ type: 'Polygon', coordinates }) as GeoPermissibleObjects,
  )
  return parts.reduce((most, part) => (geoArea(part) > geoArea(most) ? part : most))
}
