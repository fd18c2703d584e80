import type { NativeHotel } from '../records/index.ts'
import { hotelBrand } from '../reference/index.ts'
import {
  beachCities,
  brandedShare,
  brandsOfCountry,
  brandsOfStars,
  currencyOf,
  levelOf,
  nameForms,
  nearbyNames,
  nightOfStars,
  reviewTopics,
  typesOfJapan,
  travelled,
  typesOfStars,
} from './hotel-terms.ts'
import { fictionalPhone } from './phones.ts'
import { cityAt, countries, countryTable, locationIn, type SampleCity } from './places.ts'
import { Random, weightTable } from './random.ts'
import { reservedLabel } from './reserved-names.ts'
import { capitalized, stem } from './stems.ts'
import type { World } from './world.ts'

const stream = 21
const nameSalt = 21
const random = new Random()

/** One property for three companies; 1,000 in the sample of a first start. */
export const hotelCount = ({ companies }: Pick<World, 'companies'>): number =>
  Math.min(100_000, Math.ceil(companies / 3))

/** How often each entry is drawn from a table. */
function countTimes(table: Uint16Array): number[] {
  const times: number[] = []
  for (const entry of table) times[entry] = (times[entry] ?? 0) + 1
  return times
}

const maxCities = 200

/** Cities that have hotels, the largest first: two of every country, those people travel to, then the largest of the world. */
function citiesWithHotels(): readonly number[] {
  const weightOf = countTimes(countryTable)
  const all = countries.flatMap((country) =>
    countTimes(country.cityTable)
      .map((times, place) => ({
        index: country.firstCity + place,
        weight: times * (weightOf[country.index] ?? 1),
      }))
      .toSorted((a, b) => b.weight - a.weight)
      .map((city, place) => ({ ...city, isKept: place < 2 || travelled.has(cityAt(city.index).name) })),
  )
  return all
    .toSorted((a, b) => Number(b.isKept) - Number(a.isKept) || b.weight - a.weight || a.index - b.index)
    .slice(0, maxCities)
    .toSorted((a, b) => b.weight - a.weight || a.index - b.index)
    .map(({ index }) => index)
}

let hotelCities: readonly number[] | undefined

/** Every city has three; of the others most are in the largest cities. */
function pickCity(index: number): SampleCity {
  const cities = (hotelCities ??= citiesWithHotels())
  const isGiven = index < 3 * cities.length
  const place = isGiven ? index % cities.length : Math.floor(cities.length * random.unit() ** 1.6)
  return cityAt(cities[place] as number)
}

/**
 * A hotel or, one of seven, a vacation rental. Brand, amenities and price fit stars and city. Prices are rules of the date
 * alone, so that there are some on every day to come.
 */
export function generateHotel(world: World, index: number): NativeHotel {
  random.start(world.seed, stream, index)
  const city = pickCity(index)
  const isRental = index % 7 === 6
  const stars = isRental ? null : 2 + random.draw(starTable)
  const brand = stars === null ? null : pickBrand(stars, city)
  const word = capitalized(stem(world.seed, nameSalt, index))
  const { rating, review_count, star_counts } = makeReviews(stars)
  const amenities = pickAmenities(stars)
  const bedrooms = isRental ? 1 + random.below(4) : null
  return {
    property_id: `sample/h${index}`,
    category: isRental ? 'vacation_rental' : 'hotel',
    ...makeNames(city, word, { brand, bedrooms }),
    url: `https://${reservedLabel(stem(world.seed, nameSalt, index))}.example/`,
    location: {
      ...locationIn(city, (random.unit() - 0.5) * 0.08, (random.unit() - 0.5) * 0.08),
      street_address: `${1 + random.below(180)} ${capitalized(stem(world.seed, nameSalt + 1, index))} Street`,
    },
    phone: fictionalPhone(city.country, index) ?? null,
    check_in_time: random.pick(['14:00', '15:00', '16:00']),
    check_out_time: random.pick(['10:00', '11:00', '12:00']),
    star_class: stars,
    property_type: stars === null ? null : pickType(stars, city),
    amenities,
    lacking_amenities: [4, 7, 10, 19, 61].filter((id) => !amenities.includes(id) && random.chance(0.3)),
    brand,
    eco_certified: random.chance(0.2),
    rating,
    review_count,
    star_counts,
    reviews_breakdown: makeTopics(review_count),
    images: [0, 1, 2].map((place) => ({
      thumbnail_url: `https://images.example/hotels/h${index}-${place}-small.jpg`,
      original_url: `https://images.example/hotels/h${index}-${place}.jpg`,
    })),
    nearby_places: [random.pick(nearbyNames)].map((name) => ({
      name: `${city.name} ${name}`,
      transportations: [{ type: 'Walking', duration: `${3 + random.below(25)} min` }],
    })),
    ...(bedrooms === null ? {} : makeRental(bedrooms)),
    tax_rate: city.country.code === 'JPN' ? 0.1 : (8 + random.below(13)) / 100,
    free_child_age: random.chance(0.5) ? 5 : null,
    market_factors: random.chance(0.3) ? [{ market: city.country.code, factor: 0.92 }] : null,
    rooms: makeRooms(bedrooms),
    rate_plans: makePlans(word),
    price_rule: makeRule(city, stars, bedrooms),
  }
}

/** 2 to 5 stars. */
const starTable = weightTable([20, 35, 30, 15])

function pickBrand(stars: number, { country }: SampleCity): number | null {
  if (!random.chance(brandedShare[stars] as number)) return null
  const own = stars <= 3 ? (brandsOfCountry[country.code] ?? []) : []
  return random.pick([...(brandsOfStars[stars] as readonly number[]), ...own, ...own])
}

function pickType(stars: number, city: SampleCity): number {
  if (city.country.code === 'JPN' && random.chance(0.6)) return random.pick(typesOfJapan)
  if (beachCities.has(city.name) && random.chance(0.4)) return 12
  const type = random.pick(typesOfStars[stars] as readonly number[])
  return type === 16 && city.country.code !== 'USA' ? 15 : type
}

function makeNames(
  city: SampleCity,
  word: string,
  { brand, bedrooms }: { brand: number | null; bedrooms: number | null },
): Pick<NativeHotel, 'name' | 'names' | 'description'> {
  if (bedrooms !== null) {
    const name = `${word} ${bedrooms > 2 ? 'House' : 'Apartment'} in ${city.name}`
    return {
      name,
      description: `A place of ${counted(bedrooms, 'bedroom')} in ${city.name}, rented as a whole.`,
    }
  }
  if (brand !== null) {
    const name = `${hotelBrand(brand)?.name} ${city.name} ${word}`
    return { name, description: `A hotel of ${hotelBrand(brand)?.name} in ${city.name}.` }
  }
  const localNames = Object.entries(random.pick(nameForms)).map(([language, form]) => [
    language,
    form.replace('{stem}', word).replace('{city}', city.name),
  ])
  const names = Object.fromEntries(localNames) as Record<string, string>
  return { name: names['en'] as string, names, description: `An independent hotel in ${city.name}.` }
}

function pickAmenities(stars: number | null): number[] {
  const class4 = stars ?? 3
  const has = (id: number, share: number) => (random.chance(share) ? [id] : [])
  const pools = has(4, class4 / 14).concat(has(5, class4 / 12))
  const parking = random.chance(0.6) ? [...has(1, 1 - class4 / 7), 3] : []
  return [
    ...parking,
    ...pools,
    ...(pools.length > 0 ? [6] : []),
    ...has(7, class4 / 6),
    ...has(8, class4 / 6),
    ...has(9, 0.35),
    ...has(10, class4 / 12),
    ...has(11, 0.08),
    ...has(12, 0.5),
    ...has(15, class4 / 6),
    ...has(19, 0.3),
    ...has(22, class4 >= 4 ? 0.8 : 0.15),
    ...has(35, 0.9),
    ...has(40, 0.7),
    ...has(52, 0.06),
    ...has(53, 0.45),
    ...has(61, 0.2),
  ]
}

/** Reviews of 1 to 5 stars, and what they come to. */
function makeReviews(stars: number | null): { rating: number; review_count: number; star_counts: number[] } {
  const aim = Math.min(4.9, 2.9 + (stars ?? 3) * 0.3 + (random.unit() - 0.5) * 1.6)
  const total = Math.floor(5 * 3000 ** random.unit())
  const weights = [1, 2, 3, 4, 5].map((each) => Math.exp(-1.4 * Math.abs(each - aim)))
  const sum = weights.reduce((a, b) => a + b, 0)
  const star_counts = weights.map((weight) => Math.round((weight / sum) * total))
  const review_count = star_counts.reduce((a, b) => a + b, 0)
  const points = star_counts.reduce((all, count, place) => all + count * (place + 1), 0)
  return { review_count, star_counts, rating: Math.round((points / Math.max(1, review_count)) * 10) / 10 }
}

function makeTopics(reviews: number): NonNullable<NativeHotel['reviews_breakdown']> {
  return reviewTopics.map(([name, description]) => {
    const total_count = Math.floor(reviews * (0.1 + random.unit() * 0.3))
    const positive_count = Math.floor(total_count * (0.5 + random.unit() * 0.4))
    const negative_count = Math.floor((total_count - positive_count) * 0.6)
    const neutral_count = total_count - positive_count - negative_count
    return { name, description, total_count, positive_count, neutral_count, negative_count }
  })
}

function makeRental(bedrooms: number) {
  const bathrooms = Math.max(1, bedrooms - random.below(2))
  const sleeps = bedrooms * 2 + random.below(3)
  const essential_info = [
    'Entire unit',
    `Sleeps ${sleeps}`,
    counted(bedrooms, 'bedroom'),
    counted(bathrooms, 'bathroom'),
  ]
  return { bedrooms, bathrooms, sleeps, essential_info }
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

function makeRooms(bedrooms: number | null): NonNullable<NativeHotel['rooms']> {
  if (bedrooms !== null) return []
  const double = {
    room_id: 'double',
    name: 'Double room',
    max_occupancy: 3,
    included_guests: 2,
    extra_guest_factor: 0.25,
  }
  const family = {
    room_id: 'family',
    name: 'Family room',
    max_occupancy: 5,
    included_guests: 4,
    price_factor: 1.6,
  }
  return random.chance(0.6) ? [double, { ...family, extra_guest_factor: 0.15 }] : [double]
}

function makePlans(word: string): NonNullable<NativeHotel['rate_plans']> {
  const url = `https://booking.example/${word.toLowerCase()}`
  const plans: NonNullable<NativeHotel['rate_plans']> = [
    {
      plan_id: 'saver',
      name: 'Saver',
      source_name: 'Bookfield',
      url,
      is_official: false,
      price_factor: 0.96,
    },
  ]
  if (random.chance(0.65))
    plans.push({
      plan_id: 'flexible',
      name: 'Flexible',
      source_name: 'Official site',
      url: `https://stay.example/${word.toLowerCase()}`,
      is_official: true,
      free_cancellation: true,
      price_factor: 1.05,
    })
  if (random.chance(0.2))
    plans.push({
      plan_id: 'offer',
      name: 'Offer',
      source_name: 'Official site',
      url: `https://stay.example/${word.toLowerCase()}/offer`,
      is_official: true,
      price_factor: 0.85,
      deal: '15% off',
      deal_description: '15% less than the flexible rate; cannot be cancelled',
      ...(random.chance(0.3) ? { markets: ['USA', 'CAN'] } : {}),
    })
  return plans
}

function makeRule(
  { country, index }: SampleCity,
  stars: number | null,
  bedrooms: number | null,
): NonNullable<NativeHotel['price_rule']> {
  const [currency, perDollar] = currencyOf[country.code] ?? ['USD', 1]
  const middle = stars === null ? 50 + 40 * (bedrooms ?? 1) : (nightOfStars[stars] as number)
  const first = index === country.firstCity ? 1.15 : 1
  const dollars = middle * (levelOf[country.code] ?? 0.75) * first * (0.8 + random.unit() * 0.45)
  const isSouth = ['AUS', 'NZL', 'BRA', 'ARG', 'CHL', 'PER', 'ZAF'].includes(country.code)
  // Highest at midsummer.
  const month_factors = Array.from({ length: 12 }, (_, month) => {
    const summer = Math.cos(((month - (isSouth ? 0 : 6)) / 12) * 2 * Math.PI)
    return Math.round((1 + 0.22 * summer) * 100) / 100
  })
  return {
    currency,
    per_night: Math.round(dollars * perDollar),
    weekend_factor: random.pick([0.9, 1, 1.15, 1.3]),
    month_factors,
    closed_months: random.chance(0.08) ? [1, 2] : [],
  }
}
