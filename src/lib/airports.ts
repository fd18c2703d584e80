import type { GeoPoint } from './geo.ts'
import data from '../../data/reference/airports.json' with { type: 'json' }

/** An airport with scheduled service. */
export interface Airport extends GeoPoint {
  /** IATA code. */
  code: string
  name: string
  city: string
  /** Alpha-2. */
  country: string
  /** IANA time zone. */
  zone: string
  isLarge: boolean
}

type Row = [string, string, string, string, number, number, string, number]

let airportsByCode: ReadonlyMap<string, Airport> | undefined

/** All airports by their code, the large ones first (OurAirports, see NOTICE). Built on first use. */
export function airports(): ReadonlyMap<string, Airport> {
  return (airportsByCode ??= new Map(
    (data as Row[]).map(([code, name, city, country, latitude, longitude, zone, size]) => [
      code,
      { code, name, city, country, latitude, longitude, zone, isLarge: size === 1 },
    ]),
  ))
}
