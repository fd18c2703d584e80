import { withHalfTurns, type GeoPoint } from '../../lib/geo.ts'
import { ringRegion, type RingVertex as Vertex } from '../../lib/geo-region.ts'
import type { Area } from './area.ts'
import type { Bind } from './condition.ts'

/** A ring that goes round the earth more often is no area anybody means, and each turn is a test of its own. */
export const maxTurns = 4

/** How often the ring goes round the earth, at most. */
export function countTurns(vertices: readonly GeoPoint[]): number {
  const xs = unrolled(withHalfTurns(vertices)).map(({ x }) => x)
  return (Math.max(...xs) - Math.min(...xs)) / 360
}

/**
 * Inside a polygon by the even-odd rule; edges are straight in degrees. An edge over more than 180 degrees of
 * longitude crosses the antimeridian, and one from -180 to 180 goes round the earth. The ring is unrolled instead of
 * cut: rows are moved by whole turns to where it lies.
 */
export function insidePolygon(vertices: readonly GeoPoint[]): Area {
  const ring = overPoles(unrolled(withHalfTurns(vertices)))
  const xs = ring.map(({ x }) => x)
  const [west, east] = [Math.min(...xs), Math.max(...xs)]
  const test = ring.length <= maxSpeltCorners ? speltTest : bandTest
  const turns: number[] = []
  for (let turn = Math.ceil((west - 180) / 360); turn <= Math.floor((east + 180) / 360); turn++)
    turns.push(turn)
  return {
    region: ringRegion(ring, turns),
    holds: (bind) =>
      `(${turns.map((turn) => test(bind, ring, turn === 0 ? 'lon' : `(lon + ${360 * turn})`)).join(' OR ')})`,
  }
}

function inBox(bind: Bind, ring: readonly Vertex[], lon: string): string {
  const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)]
  const value = (degrees: number) => bind.value('Float64', degrees)
  return `lat BETWEEN ${value(Math.min(...ys))} AND ${value(Math.max(...ys))} AND ${lon} BETWEEN ${value(Math.min(...xs))} AND ${value(Math.max(...xs))}`
}

/** Edges that are written out one by one, which is faster while they are few. */
const maxSpeltCorners = 32

/** Counts the edges east of the row, each as a term of the sum. */
function speltTest(bind: Bind, ring: readonly Vertex[], lon: string): string {
  const value = (degrees: number) => bind.value('Float64', degrees)
  const terms = ring.flatMap(({ x, y }, index) => {
    const { x: u, y: v } = ring.at(index - 1) as Vertex
    if (y === v) return []
    const crossing = `${value(x)} + (lat - ${value(y)}) * ${value((u - x) / (v - y))}`
    return [`((${value(y)} > lat) != (${value(v)} > lat) AND ${lon} < ${crossing})`]
  })
  return `(${inBox(bind, ring, lon)} AND (${terms.join(' + ')}) % 2 = 1)`
}

/**
 * Counts the edges east of the row among those that cross its band of latitude, which is right for every ring. The
 * engine's own pointInPolygon is at most 1.5 times faster, and wrong near corners of large rings.
 */
function bandTest(bind: Bind, ring: readonly Vertex[], lon: string): string {
  const { south, height, bands } = buildBands(ring)
  const numbers = (of: (edge: Edge) => number) =>
    bind.value(
      'Array(Array(Float64))',
      bands.map((edges) => edges.map(of)),
    )
  const nth = `floor((lat - ${bind.value('Float64', south)}) / ${bind.value('Float64', height)})`
  const band = `toUInt8(1 + least(${bands.length - 1}, greatest(0, ifNotFinite(${nth}, 0))))`
  const arrays = [
    numbers(({ to }) => to.x),
    numbers(({ to }) => to.y),
    numbers(({ from }) => from.x),
    numbers(({ from }) => from.y),
  ].map((array) => `${array}[${band}]`)
  const crosses = `(y > lat) != (v > lat) AND ${lon} < x + (lat - y) / (v - y) * (u - x)`
  return `(${inBox(bind, ring, lon)} AND arrayCount((x, y, u, v) -> ${crosses}, ${arrays.join(', ')}) % 2 = 1)`
}

interface Edge {
  from: Vertex
  to: Vertex
}

/** Edges of a band, at most; a row is compared with some of them. */
const edgesOfBand = 16
const maxBands = 64
/**
 * Bands that an edge may be in, on average. In a ring that runs up and down throughout, every edge is in all of them.
 */
const maxCopies = 6
/** Degrees. More than the rounding of a row's band, so that an edge on the border of two bands is in both. */
const overlap = 1e-9

/** Edges of a ring by bands of latitude of equal height, from south to north. */
function buildBands(ring: readonly Vertex[]): { south: number; height: number; bands: Edge[][] } {
  const edges = ring
    .map((to, index): Edge => ({ from: ring.at(index - 1) as Vertex, to }))
    .filter(({ from, to }) => from.y !== to.y)
  const ys = ring.map(({ y }) => y)
  const south = Math.min(...ys)
  const extent = Math.max(...ys) - south
  for (let count = Math.min(maxBands, Math.ceil(edges.length / edgesOfBand)); count > 1; count >>= 1) {
    const height = extent / count
    const findBand = (y: number) => Math.max(0, Math.min(count - 1, Math.floor((y - south) / height)))
    const spans = edges.map(({ from, to }) => ({
      first: findBand(Math.min(from.y, to.y) - overlap),
      last: findBand(Math.max(from.y, to.y) + overlap),
    }))
    const copies = spans.reduce((sum, { first, last }) => sum + last - first + 1, 0)
    if (!Number.isFinite(copies) || copies > maxCopies * edges.length) continue
    const bands: Edge[][] = Array.from({ length: count }, () => [])
    for (const [index, { first, last }] of spans.entries())
      for (let band = first; band <= last; band++) bands[band]?.push(edges[index] as Edge)
    return { south, height, bands }
  }
  return { south, height: extent || 1, bands: [edges] }
}

/**
 * Moves each longitude by whole turns next to the one before. A ring round the earth is closed over the nearer pole.
 */
function unrolled(vertices: readonly GeoPoint[]): Vertex[] {
  const ring: Vertex[] = []
  let previous = vertices[0]?.longitude ?? 0
  for (const { latitude, longitude } of vertices) {
    previous = nearTo(previous, longitude)
    ring.push({ x: previous, y: latitude })
  }
  const first = ring[0] as Vertex
  const end = nearTo(previous, first.x)
  if (Math.abs(end - first.x) < 180) return ring
  const mean = ring.reduce((sum, { y }) => sum + y, 0) / ring.length
  // A degree beyond the pole, so that rows at the pole are inside instead of on the edge.
  const pole = mean < 0 ? -91 : 91
  return [...ring, { x: end, y: first.y }, { x: end, y: pole }, { x: first.x, y: pole }]
}

/** Latitudes this near a pole (10 cm) mean the pole. */
const atPole = 90 - 1e-6

/** Moves edges along a pole a degree beyond it, so that rows at the pole are inside instead of on the edge. */
function overPoles(drawn: readonly Vertex[]): Vertex[] {
  const ring = drawn.map(({ x, y }) => ({
    x,
    y: Math.abs(y) > atPole && Math.abs(y) < 90 ? Math.sign(y) * 90 : y,
  }))
  return ring.flatMap((vertex, index) => {
    const before = ring.at(index - 1) as Vertex
    if (Math.abs(vertex.y) !== 90 || before.y !== vertex.y || before.x === vertex.x) return [vertex]
    const y = vertex.y + Math.sign(vertex.y)
    return [{ x: before.x, y }, { x: vertex.x, y }, vertex]
  })
}

function nearTo(anchor: number, longitude: number): number {
  const gap = longitude - anchor
  return Math.abs(gap) <= 180 ? longitude : longitude - 360 * Math.round(gap / 360)
}
