/** Reference data: what is true of the world whatever the corpus holds. See README.md. */
export { acceleratorsBody, findAccelerator, type Accelerator, type AcceleratorTally } from './accelerators.ts'
export { findCity, preloadCities, readCity, type City } from './cities.ts'
export {
  cityIndexAt,
  cityNameAt,
  cityTierAt,
  cityTierIds,
  cityTiers,
  countryAt,
  type CityTier,
} from './city-tiers.ts'
export { regionCalled, type NamedRegion } from './region-names.ts'
export { countries, countryByAlpha2, countryByAlpha3, findCountry, type Country } from './countries.ts'
export { flightRegionsBody } from './flight-regions.ts'
export {
  hotelAmenitiesBody,
  hotelAmenity,
  hotelBrand,
  hotelBrandsBody,
  hotelPropertyType,
  hotelPropertyTypesBody,
  speaksOfAmenities,
  type HotelBrand,
} from './hotels.ts'
export { findNetworkIndustry, industriesBody, type NetworkIndustry } from './industries.ts'
export { languagesBody } from './languages.ts'
export { findMetroArea, metroAreaAt, metroAreas, metroAreasBody, type MetroArea } from './metro-areas.ts'
export { labelOfRegion, naturalRegionCalled } from './natural-regions.ts'
export { findNaics, naicsBody, type NaicsCode } from './naics.ts'
export {
  countryAndRegionNames,
  countryOrRegionCode,
  expandCountryCodes,
  regions,
  regionsBody,
  type Region,
} from './regions.ts'
export {
  acceleratorsBodySchema,
  flightRegionsBodySchema,
  hotelAmenitiesBodySchema,
  hotelBrandsBodySchema,
  hotelPropertyTypesBodySchema,
  industriesBodySchema,
  languagesBodySchema,
  metroAreasBodySchema,
  naicsBodySchema,
  regionsBodySchema,
  skillsBodySchema,
  subdivisionsBodySchema,
  tagsBodySchema,
  technologiesBodySchema,
  timeZonesBodySchema,
} from './schema.ts'
export { skillsBody, technologiesBody, tagsBody } from './value-lists.ts'
export { findState, statesCalled, type State, type StateCode } from './states.ts'
export { findSubdivision, subdivisionNames, subdivisionsBody, type Subdivision } from './subdivisions.ts'
export { timeZonesBody } from './time-zones.ts'
export { dollarRate, useExchangeRates, type DollarRate } from './exchange-rates.ts'
