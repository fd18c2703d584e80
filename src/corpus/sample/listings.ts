import type { NativeListing } from '../records/index.ts'
import levels from '../../../data/sample/home-prices.json' with { type: 'json' }
import { toDate, toDayNumber } from './dates.ts'
import { cityAt, countries, type SampleCity } from './places.ts'
import { Random } from './random.ts'
import { sampleSource } from '../records/index.ts'
import { reservedLabel } from './reserved-names.ts'
import { capitalized, stem } from './stems.ts'
import type { World } from './world.ts'

const listingStream = 32
const listingSalt = 32

/** 2,000 in a sample of 1,000 companies or more, two a company in smaller ones. */
export const listingCount = ({ companies }: Pick<World, 'companies'>): number =>
  Math.min(2_000, 2 * companies)

const random = new Random()
const usa = countries.find(({ code }) => code === 'USA') as (typeof countries)[number]
type HomeType = NonNullable<NativeListing['home_type']>

/** What homes of a sort are like: share of listings, square feet of the smallest and largest, factor of the price by foot. */
const sorts: [type: HomeType, share: number, from: number, to: number, price: number][] = [
  ['house', 45, 900, 4_200, 1],
  ['condo', 16, 450, 2_000, 1.15],
  ['townhouse', 12, 900, 2_600, 1.05],
  ['apartment', 13, 380, 1_700, 1.1],
  ['multi_family', 6, 1_800, 6_000, 0.85],
  ['manufactured', 4, 600, 1_800, 0.45],
  ['land', 4, 0, 0, 0],
]
const streets = [
  'Oak',
  'Maple',
  'Cedar',
  'Pine',
  'Elm',
  'Lake',
  'Hill',
  'Park',
  'River',
  'Sunset',
  'Mill',
  'Church',
]
const endings = ['St', 'Ave', 'Dr', 'Ln', 'Ct', 'Blvd', 'Way']
const parts = ['Heights', 'Park', 'Village', 'Grove', 'Point', 'Commons', 'Hills', 'Square']
const walkable = 0.3

/** A home or a piece of land in a city of the United States, at the price level of its state. */
export function listingLine(world: World, index: number): NativeListing {
  random.start(world.seed, listingStream, index)
  const city = cityAt(usa.firstCity + random.draw(usa.cityTable))
  const [type, , from, to, factor] = drawnSort()
  const isLand = type === 'land'
  const area = isLand ? null : Math.round(from * (to / from) ** random.unit())
  const status = drawnStatus(type)
  const worth = drawWorth(city, area, factor)
  const rent = Math.round((worth * (0.0048 + 0.002 * random.unit())) / 5) * 5
  const price = Math.round((worth * (0.92 + 0.18 * random.unit())) / 1_000) * 1_000
  const today = toDayNumber(world.asOf)
  const listed = today - 1 - Math.floor(random.exponential(45))
  const isRent = status === 'for_rent'
  return {
    listing_id: `sample-${index}`,
    listing_status: status,
    home_type: type,
    ...placeMembers(world, index, city),
    currency: 'USD',
    ...(isRent
      ? { rent: Math.round((rent * (0.95 + 0.1 * random.unit())) / 5) * 5, ...unitMembers(type, rent) }
      : { price, ...cutMembers(price, listed, today) }),
    estimated_price: isLand ? null : Math.round(worth / 100) * 100,
    estimated_monthly_rent: isLand ? null : rent,
    tax_assessed_value: Math.round((worth * 0.8) / 100) * 100,
    ...homeMembers(type, area),
    listed_on: toDate(listed),
    ...dealMembers(status, listed, today),
    ...offerMembers(world, index, { status, today }),
    description: `${describe(type)} in ${city.name}, ${city.stateName}.`,
    source: sampleSource,
    observed_at: `${world.asOf}T00:00:00.000Z`,
  }
}

function drawnSort(): (typeof sorts)[number] {
  let left = random.unit() * 100
  for (const sort of sorts) {
    left -= sort[1]
    if (left < 0) return sort
  }
  return sorts[0] as (typeof sorts)[number]
}

function drawnStatus(type: HomeType): NativeListing['listing_status'] {
  const choice = random.unit()
  if (type === 'land') return choice < 0.8 ? 'for_sale' : 'sold'
  if (type === 'apartment') return choice < 0.85 ? 'for_rent' : 'for_sale'
  if (choice < 0.6) return 'for_sale'
  return choice < 0.8 ? 'for_rent' : 'sold'
}

type StateLevel = [dollarsPerSquareFoot: number, postalPrefix: string]

function findLevel({ stateCode }: SampleCity): StateLevel {
  const byState: Readonly<Record<string, readonly unknown[]>> = levels
  return (byState[stateCode] as StateLevel | undefined) ?? [180, '000']
}

/** Dollars; land is told by the acre. */
function drawWorth(city: SampleCity, area: number | null, factor: number): number {
  const [perFoot] = findLevel(city)
  const spread = 0.75 + 0.5 * random.unit()
  return area === null ? perFoot * 300 * (0.3 + 3 * random.unit()) : perFoot * factor * area * spread
}

function placeMembers(world: World, index: number, city: SampleCity) {
  const [, prefix] = findLevel(city)
  const street = `${100 + random.below(9_800)} ${random.pick(streets)} ${random.pick(endings)}`
  const zip = `${prefix}${String(random.below(60)).padStart(2, '0')}`
  const coined = capitalized(stem(world.seed, listingSalt, city.index * 6 + random.below(6)))
  const near = (degrees: number) => Math.round((degrees + (random.unit() - 0.5) * 0.12) * 1e5) / 1e5
  return {
    url: `https://${reservedLabel('listings')}.com/${index}`,
    address: `${street}, ${city.name}, ${city.stateCode} ${zip}`,
    street,
    neighborhood: `${coined} ${random.pick(parts)}`,
    city: city.name,
    state: city.stateCode,
    postal_code: zip,
    country_code: 'USA',
    latitude: near(city.lat),
    longitude: near(city.lon),
  }
}

function unitMembers(type: HomeType, rent: number): Partial<NativeListing> {
  if (type !== 'apartment' && type !== 'multi_family') return {}
  const count = 1 + random.below(4)
  const rental_units = Array.from({ length: count }, (_, place) => ({
    price: Math.round((rent * (0.8 + 0.25 * place)) / 5) * 5,
    bedroom_count: place,
    is_room_for_rent: false,
  }))
  const prices = rental_units.map(({ price }) => price)
  return { rental_units, base_rent_min: Math.min(...prices), base_rent_max: Math.max(...prices) }
}

function cutMembers(price: number, listed: number, today: number): Partial<NativeListing> {
  if (!random.chance(0.25) || today - listed < 14) return {}
  const change = Math.round((price * (random.chance(0.8) ? -0.03 : 0.02)) / 100) * 100
  return {
    price_change_amount: change,
    price_changed_on: toDate(listed + 7 + random.below(today - listed - 7)),
  }
}

function homeMembers(type: HomeType, area: number | null): Partial<NativeListing> {
  if (area === null) return { lot_area_sqft: Math.round(4_000 + 200_000 * random.unit() ** 2) }
  const bedrooms = Math.max(0, Math.min(6, Math.round(area / 620)))
  const hasLot = type === 'house' || type === 'manufactured' || type === 'townhouse'
  return {
    bedroom_count: bedrooms,
    bathroom_count: Math.max(1, Math.round(bedrooms * 1.5) / 2),
    floor_area_sqft: area,
    lot_area_sqft: hasLot ? Math.round(area * (1.2 + 4 * random.unit())) : null,
    year_built: 1_920 + random.below(106),
    parking_spots: random.below(4),
    has_pool: random.chance(0.14),
    has_garage: random.chance(hasLot ? 0.6 : 0.25),
    has_air_conditioning: random.chance(0.7),
    is_waterfront: random.chance(0.05),
    is_single_story: random.chance(0.4),
  }
}

function dealMembers(
  status: NativeListing['listing_status'],
  listed: number,
  today: number,
): Partial<NativeListing> {
  if (status === 'sold')
    return { sold_on: toDate(listed + random.below(Math.max(1, today - listed))), status_label: 'Sold' }
  if (status === 'for_rent')
    return { available_on: toDate(today + random.below(60)), status_label: 'For rent' }
  const isPending = random.chance(0.12)
  return { is_under_contract: isPending, status_label: isPending ? 'Under contract' : 'For sale' }
}

function offerMembers(
  world: World,
  index: number,
  { status, today }: { status: NativeListing['listing_status']; today: number },
): Partial<NativeListing> {
  const coined = capitalized(stem(world.seed, listingSalt, 90_000 + (index % 37)))
  const isNew = status === 'for_sale' && random.chance(0.08)
  const opens = toDate(today + 1 + random.below(10))
  const resaleType = !isNew && random.chance(0.9) ? 'agent' : 'owner'
  return {
    listing_type: isNew ? 'builder' : resaleType,
    broker_name: isNew ? null : `${coined} Realty`,
    builder_name: isNew ? `${coined} Homes` : null,
    has_3d_model: random.chance(walkable),
    open_house:
      status === 'for_sale' && random.chance(0.1)
        ? {
            description: 'Open house',
            start_date: `${opens}T18:00:00.000Z`,
            end_date: `${opens}T20:00:00.000Z`,
          }
        : null,
  }
}

function describe(type: HomeType): string {
  const trait = random.pick(['Sunny', 'Quiet', 'Renovated', 'Spacious', 'Charming', 'Modern'])
  return `${trait} ${type.replace('_', '-')} with ${random.pick(['a large kitchen', 'hardwood floors', 'a garden', 'a view', 'a fireplace'])}`
}
