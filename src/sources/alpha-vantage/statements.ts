import { z } from 'zod'
import type { NativeInstrument } from '../../corpus/records/index.ts'
import { documented, figure, isUnknown } from './interface.ts'

const text = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === 'None' || value === '-' ? null : value))

const overview = z.object({
  Symbol: z.string().optional(),
  AssetType: text,
  Name: text,
  Description: text,
  Exchange: text,
  Currency: text,
  Sector: text,
  Industry: text,
  Address: text,
  OfficialSite: text,
  MarketCapitalization: figure,
  SharesOutstanding: figure,
  EPS: figure,
  DividendPerShare: figure,
  Beta: figure,
})

/** What is known of a company; undefined where the vendor answers nothing, as for most funds. */
export function overviewMembers(body: unknown): Partial<NativeInstrument> | undefined {
  if (isUnknown(body)) return undefined
  const company = documented(overview, body)
  if (company.Symbol === undefined) return undefined
  return {
    instrument_type: company.AssetType === 'ETF' ? 'etf' : 'stock',
    name: company.Name,
    description: company.Description,
    exchange: company.Exchange,
    currency: company.Currency,
    timezone: company.Exchange === 'NASDAQ' || company.Exchange === 'NYSE' ? 'America/New_York' : null,
    sector: company.Sector,
    industry: company.Industry,
    headquarters: company.Address,
    website: company.OfficialSite,
    company_domain: readDomain(company.OfficialSite),
    market_cap: company.MarketCapitalization,
    shares_outstanding: company.SharesOutstanding,
    earnings_per_share: company.EPS,
    dividend_per_share: company.DividendPerShare,
    beta: company.Beta,
  }
}

function readDomain(site: string | null): string | null {
  if (site === null || !URL.canParse(site)) return null
  return new URL(site).hostname.replace(/^www\./, '') || null
}

type Statement = NonNullable<NativeInstrument['financials']>[number]
type Period = NonNullable<Statement['periods']>[number]

const reports = z.object({
  annualReports: z.array(z.record(z.string(), z.string())).optional(),
  quarterlyReports: z.array(z.record(z.string(), z.string())).optional(),
})

/** Periods of a statement that are kept, of years and of quarters each. */
const maxPeriods = 8

/** A statement with the vendor's names of lines in words: `totalRevenue` is `Total revenue`. */
export function readStatement(statement: Statement['statement'], body: unknown): Statement {
  const { annualReports = [], quarterlyReports = [] } = isUnknown(body) ? {} : documented(reports, body)
  const readPeriods = (vendorReports: typeof annualReports, type: Period['period_type']): Period[] =>
    vendorReports
      .filter(({ fiscalDateEnding }) => /^\d{4}-\d{2}-\d{2}$/.test(fiscalDateEnding ?? ''))
      .slice(0, maxPeriods)
      .map(({ fiscalDateEnding = '', reportedCurrency: _currency, ...lines }) => ({
        period_end_date: fiscalDateEnding,
        period_label: makeLabel(fiscalDateEnding, type),
        period_type: type,
        line_items: Object.entries(lines).map(([name, value]) => ({
          name: inWords(name),
          value: figure.parse(value),
        })),
      }))
  return {
    statement,
    periods: [...readPeriods(quarterlyReports, 'quarterly'), ...readPeriods(annualReports, 'annual')],
  }
}

function makeLabel(end: string, type: Period['period_type']): string {
  const [year = '', month = ''] = end.split('-')
  return type === 'annual' ? year : `Q${Math.ceil(Number(month) / 3)} ${year}`
}

function inWords(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
