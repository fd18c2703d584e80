import type { EmployeeTrendFunction, Industry, JobFunction, Seniority } from '../records/index.ts'
import { findNetworkIndustry } from '../reference/index.ts'
import industryData from '../../../data/sample/industries.json' with { type: 'json' }
import trackData from '../../../data/sample/tracks.json' with { type: 'json' }
import { weightTable } from './random.ts'

/** Groups of industries that employ the same mix of occupations. */
const kinds = ['tech', 'finance', 'services', 'media', 'retail', 'health', 'public', 'industrial'] as const
export type Trade = (typeof kinds)[number]

export interface IndustryFacts {
  index: number
  name: Industry
  /** The network's industry of these companies. */
  network: { id: string; name: string }
  kind: Trade
  naics: string[]
  /** Last words of company names in the industry. */
  words: string[]
  keywords: string[]
}

/** A line of work: one ladder of titles from intern (0) to chief (7). */
export interface Track {
  index: number
  id: string
  functions: JobFunction[]
  trend: EmployeeTrendFunction
  technical: boolean
  titles: string[][]
  skills: string[]
  /** Texts about a position, split where the employer's field goes. */
  summaries: string[][]
}

export const industries: IndustryFacts[] = industryData.map((row, index) => ({
  index,
  name: row.name as Industry,
  network: { id: findNetworkIndustry(row.network)?.id ?? '', name: row.network },
  kind: row.kind as Trade,
  naics: row.naics,
  words: row.words,
  keywords: row.keywords,
}))

export const industryTable = weightTable(industryData.map((row) => row.weight))

export const tracks: Track[] = trackData.map((row, index) => ({
  index,
  id: row.id,
  functions: row.functions as JobFunction[],
  trend: row.trend as EmployeeTrendFunction,
  technical: row.technical,
  titles: row.titles,
  skills: row.skills,
  summaries: row.summaries.map((summary) => summary.split('#')),
}))

export const trackTables = Object.fromEntries(
  kinds.map((kind) => [kind, weightTable(trackData.map((row) => row.weights[kind]))]),
) as Record<Trade, Uint16Array>

export const intern = 0
export const director = 5
export const chief = 7

/** Seniority of each level of a ladder. */
export const seniorityOfLevel: readonly Seniority[] = [
  'Internship',
  'Entry level',
  'Associate',
  'Mid-Senior level',
  'Mid-Senior level',
  'Director',
  'Executive',
  'Executive',
]

export function industryAt(index: number): IndustryFacts {
  return industries[index] as IndustryFacts
}
