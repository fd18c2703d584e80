import { z } from 'zod'

export const ranked = z
  .object({
    name: z.string().nullable(),
    rank: z.int(),
    domain: z.string().nullable(),
    pnetUrl: z.string().nullable(),
    pnetOrgId: z.string().nullable(),
    ticker: z.string().nullable(),
    headquarters: z.string().nullable(),
    countryCode: z.string().nullable().describe('Of the headquarters, alpha-3.'),
    revenueUsd: z.number().nullable().describe('Yearly revenue in US dollars.'),
    profitsUsd: z
      .number()
      .nullable()
      .describe('Yearly profit in US dollars, where the operator keeps it in custom_data.profits_usd.'),
    marketCapUsd: z.number().nullable().describe('Market value in US dollars.'),
    employeeCount: z
      .int()
      .nullable()
      .describe('Employees: the count of the trends, else the least number known.'),
  })
  .meta({ id: 'RankedCompany' })

export type RankedCompany = z.output<typeof ranked>

/** Which places of a list are asked for. */
export interface RankingQuestion {
  list: string
  low: number
  high: number
  /** Undefined: the newest there is, up to `lastYear`. */
  year: number | undefined
  lastYear: number
  signal: AbortSignal
}

/** Places of a list in a year; no year where the corpus has none of the list. */
export interface Ranking {
  year: number | undefined
  /** By rank. */
  companies: RankedCompany[]
}

export interface Rankings {
  read(question: RankingQuestion): Promise<Ranking>
}
