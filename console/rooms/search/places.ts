import type { Point } from '../../parts/map-draw.tsx'

interface Radius {
  unit: 'kilometers'
  quantity: number
}

/** A place of a search: a town with its surroundings, or what somebody drew on the map. */
export type Place =
  | { strategy: 'free-form-city'; city: string; countryCode?: string; radius: Radius }
  | { strategy: 'radial-distance'; center: Point; radius: Radius }
  | { strategy: 'polygon'; vertices: Point[] }

/** A town and how far round it, as the address holds it: `Austin/Texas.USA.50`. A comma stands between values there. */
export const writePlace = (city: string, country: string, km: number) =>
  `${city.replaceAll(', ', '/').replaceAll(',', ' ')}.${country}.${km}`

const writePoint = ({ latitude, longitude }: Point) => `${round(latitude)};${round(longitude)}`
/** A hundredth of a degree is a kilometer: a map of the world shows less. */
const round = (degrees: number) => Math.round(degrees * 100) / 100

/** `circle:48.1;11.6;300` and `area:47;5;55;5;55;15`: latitude before longitude. */
export const writeCircle = (center: Point, km: number) => `circle:${writePoint(center)};${Math.round(km)}`
export const writeArea = (corners: readonly Point[]) => `area:${corners.map(writePoint).join(';')}`

const drawn = /^(circle|area):(-?[\d.]+(?:;-?[\d.]+)*)$/

export function readPlace(text: string): Place {
  const [, shape, figures = ''] = drawn.exec(text) ?? []
  const numbers = figures.split(';').map(Number)
  if (shape === 'area') return { strategy: 'polygon', vertices: pointsOf(numbers) }
  if (shape === 'circle') {
    const [center = { latitude: 0, longitude: 0 }] = pointsOf(numbers)
    return { strategy: 'radial-distance', center, radius: radiusOf(numbers[2] ?? 0) }
  }
  const [, town = text, country = '', km = '50'] = /^(.*?)\.([A-Z]{3})?\.(\d+)$/.exec(text) ?? []
  const city = town.replaceAll('/', ', ')
  return {
    strategy: 'free-form-city',
    city,
    ...(country !== '' && { countryCode: country }),
    radius: radiusOf(Number(km)),
  }
}

const radiusOf = (quantity: number): Radius => ({ unit: 'kilometers', quantity })

const pointsOf = (numbers: readonly number[]): Point[] =>
  Array.from({ length: Math.floor(numbers.length / 2) }, (_, place) => ({
    latitude: numbers[2 * place] ?? 0,
    longitude: numbers[2 * place + 1] ?? 0,
  }))

export const withinPlaces = (places: string[]) => ({
  unionAll: places.map((text) => closed(readPlace(text))),
})

/** The service takes a ring whose last corner is its first. */
const closed = (place: Place): Place =>
  place.strategy === 'polygon'
    ? { ...place, vertices: [...place.vertices, ...place.vertices.slice(0, 1)] }
    : place

function opened(ring: Point[]): Point[] {
  const [first, last] = [ring[0], ring.at(-1)]
  const isClosed = first?.latitude === last?.latitude && first?.longitude === last?.longitude
  return isClosed ? ring.slice(0, -1) : ring
}

export function readPlaces(condition: object): string[] {
  const { unionAll = [] } = condition as { unionAll?: Place[] }
  return unionAll.map((place) => {
    if (place.strategy === 'polygon') return writeArea(opened(place.vertices))
    const { radius } = place
    if (place.strategy === 'radial-distance') return writeCircle(place.center, radius.quantity)
    return writePlace(place.city, place.countryCode ?? '', radius.quantity)
  })
}

export function placeText(text: string): string {
  const place = readPlace(text)
  if (place.strategy === 'polygon') return `an area of ${place.vertices.length} corners`
  const km = `${place.radius.quantity} km around`
  if (place.strategy === 'free-form-city') return `${km} ${place.city.split(', ')[0]}`
  return `${km} ${place.center.latitude}, ${place.center.longitude}`
}

/** How far round a place; undefined of an area, which has no middle. */
export function kmOf(text: string): number | undefined {
  const place = readPlace(text)
  return place.strategy === 'polygon' ? undefined : place.radius.quantity
}

/** The same place with another distance. */
export const withKm = (text: string, km: string) =>
  kmOf(text) === undefined ? text : text.replace(/\d+$/, km)
