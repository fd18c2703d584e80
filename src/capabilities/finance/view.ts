import { showing } from '../../operation/index.ts'
import type { DailyPrice, Instrument, NewsArticle } from '../../corpus/records/index.ts'
import type { PriceSeries } from './price-series.ts'
import type { LookupOutput } from './schema.ts'
import type { Windowed } from './window.ts'

/** An instrument that was found, with its prices where it has any. */
export interface LookupResult {
  record: Instrument
  series: PriceSeries | undefined
  windowed: Windowed | undefined
  news: readonly NewsArticle[]
}

type InstrumentOutput = Omit<LookupOutput, 'live' | 'liveStatus' | 'observedAt' | 'source' | 'message'>

export function buildView({ record, series, windowed, news }: LookupResult): InstrumentOutput {
  const { currency } = record
  return {
    instrument: showing(
      {
        name: record.name,
        ticker: record.symbol,
        exchange: record.exchange,
        currency,
        type: record.instrument_type,
      },
      record,
    ),
    quote:
      series === undefined
        ? null
        : showing(
            {
              price: series.price,
              currency,
              priceChange: measureChange(series.price, windowed?.from ?? null, currency),
              quotedAt: toIso(series.quotedAtMs),
            },
            record,
          ),
    extendedHoursQuote: extendedHours(record, series),
    priceHistory: (windowed?.points ?? []).map(({ price, atMs, volume }) => ({
      price,
      currency,
      at: toIso(atMs),
      volume,
    })),
    keyStats: buildKeyStats(record, series),
    companyInfo: buildCompanyInfo(record),
    news: news.map(buildArticle),
    financials: buildFinancials(record),
  }
}

function buildArticle(article: NewsArticle): InstrumentOutput['news'][number] {
  const { title, url, publisher_name: source, published_at: publishedAt } = article
  return showing(
    { title, url, source, publishedAt, isPublishedAtEstimated: false, thumbnailUrl: null },
    article,
  )
}

export const nothing: InstrumentOutput = {
  instrument: null,
  quote: null,
  extendedHoursQuote: null,
  priceHistory: [],
  keyStats: null,
  companyInfo: null,
  news: [],
  financials: [],
}

const toIso = (atMs: number) => new Date(atMs).toISOString()
const rounded = (value: number, digits: number) => Number(value.toFixed(digits))
const significant = (value: number) => Number(value.toPrecision(6))

function measureChange(price: number, from: number | null, currency: string | null) {
  if (from === null || from === 0) return null
  const amount = significant(price - from)
  return {
    percentage: rounded((100 * (price - from)) / from, 2),
    amount,
    currency,
    direction: amount < 0 ? ('down' as const) : ('up' as const),
  }
}

function extendedHours(
  record: Instrument,
  series: PriceSeries | undefined,
): InstrumentOutput['extendedHoursQuote'] {
  const { extended_hours_price: price, extended_hours_observed_at: quotedAt, currency } = record
  if (price === null) return null
  const priceChange = measureChange(price, series?.price ?? null, currency)
  return showing({ price, currency, priceChange, quotedAt }, record)
}

const daysOfVolume = 65
const daysOfYear = 252

function buildKeyStats(record: Instrument, series: PriceSeries | undefined): InstrumentOutput['keyStats'] {
  const stats = {
    currency: record.currency,
    ...buildDayStats(series),
    ...buildRatios(record, series?.price ?? null),
    beta: record.beta,
    expenseRatioPercentage: record.expense_ratio_percentage,
    netAssets: record.net_assets,
  }
  return showing(stats, record)
}

/** What the days of trading say. */
function buildDayStats(series: PriceSeries | undefined) {
  const days = series?.days ?? []
  const day = days.at(-1)
  const volumes = days.slice(-daysOfVolume).flatMap(({ volume }) => (volume === null ? [] : [volume]))
  return {
    open: day?.open ?? null,
    previousClose: series?.previousClose ?? null,
    high: day?.high ?? null,
    low: day?.low ?? null,
    ...findYearRange(days),
    volume: day?.volume ?? null,
    averageVolume:
      volumes.length === 0 ? null : Math.round(volumes.reduce((sum, each) => sum + each) / volumes.length),
  }
}

/** What follows from the price and the figures of a share. */
function buildRatios(record: Instrument, price: number | null) {
  const { shares_outstanding: shares, earnings_per_share: earnings, dividend_per_share: dividend } = record
  return {
    marketCap: price === null || shares === null ? record.market_cap : Math.round(price * shares),
    sharesOutstanding: shares,
    earningsPerShare: earnings,
    peRatio: price === null || earnings === null || earnings <= 0 ? null : rounded(price / earnings, 2),
    dividendYieldPercentage:
      price === null || dividend === null ? null : rounded((100 * dividend) / price, 2),
  }
}

function findYearRange(days: readonly DailyPrice[]): { yearHigh: number | null; yearLow: number | null } {
  const year = days.slice(-daysOfYear)
  if (year.length === 0) return { yearHigh: null, yearLow: null }
  return {
    yearHigh: Math.max(...year.map(({ high, close }) => high ?? close)),
    yearLow: Math.min(...year.map(({ low, close }) => low ?? close)),
  }
}

function buildCompanyInfo(record: Instrument): InstrumentOutput['companyInfo'] {
  const info = {
    description: record.description,
    sector: record.sector,
    industry: record.industry,
    website: record.website,
    headquarters: record.headquarters,
    chiefExecutive: record.chief_executive,
    employeeCount: record.employee_count,
    foundedOn: record.founded_on,
    domain: record.company_domain,
  }
  return Object.values(info).every((value) => value === null) ? null : showing(info, record)
}

function buildFinancials(record: Instrument): InstrumentOutput['financials'] {
  return (record.financials ?? []).map(({ statement, periods }) => {
    const all = periods ?? []
    const view = {
      statement,
      periods: all.map((period) => {
        const before = all.find(
          (other) => other.period_type === period.period_type && isYearBefore(other, period),
        )
        return {
          periodEndDate: period.period_end_date,
          periodLabel: period.period_label,
          periodType: period.period_type,
          lineItems: (period.line_items ?? []).map(({ name, value }) => {
            const then = before?.line_items?.find((item) => item.name === name)?.value ?? null
            const isKnown = value !== null && then !== null && then !== 0
            return {
              name,
              value,
              changePercentage: isKnown ? rounded((100 * (value - then)) / Math.abs(then), 2) : null,
            }
          }),
        }
      }),
    }
    return showing(view, record)
  })
}

type Ended = { period_end_date: string }

/** Fiscal years may end on a different day each year, such as the last Saturday of a month. */
function isYearBefore(other: Ended, period: Ended): boolean {
  const days = (Date.parse(period.period_end_date) - Date.parse(other.period_end_date)) / 86_400_000
  return Math.abs(days - 365.25) < 20
}
