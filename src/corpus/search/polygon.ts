import { withHalfTurns, type GeoPoint } from '../../lib/geo.ts'
import { ringRegion, type RingVertex as Vertex } from '../../lib/geo-region.ts'
import type { Area } from './area.ts'
import type { Bind } from './condition.ts'

/** A ring that is wound round the earth more often is no area anybody means, and each turn is tested for itself. */
export const mostTurns = 4

/** How often the ring goes round the earth, at most. */
export function turnsOf(vertices: readonly GeoPoint[]): number {
  const xs = unrolled(withHalfTurns(vertices)).map(({ x }) => x)
  return (Math.max(...xs) - Math.min(...xs)) / 360
}

/**
 * Inside a polygon by the even-odd rule, edges straight in degrees. An edge of more than 180 degrees of longitude
 * crosses the antimeridian, one from -180 to 180 goes around the earth. The ring is unrolled, not cut there: rows are moved by
 * whole turns to where it lies, so that a simple polygon stays simple, which is what the engine's own function needs.
 */
export function insidePolygon(vertices: readonly GeoPoint[]): Area {
  const ring = overPoles(unrolled(withHalfTurns(vertices)))
  const xs = ring.map(({ x }) => x)
  const [west, east] = [Math.min(...xs), Math.max(...xs)]
  const test = ring.length <= mostSpelt ? speltTest : isSimple(ring) ? engineTest : edgeTest
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
  const value = (degrees: number) => bind('Float64', degrees)
  return `lat BETWEEN ${value(Math.min(...ys))} AND ${value(Math.max(...ys))} AND ${lon} BETWEEN ${value(Math.min(...xs))} AND ${value(Math.max(...xs))}`
}

/**
 * Edges that are written out one by one: as fast as the engine's function for few of them, and right, which that one is not
 * near the corners of large rings (of 20,000 points around a pentagon across a continent it puts 211 on the wrong side).
 */
const mostSpelt = 32

/** Counts the edges east of the row, each a term of the sum. */
function speltTest(bind: Bind, ring: readonly Vertex[], lon: string): string {
  const value = (degrees: number) => bind('Float64', degrees)
  const terms = ring.flatMap(({ x, y }, index) => {
    const { x: u, y: v } = ring.at(index - 1) as Vertex
    if (y === v) return []
    const at = `${value(x)} + (lat - ${value(y)}) * ${value((u - x) / (v - y))}`
    return [`((${value(y)} > lat) != (${value(v)} > lat) AND ${lon} < ${at})`]
  })
  return `(${inBox(bind, ring, lon)} AND (${terms.join(' + ')}) % 2 = 1)`
}

/** The engine's function: fast for any number of vertices, wrong for rings that cross or touch themselves. */
function engineTest(bind: Bind, ring: readonly Vertex[], lon: string): string {
  const x = bind(
    'Array(Float64)',
    ring.map((vertex) => vertex.x),
  )
  const y = bind(
    'Array(Float64)',
    ring.map((vertex) => vertex.y),
  )
  return `(${inBox(bind, ring, lon)} AND pointInPolygon((${lon}, lat), arrayZip(${x}, ${y})))`
}

/** Counts the edges east of the row: right for every ring, and linear in its edges. */
function edgeTest(bind: Bind, ring: readonly Vertex[], lon: string): string {
  const from = ring.map((_, index) => ring.at(index - 1) as Vertex)
  const arrays = [ring, from].flatMap((ends) => [
    bind(
      'Array(Float64)',
      ends.map(({ x }) => x),
    ),
    bind(
      'Array(Float64)',
      ends.map(({ y }) => y),
    ),
  ])
  const crosses = `(y > lat) != (v > lat) AND ${lon} < x + (lat - y) / (v - y) * (u - x)`
  return `(${inBox(bind, ring, lon)} AND arrayCount((x, y, u, v) -> ${crosses}, ${arrays.join(', ')}) % 2 = 1)`
}

/** Each longitude moved by whole turns next to its predecessor's; a ring around the earth is closed over the nearer pole. */
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
  // A degree beyond the pole, so that rows at the pole are inside and not on the edge.
  const pole = mean < 0 ? -91 : 91
  return [...ring, { x: end, y: first.y }, { x: end, y: pole }, { x: first.x, y: pole }]
}

/** Latitudes so near a pole (10 cm) are meant to be it; the engine cannot tell such slivers from their edges. */
const atPole = 90 - 1e-6

/** Edges along a pole are moved a degree beyond it, so that rows at the pole are inside and not on the edge. */
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

/** Beyond this many pairs of edges a ring counts as not simple: the other test is right for it too. */
const mostPairs = 20_000
/** Square degrees; edges that nearly touch count as touching. */
const nearlyZero = 1e-9

/** Whether no two edges meet but neighbours at their vertex. */
function isSimple(ring: readonly Vertex[]): boolean {
  const edges = ring.map((to, index) => {
    const from = ring.at(index - 1) as Vertex
    return { from, to, index, west: Math.min(from.x, to.x), east: Math.max(from.x, to.x) }
  })
  edges.sort((a, b) => a.west - b.west)
  let pairs = 0
  for (const [position, a] of edges.entries()) {
    for (let next = position + 1; next < edges.length; next++) {
      const b = edges[next] as (typeof edges)[number]
      if (b.west > a.east) break
      if (++pairs > mostPairs) return false
      const apart = Math.abs(a.index - b.index)
      const adjacent = apart === 1 || apart === ring.length - 1
      if (adjacent ? isStraightOn(a, b) : touch(a, b)) return false
    }
  }
  return true
}

interface Edge {
  from: Vertex
  to: Vertex
}

const cross = (a: Vertex, b: Vertex, c: Vertex) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

/** Neighbours on one line may run back over each other; that they may also just go on costs speed only. */
const isStraightOn = (a: Edge, b: Edge) =>
  Math.abs(cross(a.from, a.to, b.from)) < nearlyZero && Math.abs(cross(a.from, a.to, b.to)) < nearlyZero

function touch(a: Edge, b: Edge): boolean {
  const sides = (edge: Edge, other: Edge) => [
    cross(edge.from, edge.to, other.from),
    cross(edge.from, edge.to, other.to),
  ]
  const parted = ([one = 0, two = 0]: number[]) =>
    (one > nearlyZero && two > nearlyZero) || (one < -nearlyZero && two < -nearlyZero)
  return !parted(sides(a, b)) && !parted(sides(b, a))
}
