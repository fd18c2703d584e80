import { z } from 'zod'
import { allZones, canonicalZone, offsetsOfYear } from '../../lib/time-zone.ts'
import { invalidMember, withDefault } from '../../operation/index.ts'
import { exactToken } from '../search-index/index.ts'
import { hasAny } from './condition.ts'
import { filter, type FilterContext } from './filter.ts'

const minutes = z.number().min(0).max(1_560)

/** A window of time zones around one (SHAPES.md 3 "timeZone"). */
const zoneWindow = z
  .object({
    strategy: z.object({
      mode: z.literal('midpoint-with-buffer'),
      midpointTimeZoneName: z.string().min(1).describe('IANA name, e.g. Europe/Berlin.'),
      maxMinutesWestward: minutes.describe('How far clocks there may be behind those of the midpoint.'),
      maxMinutesEastward: minutes.describe('How far they may be ahead.'),
      includePartialYearMatches: withDefault(z.boolean(), false).describe(
        'Zones that are within the window on some days of the year only, because clocks change on different days.',
      ),
    }),
  })
  .meta({ id: 'TimeZoneWindow' })

type ZoneWindow = z.output<typeof zoneWindow>

/** In any of some windows of time zones, by the offsets of the current year. */
export const timeZoneFilter = filter(
  z.object({ anyOf: z.array(zoneWindow).max(20) }),
  ({ anyOf }, context) => {
    const zones = anyOf.flatMap((window, index) =>
      zonesWithin(window.strategy, { ...context, path: `${context.path}.anyOf[${index}].strategy` }),
    )
    return hasAny(
      'facets',
      zones.map((zone) => exactToken('tz', zone)),
    )
  },
)

function zonesWithin(window: ZoneWindow['strategy'], context: FilterContext): string[] {
  const midpoint = canonicalZone(window.midpointTimeZoneName)
  if (midpoint === undefined) {
    throw invalidMember(
      `${context.path}.midpointTimeZoneName`,
      `"${window.midpointTimeZoneName}" is not an IANA time zone.`,
      'unknown_time_zone',
    )
  }
  const year = new Date(context.today * 86_400_000).getUTCFullYear()
  const middle = offsetsOfYear(midpoint, year)
  return allZones().filter((zone) => {
    const offsets = offsetsOfYear(zone, year)
    const isNear = (offset: number, day: number) => {
      const ahead = offset - (middle[day] as number)
      return ahead <= window.maxMinutesEastward && -ahead <= window.maxMinutesWestward
    }
    return window.includePartialYearMatches ? offsets.some(isNear) : offsets.every(isNear)
  })
}
