import { getTimeZones } from '@vvo/tzdb'
import { deepFreeze } from './build-once.ts'
import type { TimeZonesBody } from './schema.ts'

/** No zone changes its offset but at a full quarter of an hour, so a body holds that long. */
const quarterHourMs = 15 * 60_000

let latest: { quarter: number; body: TimeZonesBody } | undefined

/**
 * The body of getTimeZones at a moment (milliseconds since the epoch): every group of IANA zones plus UTC, by
 * current offset. The two `current…` members depend on the moment, all others do not.
 */
export function timeZonesBody(nowMs: number): TimeZonesBody {
  const quarter = Math.floor(nowMs / quarterHourMs)
  if (latest?.quarter !== quarter) latest = { quarter, body: bodyAt(quarter * quarterHourMs) }
  return latest.body
}

function bodyAt(atMs: number): TimeZonesBody {
  const timeZones = getTimeZones({ includeUtc: true, date: new Date(atMs) }).map((zone) => ({
    name: zone.name,
    alternativeName: zone.alternativeName,
    group: [...zone.group],
    continentCode: zone.continentCode,
    continentName: zone.continentName,
    countryName: zone.countryName,
    countryCode: zone.countryCode,
    mainCities: zone.mainCities.filter((city) => city !== ''),
    rawOffsetInMinutes: zone.rawOffsetInMinutes,
    abbreviation: zone.abbreviation,
    rawFormat: zone.rawFormat,
    currentTimeOffsetInMinutes: zone.currentTimeOffsetInMinutes,
    currentTimeFormat: zone.currentTimeFormat,
  }))
  return deepFreeze({ timeZones })
}
