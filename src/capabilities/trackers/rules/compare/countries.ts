import { z } from 'zod'
import { countries, expandCountryCodes, regions } from '../../../../corpus/reference/index.ts'
import { optional } from '../../../../operation/index.ts'

const codes = new Set(countries().map(({ alpha3 }) => alpha3))

/** Countries of a rule: upper-case alpha-3 codes. */
export const countryCodes = (what: string) =>
  optional(
    z
      .array(
        z
          .string()
          .refine(
            (code) => codes.has(code),
            'Expected an ISO 3166-1 alpha-3 code in capitals, for example DEU.',
          ),
      )
      .min(1)
      .max(300),
  ).describe(what)

/** Regions of a rule: `X-EMEA` and the like. */
export const regionCodes = (what: string) =>
  optional(
    z
      .array(
        z
          .string()
          .refine(
            (code) => regions().some((region) => region.code === code),
            'Expected a region code as getRegions lists them, for example X-EMEA.',
          ),
      )
      .min(1)
      .max(100),
  ).describe(what)

interface Where {
  countries?: string[] | undefined
  regions?: string[] | undefined
}

/** Lists the countries that a rule names, with those of its regions. */
export const listCountries = ({ countries: codes = [], regions: groups = [] }: Where): Set<string> =>
  expandCountryCodes([...codes, ...groups]).countries

/** Whether a country is one of those named, or in one of the regions named. If neither is named, any country is. */
export function isIn(country: string | null | undefined, where: Where): boolean {
  if (where.countries === undefined && where.regions === undefined) return true
  return !!country && listCountries(where).has(country)
}
