import { z } from 'zod'

/** Bodies of the reference operations. Types are inferred from these schemas, so that both have one source. */

const named = z.object({ id: z.int(), name: z.string() })

const country = z
  .object({
    apiCode: z.string().describe('Code to use in filters: ISO 3166-1 alpha-3, XKX or ANT'),
    name: z.string(),
    flag: z.string().describe('Flag emoji'),
    isoCodeAlpha2: z.string(),
    isoCodeAlpha3: z.string(),
  })
  .meta({ id: 'Country' })

export const regionsBodySchema = z.object({
  countries: z.array(country),
  regions: z.array(
    z.object({
      apiCode: z.string().describe('Code to use in filters, starts with X-'),
      name: z.string(),
      acronym: z.string().optional(),
      flag: z.string().optional().describe('Emoji'),
      countries: z.array(country).describe('The members'),
    }),
  ),
})
export type RegionsBody = z.infer<typeof regionsBodySchema>

export const subdivisionsBodySchema = z.object({
  countryCode: z.string().describe('Alpha-3 code'),
  subdivisions: z.array(
    z.object({
      code: z.string().describe('ISO 3166-2 code, for example US-CA'),
      name: z.string(),
      type: z.string().describe('Kind of unit, for example state'),
      alternateNames: z.array(
        z.object({
          languageCode: z.string().describe('BCP 47 tag; und where the language is not recorded'),
          name: z.string(),
        }),
      ),
    }),
  ),
})
export type SubdivisionsBody = z.infer<typeof subdivisionsBodySchema>

export const industriesBodySchema = z.object({
  standardIndustries: z.array(z.string()).describe('Values of the standard industry filters'),
  pnetIndustries: z.array(z.string()).describe('Values of the network industry filters'),
})
export type IndustriesBody = z.infer<typeof industriesBodySchema>

export const naicsBodySchema = z.object({
  naicsCodes: z.array(
    z.object({
      code: z.string().describe('2 to 6 digits; three sectors are ranges such as 31-33'),
      title: z.string(),
    }),
  ),
})
export type NaicsBody = z.infer<typeof naicsBodySchema>

export const languagesBodySchema = z.object({
  languages: z.array(z.string()).describe('Language names as filters take them'),
  languageTags: z.array(z.object({ tag: z.string().describe('BCP 47 tag'), name: z.string() })),
})
export type LanguagesBody = z.infer<typeof languagesBodySchema>

const metroAreaMembers = {
  slug: z.string().describe('What a location of the strategy preset-region names'),
  name: z.string(),
  emoji: z.string().nullable().describe('Flag of the country'),
  countryCode: z.string().describe('Alpha-3 code'),
  centroid: z.object({ lat: z.number(), lon: z.number() }),
  population: z.int().describe('Rounded; order of magnitude only'),
  cities: z.array(z.string()).describe('The largest cities; empty for the surroundings of one city'),
  synonyms: z.array(z.string()).describe('Other names'),
}

export const metroAreasBodySchema = z.object({
  metroAreas: z.array(
    z.discriminatedUnion('type', [
      z.object({
        type: z.literal('circle'),
        ...metroAreaMembers,
        latitude: z.number(),
        longitude: z.number(),
        radiusMiles: z.number(),
      }),
      z.object({
        type: z.literal('polygon'),
        ...metroAreaMembers,
        vertices: z.array(z.object({ latitude: z.number(), longitude: z.number() })),
      }),
    ]),
  ),
})
export type MetroAreasBody = z.infer<typeof metroAreasBodySchema>

export const skillsBodySchema = z.object({ skills: z.array(z.string()) })
export type SkillsBody = z.infer<typeof skillsBodySchema>

export const technologiesBodySchema = z.object({ technologies: z.array(z.string()) })
export type TechnologiesBody = z.infer<typeof technologiesBodySchema>

const tagSchema = z.object({ slug: z.string(), name: z.string(), description: z.string(), emoji: z.string() })

export const tagsBodySchema = z.object({ profileTags: z.array(tagSchema), companyTags: z.array(tagSchema) })
export type TagsBody = z.infer<typeof tagsBodySchema>

/** Fourteen hours: no clock is further from UTC. */
const offset = z.int().min(-840).max(840)

export const timeZonesBodySchema = z.object({
  timeZones: z.array(
    z.object({
      name: z.string().describe('IANA name of the most populated zone of the group'),
      alternativeName: z.string(),
      group: z.array(z.string()).describe('All IANA names with the same time'),
      continentCode: z.string(),
      continentName: z.string(),
      countryName: z.string(),
      countryCode: z.string().describe('Alpha-2 code, as the time zone database has it'),
      mainCities: z.array(z.string()),
      rawOffsetInMinutes: z.int().describe('Offset from UTC outside daylight saving time'),
      abbreviation: z.string(),
      rawFormat: z.string(),
      currentTimeOffsetInMinutes: z.int().describe('Offset from UTC now'),
      currentTimeFormat: z.string(),
      timeZoneName: z.string().describe('The same as name'),
      displayName: z.string(),
      countryCodeAlpha2: z.string().describe('The same as countryCode'),
      subZones: z.array(z.string()).describe('The same as group'),
      currentUtcOffsetMinutes: offset.describe('The same as currentTimeOffsetInMinutes'),
      minUtcOffsetMinutes: offset.describe('Least offset from UTC in January, in July and now'),
      maxUtcOffsetMinutes: offset.describe('Largest of them'),
      isDaylightSaving: z.boolean().describe('Whether clocks are ahead of the least of them now'),
      currentLocalTime: z.string().describe('ISO 8601 with the offset, to the second'),
    }),
  ),
})
export type TimeZonesBody = z.infer<typeof timeZonesBodySchema>

const numCompanies = z
  .int()
  .min(0)
  .nullable()
  .describe('Companies of it in the corpus; null where they are not counted')

export const acceleratorsBodySchema = z.object({
  accelerators: z.array(
    z.object({
      acceleratorSlug: z.string(),
      acceleratorName: z.string(),
      numCompanies,
      batches: z.array(z.object({ batch: z.string(), numCompanies })),
      years: z.array(z.object({ year: z.int().min(2000), numCompanies })),
      logoUrl: z.string().nullable(),
      website: z.string(),
      otherNames: z.array(z.string()),
    }),
  ),
})
export type AcceleratorsBody = z.infer<typeof acceleratorsBodySchema>

export const hotelAmenitiesBodySchema = z.object({ amenities: z.array(named) })
export type HotelAmenitiesBody = z.infer<typeof hotelAmenitiesBodySchema>

export const hotelPropertyTypesBodySchema = z.object({ propertyTypes: z.array(named) })
export type HotelPropertyTypesBody = z.infer<typeof hotelPropertyTypesBodySchema>

export const hotelBrandsBodySchema = z.object({
  brands: z.array(
    z.object({
      id: z.int().describe('Group id: matches every brand of the group'),
      name: z.string(),
      children: z.array(named).describe('Brands of the group, each with an id of its own'),
    }),
  ),
})
export type HotelBrandsBody = z.infer<typeof hotelBrandsBodySchema>

export const flightRegionsBodySchema = z.object({
  regions: z
    .array(
      z.object({
        apiCode: z.string().describe('What a flight search takes in place of an airport, X-NYC'),
        name: z.string(),
        airportIataCodes: z.array(z.string()).describe('The largest first'),
        freebaseId: z
          .string()
          .nullable()
          .describe('Id of the city in the former Freebase, where it is recorded'),
      }),
    )
    .describe('Cities with several airports'),
  flightRegions: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      kind: z.enum(['region', 'country']),
      countries: z.array(z.string()).describe('Alpha-3 codes it covers'),
    }),
  ),
})
export type FlightRegionsBody = z.infer<typeof flightRegionsBodySchema>
