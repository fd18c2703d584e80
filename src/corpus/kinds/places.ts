import { distanceKm } from '../../lib/geo.ts'
import { normalizeDomain } from '../../lib/domain-name.ts'
import {
  completeMapPlace,
  derivedMapPlaceMembers,
  mapPlace,
  nativeMapPlace,
  type MapPlace,
} from '../records/index.ts'
import { placeColumns, placeIdentifiers, placeLookups, placeRow } from '../search-index/index.ts'
import type { Agreement } from './alike/weigh.ts'
import { defineKind } from './define-kind.ts'
import { placeMentions } from './local-mentions.ts'

export const places = defineKind({
  name: 'places',
  words: 'places of maps',

  record: mapPlace,
  line: nativeMapPlace,
  own: ['place_id', 'osm_type', 'osm_id'],
  union: ['names'],
  derived: derivedMapPlaceMembers,
  naming: ['name'],
  complete: completeMapPlace,
  tracked: ({ name, primary_type, phone, website, rating, review_count, business_status }) => ({
    name,
    primary_type,
    phone,
    website,
    rating,
    review_count,
    business_status,
  }),

  identifiers: (record, { aliases = [] }) => [...new Set([...placeIdentifiers(record), ...aliases])],
  identity: { strong: ['plc', 'osm'], single: ['osm'], sameName: samePlace },
  suppression: { of: 'nobody' },
  mentions: placeMentions,

  table: 'places',
  columns: placeColumns,
  row: placeRow,
  lookups: placeLookups,
  indexVersion: 3,
  indexChanges: { 2: { identifiers: ['men'] }, 3: { columns: [] } },
})

/** Farther apart, equal names with one phone number are branches that share a switchboard. */
const maxApartKm = 0.5

type Members = Readonly<Record<string, unknown>>

/**
 * Two places that share a name and either a neighbourhood or a phone number are one, unless they have different
 * numbers, different sites, or are too far apart.
 */
function samePlace(a: Members, b: Members): Agreement | undefined {
  const [one, other] = [a, b].map((members) => completeMapPlace(members)) as [MapPlace, MapPlace]
  if (!one.name || !other.name) return undefined
  const differing = (what: string): Agreement => ({ likeness: 0, text: `${what}: they differ` })
  if (one.phone && other.phone && one.phone !== other.phone) return differing('phone')
  const [site, otherSite] = [one.website, other.website].map((url) =>
    url ? normalizeDomain(url) : undefined,
  )
  if (site !== undefined && otherSite !== undefined && site !== otherSite) return differing('website')
  const [here, there] = [one.location?.coordinates, other.location?.coordinates]
  if (here && there) {
    const point = ({ lat, lon }: typeof here) => ({ latitude: lat, longitude: lon })
    if (distanceKm(point(here), point(there)) > maxApartKm) return differing('coordinates')
  }
  return { likeness: 1, text: `name: ${one.name}` }
}
