import type { GeoPoint } from '../../lib/geo.ts'
import { findCity } from '../reference/index.ts'

/** A town as the client wrote it. */
export interface TownAsked {
  city: string
  /** ISO 3166-1 alpha-3. */
  countryCode?: string | undefined
  /** Member of the request that names it, for a source that cannot answer at the moment. */
  memberPath?: string | undefined
}

/** The town that was taken. */
export interface Town {
  label: string
  center: GeoPoint
}

/** A town of the gazetteer. */
export function cityAsked({ city, countryCode }: TownAsked): Town | undefined {
  const located = findCity(city, countryCode)[0]
  if (located === undefined) return undefined
  const state = located.stateName ? `, ${located.stateName}` : ''
  return {
    label: `${located.name}${state}, ${located.countryCode}`,
    center: { latitude: located.lat, longitude: located.lon },
  }
}

/** Says for the answer's advice which town was taken. */
export const takenAs = ({ city }: TownAsked, { label, center }: Town): string =>
  `"${city}" was taken as ${label} (${center.latitude}, ${center.longitude}).`
