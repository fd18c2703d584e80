import { z } from 'zod'
import { optional } from '../../../operation/index.ts'
import { token, tokenValue } from '../../search-index/index.ts'
import { and, hasAny, never, type Condition } from '../condition.ts'
import { countriesIn } from '../country.ts'
import { conditionLists, ruleFilter, type FilterContext } from '../filter.ts'
import { locationStrategy, near } from '../place.ts'
import { isCrossed, isOpen, numberRange, rangeCondition, withinRange } from '../range.ts'

const range = numberRange(z.number().int().min(0))

/** Offices of a company: how many there are, how many in a country, or one within a place. */
const officeRule = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('worldwide'),
      range: range.describe('Number of offices, both bounds inclusive.'),
    }),
    z.object({
      type: z.literal('country-or-region'),
      countryOrRegionCode: z.string().min(1),
      range: optional(range).describe(
        'Number of offices there, both bounds inclusive; at least one when absent.',
      ),
    }),
    z.object({ type: z.literal('geography'), location: locationStrategy }),
  ])
  .meta({ id: 'OfficeRule' })

export type OfficeRule = z.output<typeof officeRule>

function officeCondition(rule: OfficeRule, context: FilterContext, among: number): Condition {
  const { path } = context
  switch (rule.type) {
    case 'worldwide':
      return rangeCondition('office_count', rule.range, 'office_count >= 0')
    case 'geography':
      return near(rule.location, { ...context, path: `${path}.location` }, { of: 'office', among })
    case 'country-or-region': {
      const countries = countriesIn([rule.countryOrRegionCode], () => `${path}.countryOrRegionCode`, context)
      const bounds = rule.range === undefined || isOpen(rule.range) ? { lowerBound: 1 } : rule.range
      if (isCrossed(bounds)) return never
      const indexed = hasAny(
        'facets',
        countries.map((country) => token('ocountry', country)),
      )
      const values = countries.map(tokenValue)
      return and([
        // Zero offices leave no token.
        ...((bounds.lowerBound ?? 0) > 0 ? [indexed] : []),
        {
          kind: 'sql',
          text: (bind) => {
            const there = `arrayCount(country -> has(${bind.value('Array(String)', values)}, country), office_countries)`
            return `(notEmpty(office_countries) AND ${withinRange(bind, there, bounds)})`
          },
        },
      ])
    }
  }
}

/** Company search parameters about offices. */
export const officeFilters = {
  officeLocationsV2: ruleFilter(officeRule, (value, context) => {
    const among = Object.values(value).reduce((sum, list) => sum + (list?.length ?? 0), 0)
    return conditionLists(value, (rule, list, index) =>
      officeCondition(rule, { ...context, path: `${context.path}.${list}[${index}]` }, among),
    )
  }),
}

export const officeMeanings: Record<keyof typeof officeFilters, string> = {
  officeLocationsV2: 'Offices: how many worldwide or in a country or region, or one within a place.',
}
