import { z } from 'zod'
import type { Counted, Flow } from '../../corpus/analytics/index.ts'
import { jobFunctions, seniorities } from '../../corpus/records/index.ts'
import { countryByAlpha3, metroAreaAt } from '../../corpus/reference/index.ts'
import { toPercent } from './answer-parts.ts'

const share = {
  count: z.int().describe('People.'),
  percent: z.number().describe('Percent of all people counted.'),
}
const unknown = 'null: not known'

export const breakdowns = z
  .object({
    bySeniority: z.array(z.object({ seniority: z.string().nullable().describe(unknown), ...share })),
    byJobFunction: z.array(
      z.object({
        jobFunction: z.string().nullable().describe(`First function of the position; ${unknown}`),
        ...share,
      }),
    ),
    byCountry: z.array(
      z.object({
        countryCode: z.string().nullable().describe(`Where they live, alpha-3; ${unknown}`),
        countryName: z.string().nullable(),
        ...share,
      }),
    ),
    byMetro: z.array(
      z.object({
        slug: z
          .string()
          .nullable()
          .describe('Metro area as in getMetroAreas; null: outside all, or not known'),
        name: z.string().nullable(),
        ...share,
        centroid: z.object({ lat: z.number(), lon: z.number() }).nullable(),
      }),
    ),
    bySchool: z
      .array(
        z.object({
          schoolName: z.string().nullable(),
          schoolPnetOrgId: z.string().nullable(),
          ...share,
        }),
      )
      .describe('The most frequent schools; a person may have several, or none known.'),
    byYearsOfExperience: z.array(
      z.object({
        range: z.string().nullable().describe(`Years, e.g. \`2-5\`: from 2 up to below 5; ${unknown}`),
        lowerBound: z.number().nullable(),
        upperBound: z.number().nullable().describe('null: open'),
        ...share,
      }),
    ),
  })
  .meta({ id: 'TalentFlowBreakdowns' })

export type Breakdowns = z.output<typeof breakdowns>

/** Years of experience, from each bound up to below the next. */
const yearBounds = [0, 2, 5, 10, 15, 20] as const

/** Breakdowns of a flow; all except `bySchool` add up to its people. */
export function buildBreakdowns(flow: Flow, bySchool: Breakdowns['bySchool']): Breakdowns {
  const part = (count: number) => ({ count, percent: toPercent(count, flow.people) })
  return {
    bySeniority: flow.byLevel.map(({ value, count }) => ({
      seniority: seniorities[Number(value) - 1] ?? null,
      ...part(count),
    })),
    byJobFunction: flow.byFunction.map(({ value, count }) => ({
      jobFunction: jobFunctions[Number(value) - 1] ?? null,
      ...part(count),
    })),
    byCountry: flow.byCountry.map(({ value, count }) => ({
      countryCode: value === '' ? null : value,
      countryName: countryByAlpha3(value)?.name ?? null,
      ...part(count),
    })),
    byMetro: metros(flow.byPoint).map(({ metro, count }) => ({
      slug: metro?.slug ?? null,
      name: metro?.name ?? null,
      ...part(count),
      centroid: metro === undefined ? null : { lat: metro.lat, lon: metro.lon },
    })),
    bySchool,
    byYearsOfExperience: years(flow.byYears).map(({ count, ...range }) => ({ ...range, ...part(count) })),
  }
}

function metros(points: readonly Counted[]) {
  const counts = new Map<string, { metro: ReturnType<typeof metroAreaAt>; count: number }>()
  for (const { value, count } of points) {
    const [lat = Number.NaN, lon = Number.NaN] = value === '' ? [] : value.split(',').map(Number)
    const metro = metroAreaAt({ lat, lon })
    const entry = counts.get(metro?.slug ?? '')
    if (entry === undefined) counts.set(metro?.slug ?? '', { metro, count })
    else entry.count += count
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)
}

function years(counted: readonly Counted[]) {
  const of = (year: number) => yearBounds.findLastIndex((bound) => year >= bound)
  const counts = new Map<number, number>()
  for (const { value, count } of counted) {
    const place = of(Number(value))
    counts.set(place, (counts.get(place) ?? 0) + count)
  }
  return [...counts]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([place, count]) => {
      const [lower, upper] = [yearBounds[place], yearBounds[place + 1]]
      return {
        range: describeYears(lower, upper),
        lowerBound: lower ?? null,
        upperBound: upper ?? null,
        count,
      }
    })
}

/** Unknown years, which are at no place, come last. */
const rank = (place: number) => (place === -1 ? Infinity : place)

function describeYears(lower: number | undefined, upper: number | undefined): string | null {
  if (lower === undefined) return null
  return upper === undefined ? `${lower}+` : `${lower}-${upper}`
}
