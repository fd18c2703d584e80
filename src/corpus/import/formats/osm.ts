import type { NativeMapPlace } from '../../records/index.ts'
import { findCountry } from '../../reference/index.ts'
import { townTypes } from '../../search-index/index.ts'
import { isPlainObject } from '../mapping/scope.ts'
import type { Mapping } from '../mapping/compile-mapping.ts'

/** An element of OpenStreetMap, with one point for it. */
export interface OsmElement {
  type: 'node' | 'way' | 'relation'
  id: string
  point: { lat: number; lon: number }
  tags: Readonly<Record<string, string>>
}

/** Keys whose values tell what a place is, the most telling first. */
export const typeKeys = [
  'amenity',
  'shop',
  'tourism',
  'leisure',
  'healthcare',
  'office',
  'craft',
  'historic',
  'aeroway',
]
/** Values of these keys that are street furniture and no place that anybody looks for. */
const notPlaces = new Set([
  'bench',
  'bicycle_parking',
  'grit_bin',
  'hunting_stand',
  'parking_entrance',
  'parking_space',
  'picnic_table',
  'post_box',
  'recycling',
  'telephone',
  'vacant',
  'vending_machine',
  'waste_basket',
  'waste_disposal',
])
const otherNames = ['name:en', 'int_name', 'alt_name', 'official_name', 'short_name', 'old_name']

type Tag = (...keys: string[]) => string | undefined

/**
 * Reads an element's tags as a place; undefined without a name, or if it is no place. Calls `looked` for each tag
 * read.
 */
export function placeOfTags(
  { type, id, point, tags }: OsmElement,
  looked?: (key: string) => void,
): NativeMapPlace | undefined {
  const tag: Tag = (...keys) => {
    for (const key of keys) {
      looked?.(key)
      const value = tags[key]?.trim()
      if (value) return value
    }
    return undefined
  }
  const name = tag('name', 'brand', 'operator')
  const types = typesIn(tag)
  if (name === undefined || types.length === 0) return undefined
  return {
    osm_type: type,
    osm_id: id,
    name,
    names: otherNames.flatMap((key) => parts(tag(key))),
    types,
    brand: tag('brand'),
    operator: tag('operator'),
    keywords: [...parts(tag('cuisine')), ...parts(tag('sport'))],
    description: tag('description:en', 'description'),
    location: { ...addressIn(tag), coordinates: point },
    phone: parts(tag('phone', 'contact:phone', 'contact:mobile'))[0],
    website: readAddress(tag('website', 'contact:website', 'url')),
    emails: parts(tag('email', 'contact:email')),
    social_urls: socialPages(tags, looked),
    opening_hours: tag('opening_hours'),
    ...(tag('opening_hours') === 'closed' ? { business_status: 'closed_temporarily' } : {}),
  }
}

const parts = (text: string | undefined): string[] =>
  (text ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function typesIn(tag: Tag): string[] {
  const words = typeKeys.flatMap((key) => parts(tag(key)).map((value) => (value === 'yes' ? key : value)))
  // Towns are found by other searches, and nobody goes to farms, seas and states.
  if (words.length === 0) words.push(...parts(tag('place')).filter((value) => townTypes.has(value)))
  return [...new Set(words)].filter((type) => !notPlaces.has(type))
}

function addressIn(tag: Tag): NonNullable<NativeMapPlace['location']> {
  const street = [tag('addr:housenumber'), tag('addr:street', 'addr:place')].filter(Boolean).join(' ')
  return {
    street_address: street || null,
    neighborhood: tag('addr:suburb', 'addr:neighbourhood') ?? null,
    city: tag('addr:city', 'addr:town', 'addr:village') ?? null,
    state_name: tag('addr:state', 'addr:province') ?? null,
    postal_code: tag('addr:postcode') ?? null,
    ...readCountry(tag('addr:country')),
    full_address: tag('addr:full') ?? null,
  }
}

/** A proper code, or a name. For anything else the position decides. */
function readCountry(
  text: string | undefined,
): Pick<NonNullable<NativeMapPlace['location']>, 'country_code'> {
  return { country_code: (text === undefined ? undefined : findCountry(text)?.alpha3) ?? null }
}

const readAddress = (text: string | undefined) => {
  const [first] = parts(text)
  return first === undefined || /^https?:\/\//i.test(first) ? first : `https://${first}`
}

const ownContacts = new Set([
  'contact:phone',
  'contact:mobile',
  'contact:fax',
  'contact:email',
  'contact:website',
])

/** Pages of the place elsewhere: those given as addresses. */
function socialPages(tags: OsmElement['tags'], looked: ((key: string) => void) | undefined): string[] {
  const keys = Object.keys(tags).filter((key) => key.startsWith('contact:') && !ownContacts.has(key))
  for (const key of keys) looked?.(key)
  return keys.flatMap((key) => parts(tags[key])).filter((page) => /^https?:\/\//i.test(page))
}

/**
 * GeoJSON as programs export it from OpenStreetMap, one document or a feature a line; the PBF reader makes such
 * features. Elements without a name, and benches and the like, are left out.
 */
export function osmMapping(kind: string): Mapping | undefined {
  if (kind !== 'places') return undefined
  return {
    kind,
    source: 'openstreetmap',
    select: {
      rows: 'features',
      isAnswer: (head) => /"FeatureCollection"|"features"/.test(head.toString('utf8')),
    },
    origin: { format: 'osm', of: kind, dependsOnDay: false },
    map(row, _asOf, probe) {
      const element = readElement(row)
      if (element === undefined) return undefined
      const { properties } = row as { properties: object }
      return placeOfTags(element, (key) => probe?.looked?.(properties, key))
    },
  }
}

function readElement(row: unknown): OsmElement | undefined {
  if (!isPlainObject(row) || !isPlainObject(row['properties']) || !isPlainObject(row['geometry']))
    return undefined
  const { properties, geometry } = row
  const named = readName(properties['@id'] ?? row['id'], properties['@type'])
  const point = findMiddle(geometry['coordinates'])
  if (named === undefined || point === undefined) return undefined
  const ownTags = isPlainObject(properties['tags']) ? properties['tags'] : properties
  const tags = Object.fromEntries(
    Object.entries(ownTags).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  return { ...named, point, tags }
}

const types = { n: 'node', w: 'way', r: 'relation' } as const

/**
 * `node/1` of query services, `n1` of osmium, and its numbers of areas: twice that of a way, and one more than twice that of a
 * relation.
 */
function readName(id: unknown, type: unknown): Pick<OsmElement, 'type' | 'id'> | undefined {
  if (typeof id === 'number') {
    const sort = Object.values(types).find((each) => each === type)
    return sort && { type: sort, id: String(id) }
  }
  const [, sort = '', digits = ''] = /^(node|way|relation|[nwra])\/?(\d{1,18})$/.exec(String(id)) ?? []
  if (digits === '') return undefined
  if (sort === 'a')
    return { type: Number(digits) % 2 === 0 ? 'way' : 'relation', id: String(BigInt(digits) / 2n) }
  return { type: types[sort[0] as keyof typeof types], id: digits }
}

/**
 * The middle of the box around any geometry. Of the box on one side of the globe and the one across the 180th
 * meridian, the narrower counts.
 */
function findMiddle(coordinates: unknown): OsmElement['point'] | undefined {
  const [lats, lons, lonsFromZero] = [emptySpan(), emptySpan(), emptySpan()]
  const see = (value: unknown): void => {
    if (!Array.isArray(value)) return
    const [lon, lat] = value as unknown[]
    if (typeof lon !== 'number' || typeof lat !== 'number') return value.forEach(see)
    widen(lats, lat)
    widen(lons, lon)
    widen(lonsFromZero, lon < 0 ? lon + 360 : lon)
  }
  see(coordinates)
  if (lats.from < -90 || lats.to > 90 || lons.from < -180 || lons.to > 180 || lats.from === Infinity)
    return undefined
  const isOverMeridian = lonsFromZero.to - lonsFromZero.from < lons.to - lons.from
  const lon = middle(isOverMeridian ? lonsFromZero : lons)
  return { lat: rounded(middle(lats)), lon: rounded(lon > 180 ? lon - 360 : lon) }
}

interface Span {
  from: number
  to: number
}

const emptySpan = (): Span => ({ from: Infinity, to: -Infinity })

function widen(span: Span, value: number): void {
  span.from = Math.min(span.from, value)
  span.to = Math.max(span.to, value)
}

const middle = ({ from, to }: Span) => (from + to) / 2
const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7
