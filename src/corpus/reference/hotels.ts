import { buildOnce } from './build-once.ts'
import amenityNamesByLanguage from '../../../data/reference/hotel-amenity-names.json' with { type: 'json' }
import brandGroups from '../../../data/reference/hotel-brands.json' with { type: 'json' }
import type { HotelAmenitiesBody, HotelBrandsBody, HotelPropertyTypesBody } from './schema.ts'

/** Ids and labels are fixed by SPEC.md; filters and records use the ids. */
const amenityNames: Record<number, string> = {
  1: 'Free parking',
  3: 'Parking',
  4: 'Indoor pool',
  5: 'Outdoor pool',
  6: 'Pool',
  7: 'Fitness center',
  8: 'Restaurant',
  9: 'Free breakfast',
  10: 'Spa',
  11: 'Beach access',
  12: 'Child-friendly',
  15: 'Bar',
  19: 'Pet-friendly',
  22: 'Room service',
  35: 'Free Wi-Fi',
  40: 'Air-conditioned',
  52: 'All-inclusive available',
  53: 'Wheelchair accessible',
  61: 'EV charger',
}

const propertyTypeNames: Record<number, string> = {
  12: 'Beach hotels',
  13: 'Boutique hotels',
  14: 'Hostels',
  15: 'Inns',
  16: 'Motels',
  17: 'Resorts',
  18: 'Spa hotels',
  19: 'Bed and breakfasts',
  20: 'Other',
  21: 'Apartment hotels',
  22: 'Minshuku',
  23: 'Japanese-style business hotels',
  24: 'Ryokan',
}

/** The body of getHotelAmenities. */
export const hotelAmenitiesBody: () => HotelAmenitiesBody = buildOnce(() => ({
  amenities: listed(amenityNames),
}))

/** The body of getHotelPropertyTypes. */
export const hotelPropertyTypesBody: () => HotelPropertyTypesBody = buildOnce(() => ({
  propertyTypes: listed(propertyTypeNames),
}))

/**
 * The body of getHotelBrands. Group ids are those of SPEC.md; a child's id is group id x 1000 + its position
 * from 1, so new children are only ever appended to the data file.
 */
export const hotelBrandsBody: () => HotelBrandsBody = buildOnce(() => ({
  brands: (brandGroups as [number, string, string[]][]).map(([id, name, children]) => ({
    id,
    name,
    children: children.map((child, index) => ({ id: id * 1000 + index + 1, name: child })),
  })),
}))

function listed(names: Record<number, string>): { id: number; name: string }[] {
  return Object.entries(names).map(([id, name]) => ({ id: Number(id), name }))
}

/** Name of a property type; undefined for an unknown id. */
export const hotelPropertyType = (id: number): string | undefined => propertyTypeNames[id]

/** Labels of amenities in other languages than English, by primary language. */
const translated = amenityNamesByLanguage as Record<string, Record<string, string>>

/** Name of an amenity in a language (BCP-47), else in English; undefined for an unknown id. */
export function hotelAmenity(id: number, language = 'en'): string | undefined {
  return translated[primary(language)]?.[id] ?? amenityNames[id]
}

/** Whether amenities have names in a language. */
export const speaksOfAmenities = (language: string): boolean =>
  primary(language) === 'en' || Object.hasOwn(translated, primary(language))

const primary = (language: string) => language.split('-', 1)[0]!.toLowerCase()

export interface HotelBrand {
  id: number
  name: string
  /** Id of its group; of a group, its own. */
  group: number
}

const brandsById = buildOnce(() =>
  Object.fromEntries(
    hotelBrandsBody().brands.flatMap(({ id, name, children }): [number, HotelBrand][] => [
      [id, { id, name, group: id }],
      ...children.map((child): [number, HotelBrand] => [child.id, { ...child, group: id }]),
    ]),
  ),
)

/** A brand or a group of brands, by id. */
export const hotelBrand = (id: number): HotelBrand | undefined => brandsById()[id]
