import type { NativeMapPlace } from '../records/index.ts'
import { companyDomain, companyName } from './company-identity.ts'
import { generateCompany } from './company.ts'
import { cityAt, locationIn } from './places.ts'
import { hash, Random, weightTable } from './random.ts'
import { sampleSource } from '../records/index.ts'
import { reservedLabel } from './reserved-names.ts'
import { capitalized, stem } from './stems.ts'
import { industryAt } from './trades.ts'
import type { World } from './world.ts'

const placeStream = 9
const nameSalt = 94
const random = new Random()

/** Places of a sample, at most. Larger samples have more companies, not more streets. */
const maxPlaces = 100_000

/** One place for each company: half are its own site, half are shops and practices of its city. */
export const mapPlaceCount = ({ companies }: Pick<World, 'companies'>): number =>
  Math.min(companies, maxPlaces)

/** The place that a company's site is on a map, where that is more than an office. */
const typeOfIndustry: Record<string, string> = {
  Automotive: 'car',
  Education: 'school',
  Finance: 'bank',
  'Food & Beverage': 'restaurant',
  Government: 'government',
  Healthcare: 'clinic',
  Hospitality: 'hotel',
  'Information Technology': 'it',
  Insurance: 'insurance',
  Legal: 'lawyer',
  'Real Estate': 'estate_agent',
  Retail: 'department_store',
  Software: 'it',
  Sports: 'sports_centre',
  'Travel & Tourism': 'travel_agency',
}

interface Trade {
  type: string
  words: string[]
  keywords: string[]
  weight: number
}

const trade = (type: string, weight: number, words: string[], keywords: string[] = []): Trade => ({
  type,
  words,
  keywords,
  weight,
})

const trades: Trade[] = [
  trade('restaurant', 18, ['Kitchen', 'Table', 'Grill'], ['pizza', 'sushi', 'burger', 'indian', 'thai']),
  trade('cafe', 14, ['Coffee', 'Roasters', 'Cafe'], ['espresso', 'breakfast']),
  trade('supermarket', 8, ['Market', 'Foods']),
  trade('hairdresser', 8, ['Hair', 'Barbers']),
  trade('dentist', 7, ['Dental', 'Smiles']),
  trade('pharmacy', 6, ['Pharmacy']),
  trade('bakery', 6, ['Bakery', 'Bread'], ['sourdough']),
  trade('doctors', 5, ['Medical Practice']),
  trade('fitness_centre', 5, ['Fitness', 'Gym'], ['yoga', 'boxing']),
  trade('car_repair', 5, ['Auto', 'Garage']),
  trade('bar', 5, ['Bar', 'Lounge']),
  trade('hotel', 4, ['Hotel', 'Inn']),
  trade('lawyer', 3, ['Law', 'Legal']),
  trade('plumber', 3, ['Plumbing']),
  trade('veterinary', 2, ['Animal Clinic']),
  trade('florist', 2, ['Flowers']),
  trade('books', 2, ['Books']),
  trade('accountant', 2, ['Accounting']),
]
const tradeTable = weightTable(trades.map(({ weight }) => weight))

/** Place `index` of the world: its company's when even, else one in that company's city. */
export function generateMapPlace(world: World, index: number): NativeMapPlace {
  random.start(world.seed, placeStream, index)
  const about = index % 2 === 0 ? makeSite(world, index) : shopIn(world, index)
  const reviews = Math.floor(4 / (1 - random.unit()) ** 1.3)
  return {
    place_id: `sample-${index}`,
    ...about,
    rating: reviews > 4 ? Math.round((2.6 + 2.4 * random.unit() ** 0.5) * 10) / 10 : undefined,
    review_count: reviews > 4 ? reviews : undefined,
    business_status: random.chance(0.02) ? 'closed_temporarily' : 'open',
    source: sampleSource,
    observed_at: world.asOf,
    confidence: 1,
  }
}

function makeSite(world: World, index: number): NativeMapPlace {
  const company = generateCompany(world, index)
  const { name } = industryAt(world.industry[index] as number)
  return {
    name: companyName(world, index),
    types: [typeOfIndustry[name] ?? 'company'],
    description: company.li_headline,
    location: { ...company.location_consensus, street_address: makeStreet(world, index) },
    phone: company.phone_numbers?.[0],
    website: `https://www.${companyDomain(world, index)}`,
    emails: company.emails,
    opening_hours: 'Mo-Fr 09:00-17:00',
  }
}

function shopIn(world: World, index: number): NativeMapPlace {
  const city = cityAt(world.city[index] as number)
  const { type, words, keywords } = trades[random.draw(tradeTable)] as Trade
  const coined = stem(world.seed, nameSalt, index)
  const location = locationIn(city, (random.unit() - 0.5) * 0.08, (random.unit() - 0.5) * 0.08)
  return {
    name: `${capitalized(coined)} ${random.pick(words)}`,
    types: [type],
    keywords: keywords.length > 0 && random.chance(0.6) ? [random.pick(keywords)] : undefined,
    location: { ...location, street_address: makeStreet(world, index) },
    website: random.chance(0.6) ? `https://${reservedLabel(coined)}.example` : undefined,
    opening_hours: random.chance(0.7) ? 'Mo-Sa 08:00-20:00' : undefined,
    price_level: random.chance(0.4) ? random.pick(['inexpensive', 'moderate', 'expensive']) : undefined,
  }
}

function makeStreet(world: World, index: number): string {
  const named = capitalized(stem(world.seed, nameSalt, 900_000 + (hash(world.seed, 95, index) % 40)))
  return `${1 + (hash(world.seed, 96, index) % 180)} ${named} Street`
}
