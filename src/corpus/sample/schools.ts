import type { NativeCompany } from '../records/index.ts'
import { toAscii } from './names.ts'
import { cityAt, countries, locationIn, type SampleCountry } from './places.ts'
import { hash, type Random } from './random.ts'
import { companyUrl } from './company-identity.ts'
import { sampleSource } from '../records/index.ts'
import { reservedLabel, reservedNumber, reservedSlug } from './reserved-names.ts'
import { capitalized, stem } from './stems.ts'
import type { World } from './world.ts'

/** A university nobody ever attended. */
export interface School {
  name: string
  orgId: string
  slug: string
  domain: string
  /** Counts as a top university of its country for the tags. */
  isTop: boolean
  country: SampleCountry
  city: number
}

const schoolSalt = 2
const firstOrgId = 60_000_000
const perCountry = 12
const topPerCountry = 2

const built = new Map<number, School[][]>()

/** Schools of every country, a dozen each; the same for every size of world. */
export function schoolsByCountry(seed: number): School[][] {
  let schools = built.get(seed)
  if (!schools) {
    schools = countries.map((country) =>
      Array.from({ length: perCountry }, (_, place) => school(seed, country, place)),
    )
    built.set(seed, schools)
  }
  return schools
}

/** Countries whose schools have a domain of their own. */
const schoolDomains = new Map([
  ['US', 'edu'],
  ['GB', 'ac.uk'],
])

function school(seed: number, country: SampleCountry, place: number): School {
  const number = country.index * perCountry + place
  const coined = stem(seed, schoolSalt, 900_000 + number)
  const pattern = country.schools[place % country.schools.length] as string
  const name = pattern.replace('@', capitalized(coined))
  const tld = schoolDomains.get(country.alpha2) ?? country.alpha2.toLowerCase()
  return {
    name,
    orgId: reservedNumber(firstOrgId + number),
    slug: reservedSlug(toAscii(name).replace(/^-|-$/g, '')),
    domain: `${reservedLabel(coined)}.${tld}`,
    isTop: place < topPerCountry,
    country,
    city: country.firstCity + (country.cityTable[hash(seed, 31, number) >>> 20] as number),
  }
}

/** A school for somebody of the country: mostly at home, else in one of three countries people study in. */
export function drawSchool(schools: School[][], random: Random, country: SampleCountry): School {
  const abroad = random.chance(0.1)
  const target = abroad ? (studyCountries[random.below(studyCountries.length)] as number) : country.index
  const place = Math.floor(perCountry * random.unit() ** 1.4)
  return (schools[target] as School[])[place] as School
}

const studyCountries = ['USA', 'GBR', 'DEU'].map((code) =>
  countries.findIndex((country) => country.code === code),
)

/** Company records of the schools, so that an education leads somewhere. They come on top of the companies. */
export function generateSchools(world: World): NativeCompany[] {
  return schoolsByCountry(world.seed)
    .flat()
    .map((each, number) => {
      const city = cityAt(each.city)
      const decision = hash(world.seed, 32, number)
      const location = locationIn(city, 0.01, -0.01)
      return {
        pnet_id: each.orgId,
        li_org_id: each.orgId,
        pnet_primary_slug: each.slug,
        pnet_slugs: [each.slug],
        preferred_name: each.name,
        names: [each.name],
        domains: [each.domain],
        websites: [`https://www.${each.domain}`],
        li_category: 'S' as const,
        roles: ['school'],
        is_subsidiary: false,
        li_headline: `${each.name} teaches and studies in ${city.name}.`,
        standard_industries: ['Education' as const],
        naics_codes: ['611310'],
        employee_count_consensus: { gte: 501, lte: 1000 },
        li_follower_count: 4000 + (decision % 90_000),
        location_consensus: location,
        li_locations: [{ address: city.label, is_primary: true, location }],
        status_consensus: 'active' as const,
        founded_on_consensus: `${1850 + (decision % 150)}-10-01`,
        funding_stage: 'no_funding_yet' as const,
        custom_data: { pnet_url: companyUrl(each.slug) },
        source: sampleSource,
        observed_at: world.asOf,
        confidence: 1,
      }
    })
}
