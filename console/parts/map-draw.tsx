import { geoCircle, geoDistance, geoEqualEarthRaw } from 'd3-geo'
import { useState, type PointerEvent } from 'react'
import world from 'virtual:world'

export interface Point {
  latitude: number
  longitude: number
}

/** What is drawn on a map. */
export type Shape = { center: Point; km: number } | { corners: readonly Point[] }
export type DrawMode = 'circle' | 'area'

const kmOfDegree = 111.195
const kmOfRadian = 6_371
/** A smaller circle was a click that was not meant. */
const leastPx = 3

// The projection alone: with what cuts and smooths lines it would be half as large as the shapes of the world.
const raw = geoEqualEarthRaw
const radians = Math.PI / 180
const [left, top] = world.translate

function placeOf(longitude: number, latitude: number): [number, number] {
  const [x, y] = raw(longitude * radians, latitude * radians)
  return [left + world.scale * x, top - world.scale * y]
}

const pairOf = ({ latitude, longitude }: Point): [number, number] => [longitude, latitude]

/** A line that passes the edge of the map goes on at the other one. */
function linePath(points: readonly [number, number][]): string {
  return points
    .map(([longitude, latitude], at) => {
      const before = points[at - 1]
      const isLine = before !== undefined && Math.abs(before[0] - longitude) <= 180
      const [x, y] = placeOf(longitude, latitude)
      return `${isLine ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}

function circlePath({ center, km }: { center: Point; km: number }): string {
  const { coordinates } = geoCircle()
    .center(pairOf(center))
    .radius(km / kmOfDegree)()
  return linePath((coordinates[0] ?? []) as [number, number][])
}

const areaPath = (corners: readonly Point[]) => linePath([...corners, ...corners.slice(0, 1)].map(pairOf))

const shapePath = (shape: Shape) => ('km' in shape ? circlePath(shape) : areaPath(shape.corners))

/** Where on the earth somebody points; undefined outside of the map. */
function pointAt(event: PointerEvent<SVGElement>): Point | undefined {
  const matrix = event.currentTarget.ownerSVGElement?.getScreenCTM()?.inverse()
  if (matrix === undefined) return undefined
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix)
  const [east, north] = raw.invert?.((x - left) / world.scale, (top - y) / world.scale) ?? []
  const [longitude, latitude] = [(east ?? Number.NaN) / radians, (north ?? Number.NaN) / radians]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

const pxBetween = (one: Point, other: Point) => {
  const [x, y] = placeOf(one.longitude, one.latitude)
  const [farX, farY] = placeOf(other.longitude, other.latitude)
  return Math.hypot(farX - x, farY - y)
}

/**
 * Shapes on a map, and a sheet over it to draw another: a circle is pulled from its middle, an area has a corner for each
 * click and ends at its first. Fields beside it have to do the same for the keyboard.
 */
export function Drawing(drawing: {
  mode: DrawMode | undefined
  shapes: readonly Shape[]
  onDrawn(shape: Shape): void
}) {
  const [corners, setCorners] = useState<readonly Point[]>([])
  const [end, setEnd] = useState<Point>()
  const { mode } = drawing
  const [first] = corners
  const pulled =
    mode === 'circle' && first && end
      ? { center: first, km: geoDistance(pairOf(first), pairOf(end)) * kmOfRadian }
      : undefined
  const finish = (shape?: Shape) => {
    setCorners([])
    setEnd(undefined)
    if (shape !== undefined) drawing.onDrawn(shape)
  }
  const press = (event: PointerEvent<SVGElement>) => {
    const point = pointAt(event)
    if (point === undefined) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const isEnd = corners.length > 2 && first !== undefined && pxBetween(first, point) < 3 * leastPx
    if (mode === 'circle') setCorners([point])
    else if (isEnd) finish({ corners })
    else setCorners([...corners, point])
  }
  const release = () => {
    if (mode !== 'circle') return
    finish(first && end && pulled && pxBetween(first, end) >= leastPx ? pulled : undefined)
  }
  return (
    <g className="drawn">
      {drawing.shapes.map((shape) => (
        <path key={shapePath(shape)} className="shape" d={shapePath(shape)} />
      ))}
      {pulled && <path className="shape" d={circlePath(pulled)} />}
      {mode === 'area' && first && (
        <path className="shape" d={areaPath(end === undefined ? corners : [...corners, end])} />
      )}
      {mode === 'area' && corners.map((corner) => <Corner key={JSON.stringify(corner)} at={corner} />)}
      {mode !== undefined && (
        <rect
          className="draw"
          width={world.width}
          height={world.height}
          onPointerDown={press}
          onPointerMove={(event) => first && setEnd(pointAt(event))}
          onPointerUp={release}
        />
      )}
    </g>
  )
}

function Corner({ at }: { at: Point }) {
  const [x, y] = placeOf(at.longitude, at.latitude)
  return <circle className="shape" cx={x} cy={y} r={3} />
}
