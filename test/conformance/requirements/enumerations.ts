import { group } from './entry.ts'

/** The 15 reference lists and the closed value lists other requests use. */
export const enumerations = [
  ...group(
    { source: 'SPEC Endpoints, Enums' },
    {
      'enum.all-get': 'every enum operation answers GET with the key in the query or a header',
      'enum.all-free': 'every enum operation is free',
    },
  ),
  ...group(
    { source: 'SHAPES 16, enums' },
    {
      'enum.accelerators': 'accelerators are complete with slug, name, batches, years and other names',
      'enum.flight-regions': 'flight regions are complete',
      'enum.industries': 'the 49 standard industries and the network industries are answered',
      'enum.languages': 'the 205 languages are answered',
      'enum.metro-areas': 'metro areas are answered with slug, name, country and centroid',
      'enum.naics-codes': 'NAICS codes are answered with code and title, all levels',
      'enum.regions.countries': 'countries are answered with both codes, name and flag, XKX included',
      'enum.regions.groups': 'the 49 region groups are answered with their countries',
      'enum.skills': 'skills are answered',
      'enum.subdivisions': 'subdivisions of a countryCode are answered with code, name, type',
      'enum.subdivisions.unknown-country': 'an unknown countryCode is a 400',
      'enum.tags': '15 profile tags and 4 company tags are answered with description',
      'enum.technologies': '141 technologies are answered',
      'enum.time-zones': 'every IANA time zone is answered with its 13 members',
      'enum.object-output': 'a list is wrapped in a named member of output',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Hotel search' },
    {
      'enum.hotel-property-types': 'the 13 hotel property type ids have exactly the specified names',
      'enum.hotel-amenities': 'the 19 amenity ids have exactly the specified names',
      'enum.hotel-brand-groups': 'the 18 brand group ids are answered with names and child brands',
    },
  ),
]
