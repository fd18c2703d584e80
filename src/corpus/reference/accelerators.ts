import { pickBelow } from '../../lib/compare.ts'
import { buildOnce } from './build-once.ts'
import rows from '../../../data/reference/accelerators.json' with { type: 'json' }
import type { AcceleratorsBody } from './schema.ts'

/** A start-up accelerator that company filters know by its slug. */
export interface Accelerator {
  slug: string
  name: string
  /** Year of its first programme. */
  since: number
  website: string
  otherNames: readonly string[]
}

/** Counts of an accelerator's companies in a corpus. */
export interface AcceleratorTally {
  numCompanies: number
  batches: readonly string[]
  years: readonly number[]
}

/** All accelerators by name. */
export const accelerators: () => readonly Accelerator[] = buildOnce(() =>
  [...rows].sort((a, b) => a.name.localeCompare(b.name, 'en')),
)

/** Clients of such services take no earlier year, nor one after the next: they would refuse the whole list. */
const firstYear = 2000

/**
 * The body of getAccelerators at a moment (milliseconds since the epoch). Years run from the first programme, or from
 * 2000, to now; batches are those whose names follow a rule. What the corpus holds as well (`tallies` by slug) is merged
 * in, and is the only source of company counts: without tallies they are null, for not counted.
 * Logos are null: none are shipped, and links to images of other sites would tell them who looks.
 */
export function acceleratorsBody(
  nowMs: number,
  tallies?: ReadonlyMap<string, AcceleratorTally>,
): AcceleratorsBody {
  const thisYear = new Date(nowMs).getUTCFullYear()
  return {
    accelerators: accelerators().map(({ slug, name, since, website, otherNames }) => {
      const tally = tallies?.get(slug)
      const first = Math.max(since, firstYear)
      const years = Array.from({ length: thisYear - first + 1 }, (_, index) => first + index)
      const batches = slug === 'ycombinator' ? years.flatMap(seasonBatches) : []
      return {
        acceleratorSlug: slug,
        acceleratorName: name,
        numCompanies: tallies === undefined ? null : (tally?.numCompanies ?? 0),
        batches: [...new Set([...batches, ...(tally?.batches ?? [])])].map((batch) => ({
          batch,
          numCompanies: null,
        })),
        years: [...new Set([...years, ...(tally?.years ?? [])])]
          .filter((year) => year >= firstYear && year <= thisYear + 1)
          .sort((a, b) => a - b)
          .map((year) => ({ year, numCompanies: null })),
        logoUrl: null,
        website,
        otherNames: [...otherNames],
      }
    }),
  }
}

const seasonsBefore = [
  [2006, ['Summer']],
  [2024, ['Winter', 'Summer']],
  [2025, ['Winter', 'Summer', 'Fall']],
] as const

/** Y Combinator's batches of a year: one in 2005, two until 2023, then a third in autumn and a fourth in spring. */
function seasonBatches(year: number): string[] {
  const seasons = pickBelow<readonly string[]>(year, seasonsBefore, ['Winter', 'Spring', 'Summer', 'Fall'])
  return seasons.map((season) => `${season} ${year}`)
}

/** The accelerator with this slug, name or other name; case does not matter. */
export function findAccelerator(nameOrSlug: string): Accelerator | undefined {
  return byName().get(nameOrSlug.trim().toLowerCase())
}

const byName = buildOnce(() => {
  const names = new Map<string, Accelerator>()
  for (const accelerator of accelerators()) {
    for (const name of [accelerator.slug, accelerator.name, ...accelerator.otherNames]) {
      names.set(name.toLowerCase(), accelerator)
    }
  }
  return names
})
