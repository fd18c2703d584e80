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
    countryCode: z.string().nullable().describe('Headquarters, alpha-3.'),
    revenueUsd: z.number().nullable().describe('Yearly revenue in US dollars.'),
    profitsUsd: z
      .number()
      .nullable()
      .describe('Yearly profit in US dollars, if the operator stores it in custom_data.profits_usd.'),
    marketCapUsd: z.number().nullable().describe('Market value in US dollars.'),
    employeeCount: z
      .int()
      .nullable()
      .describe('Employees: the count of the trends, else the lowest known number.'),
  })
  .meta({ id: 'RankedCompany' })

export type RankedCompany = z.output<typeof ranked>

/** The requested ranks of a list. */
export interface RankingQuestion {
  list: string
  low: number
  high: number
  /** Undefined: the newest year, up to `lastYear`. */
  year: number | undefined
  lastYear: number
  signal: AbortSignal
}

/** Ranks of a list in a year; without a year where the corpus has none of the list. */
export interface Ranking {
  year: number | undefined
  /** By rank. */
  companies: RankedCompany[]
}

export interface Rankings {
  read(question: RankingQuestion): Promise<Ranking>
}
