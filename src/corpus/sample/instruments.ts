import type { NativeInstrument, PriceRule } from '../records/index.ts'
import { companyDomain, companyName } from './company-identity.ts'
import { makeTicker } from './company.ts'
import data from '../../../data/sample/instruments.json' with { type: 'json' }
import { makeFinancials, type Issuer } from './financials.ts'
import { makeFunding } from './funding.ts'
import { cityAt } from './places.ts'
import { Random } from './random.ts'
import { sampleSource } from '../records/index.ts'
import { reservedLabel } from './reserved-names.ts'
import { capitalized, stem } from './stems.ts'
import { industryAt, industries } from './trades.ts'
import type { World } from './world.ts'

const instrumentStream = 31
const issuerSalt = 31
const exchange = 'SAMPLE'
const marketZone = 'America/New_York'

const themes = data.fundThemes
const funds = themes.length * 2
const shares = 208
/** How many instruments of each sort there are, in the order of their indexes. */
const sorts = [data.indexes.length, data.currencies.length, data.custom.length, funds, funds, shares] as const

/** Instruments of a sample, whatever its size. */
export const instrumentCount = (): number => sorts.reduce((sum, count) => sum + count, 0)

const makers = [indexLine, currencyLine, customLine, etfLine, fundLine, shareLine] as const

/** A native line of an instrument. Its prices are a rule, so that the sample has one for any day. */
export function instrumentLine(world: World, index: number): NativeInstrument {
  let place = index
  for (const [sort, make] of makers.entries()) {
    const count = sorts[sort] as number
    if (place < count) return make(world, place)
    place -= count
  }
  throw new RangeError(`the sample has no instrument ${index}`)
}

interface Walk {
  price: number
  growth?: number
  volatility: number
  volume?: number | null
  decimals?: number
}

function makeRule(
  world: World,
  seed: number,
  { price, growth, volatility, volume, decimals }: Walk,
): PriceRule {
  return {
    seed: world.seed * 1_000 + seed,
    since: '2006-01-02',
    anchor_date: world.asOf,
    anchor_price: price,
    yearly_growth: growth ?? 0,
    yearly_volatility: volatility,
    daily_volume: volume ?? null,
    decimals: decimals ?? 2,
  }
}

const lineOrigin = (world: World) => ({ source: sampleSource, observed_at: `${world.asOf}T00:00:00.000Z` })

function indexLine(world: World, place: number): NativeInstrument {
  const [symbol, name, currency, timezone, price] = data.indexes[place] as [
    string,
    string,
    string,
    string,
    number,
  ]
  return {
    instrument_type: 'index',
    symbol,
    name,
    currency,
    timezone,
    description: `Index of shares, ${name}.`,
    price_rule: makeRule(world, place, { price, growth: 0.08, volatility: 0.16 }),
    ...lineOrigin(world),
  }
}

function currencyLine(world: World, place: number): NativeInstrument {
  const [code, price, decimals] = data.currencies[place] as [string, number, number]
  return {
    instrument_type: 'currency_pair',
    symbol: `${code}USD`,
    name: `${code} / USD`,
    currency: 'USD',
    timezone: 'UTC',
    price_rule: makeRule(world, 100 + place, { price, volatility: 0.07, decimals }),
    ...lineOrigin(world),
  }
}

function customLine(world: World, place: number): NativeInstrument {
  const [symbol, name, type, price, volatility] = data.custom[place] as [
    string,
    string,
    'crypto',
    number,
    number,
  ]
  return {
    instrument_type: type,
    symbol,
    name,
    currency: 'USD',
    timezone: 'UTC',
    price_rule: makeRule(world, 200 + place, { price, growth: 0.05, volatility }),
    ...lineOrigin(world),
  }
}

const random = new Random()

function etfLine(world: World, place: number): NativeInstrument {
  random.start(world.seed, instrumentStream, place)
  const price = Math.round(2_000 + 20_000 * random.unit()) / 100
  const theme = themes[place % themes.length] as string
  const house = capitalized(stem(world.seed, issuerSalt, 5_000 + Math.floor(place / themes.length)))
  return {
    instrument_type: 'etf',
    symbol: `X${letters(place, 2)}`,
    exchange,
    name: `${house} ${theme} ETF`,
    currency: 'USD',
    timezone: marketZone,
    description: `Fund traded like a share: ${theme.toLowerCase()}.`,
    expense_ratio_percentage: Math.round(5 + 60 * random.unit()) / 100,
    net_assets: Math.round(5e7 + 5e9 * random.unit()),
    dividend_per_share: Math.round(price * 2 * random.unit()) / 100,
    price_rule: makeRule(world, 300 + place, { price, growth: 0.06, volatility: 0.18, volume: 400_000 }),
    ...lineOrigin(world),
  }
}

function fundLine(world: World, place: number): NativeInstrument {
  random.start(world.seed, instrumentStream, 1_000 + place)
  const price = Math.round(900 + 9_000 * random.unit()) / 100
  const theme = themes[place % themes.length] as string
  const house = capitalized(stem(world.seed, issuerSalt, 6_000 + Math.floor(place / themes.length)))
  return {
    instrument_type: 'mutual_fund',
    symbol: `${letters(place, 2)}FMX`,
    name: `${house} ${theme} Fund`,
    currency: 'USD',
    timezone: marketZone,
    description: `Mutual fund: ${theme.toLowerCase()}.`,
    expense_ratio_percentage: Math.round(20 + 100 * random.unit()) / 100,
    net_assets: Math.round(5e7 + 2e9 * random.unit()),
    price_rule: makeRule(world, 400 + place, { price, growth: 0.05, volatility: 0.14 }),
    ...lineOrigin(world),
  }
}

const letters = (number: number, length: number): string =>
  Array.from({ length }, (_, digit) =>
    String.fromCharCode(65 + (Math.floor(number / 26 ** (length - 1 - digit)) % 26)),
  ).join('')

/** Traded companies of a world, looked for among its first ones. */
const tradedOf = new WeakMap<World, number[]>()
const maxRowsRead = 3_000

function traded(world: World): number[] {
  const cached = tradedOf.get(world)
  if (cached !== undefined) return cached
  const indexes: number[] = []
  for (let company = 0; company < Math.min(world.companies, maxRowsRead); company++)
    if (makeFunding(world, company).stage === 'public') indexes.push(company)
  tradedOf.set(world, indexes)
  return indexes
}

/** Traded companies of the world come first, with the ticker of their record. Only the exchange knows the others. */
function shareLine(world: World, place: number): NativeInstrument {
  const company = traded(world)[place]
  const issuer = company === undefined ? coinedIssuer(world, place) : companyIssuer(world, company)
  random.start(world.seed, instrumentStream, 2_000 + place)
  const sharesOut = Math.round(2e6 + issuer.revenue / (20 + 100 * random.unit()))
  const margin = 0.02 + 0.16 * random.unit()
  const earnings = Math.round((100 * issuer.revenue * margin) / sharesOut) / 100
  const price = Math.max(1, Math.round(100 * earnings * (9 + 22 * random.unit())) / 100)
  return {
    instrument_type: 'stock',
    symbol: issuer.ticker,
    exchange,
    name: issuer.name,
    currency: 'USD',
    timezone: marketZone,
    shares_outstanding: sharesOut,
    earnings_per_share: earnings,
    dividend_per_share: random.chance(0.6) ? Math.round(100 * earnings * 0.4 * random.unit()) / 100 : null,
    beta: Math.round(40 + 130 * random.unit()) / 100,
    description: `${issuer.name} works in ${issuer.industry.toLowerCase()}.`,
    sector: issuer.sector,
    industry: issuer.industry,
    website: `https://www.${issuer.domain}`,
    headquarters: issuer.headquarters,
    employee_count: issuer.employees,
    company_domain: issuer.domain,
    financials: makeFinancials(world.asOf, { revenue: issuer.revenue, margin, seed: world.seed + place }),
    price_rule: makeRule(world, 1_000 + place, {
      price,
      growth: 0.07,
      volatility: 0.2 + 0.25 * random.unit(),
      volume: Math.round(sharesOut / 150),
    }),
    ...lineOrigin(world),
  }
}

interface Traded extends Pick<Issuer, 'revenue'> {
  ticker: string
  name: string
  domain: string
  sector: string
  industry: string
  headquarters: string
  employees: number
}

const revenuePerHead = 180_000

function companyIssuer(world: World, company: number): Traded {
  const { name: industry, kind } = industryAt(world.industry[company] as number)
  const employees = world.headcount[company] as number
  return {
    ticker: makeTicker(company),
    name: companyName(world, company),
    domain: companyDomain(world, company),
    sector: capitalized(kind),
    industry,
    headquarters: cityAt(world.city[company] as number).label,
    employees,
    revenue: employees * revenuePerHead,
  }
}

function coinedIssuer(world: World, place: number): Traded {
  random.start(world.seed, instrumentStream, 3_000 + place)
  const word = stem(world.seed, issuerSalt, place)
  const { name: industry, kind } = random.pick(industries)
  const employees = Math.round(300 * 400 ** random.unit())
  return {
    // The digit keeps it apart from tickers of companies, which are letters.
    ticker: `${word.slice(0, 3).toUpperCase()}${place}`,
    name: `${capitalized(word)} Holdings`,
    domain: `${reservedLabel(word)}.com`,
    sector: capitalized(kind),
    industry,
    headquarters: cityAt(random.below(50)).label,
    employees,
    revenue: employees * revenuePerHead,
  }
}
