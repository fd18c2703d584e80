import type { Experience } from '../records/index.ts'
import { careerTenures, functionNumber, gradeNumber, levelNumber } from './person-tenures.ts'

/** Columns of a person's tenures; the arrays run side by side, and mean what migration 0019 says. */
export interface TenureColumns {
  employers: string
  tenureOrgs: bigint[]
  tenureDomains: bigint[]
  tenureNames: bigint[]
  tenureStarts: number[]
  tenureEnds: number[]
  tenureFrom: number[]
  tenureTo: number[]
  tenureEntryLevels: number[]
  tenureExitLevels: number[]
  tenureEntryFunctions: number[]
  tenureExitFunctions: number[]
  tenureFunctions: bigint[]
  tenureGrades: number[]
}

export function tenureColumns(experiences: readonly Experience[]): TenureColumns {
  const tenures = careerTenures(experiences)
  const employers = new Set(
    tenures.flatMap(({ org, domain, name }) => [org, domain, name].filter((number) => number !== 0n)),
  )
  return {
    employers: [...new Set([...employers].map(employerToken))].join(' '),
    tenureOrgs: tenures.map(({ org }) => org),
    tenureDomains: tenures.map(({ domain }) => domain),
    tenureNames: tenures.map(({ name }) => name),
    tenureStarts: tenures.map(({ start }) => start),
    tenureEnds: tenures.map(({ end }) => end),
    tenureFrom: tenures.map(({ from }) => from),
    tenureTo: tenures.map(({ to }) => to),
    tenureEntryLevels: tenures.map(({ first }) => levelNumber(first.seniority)),
    tenureExitLevels: tenures.map(({ last }) => levelNumber(last.seniority)),
    tenureEntryFunctions: tenures.map(({ first }) => functionNumber(first.job_function?.[0])),
    tenureExitFunctions: tenures.map(({ last }) => functionNumber(last.job_function?.[0])),
    tenureFunctions: tenures.map(({ functions }) => functions),
    tenureGrades: tenures.map(({ last }) => gradeNumber(last)),
  }
}

const tokens = 0xf_ffffn

/**
 * Token of an employer by one of its numbers. A million of them for all employers there are: a text index of tokens that
 * occur once is ten times slower to write, and who shares one by chance is told apart by the number itself.
 */
export const employerToken = (number: bigint): string => (number & tokens).toString()
