import { buildOnce } from './build-once.ts'
import brandGroups from './data/hotel-brands.json' with { type: 'json' }
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
