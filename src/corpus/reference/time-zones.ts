import { getTimeZones } from '@vvo/tzdb'
import { deepFreeze } from './build-once.ts'
import type { TimeZonesBody } from './schema.ts'

/** No zone changes its offset but at a full quarter of an hour, so a body holds that long. */
const quarterHourMs = 15 * 60_000

let latest: { quarter: number; zones: readonly Zone[] } | undefined

/**
 * The body of getTimeZones at a moment (milliseconds since the epoch): every group of IANA zones plus UTC, by
 * current offset. The `current…` members and `isDaylightSaving` depend on the moment, all others on its year at most.
 */
export function timeZonesBody(nowMs: number): TimeZonesBody {
  const quarter = Math.floor(nowMs / quarterHourMs)
  if (latest?.quarter !== quarter) latest = { quarter, zones: zonesAt(quarter * quarterHourMs) }
  const timeZones = latest.zones.map((zone) => ({
    ...zone,
    currentLocalTime: localTime(nowMs, zone.currentUtcOffsetMinutes),
  }))
  return { timeZones }
}

type Zone = Omit<TimeZonesBody['timeZones'][number], 'currentLocalTime'>

/** `2026-01-15T13:45:07+01:00` */
function localTime(nowMs: number, offset: number): string {
  const local = new Date(nowMs + offset * 60_000).toISOString().slice(0, 19)
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return `${local}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`
}

function zonesAt(atMs: number): readonly Zone[] {
  const year = new Date(atMs).getUTCFullYear()
  const [winter, summer] = [0, 6].map((month) => offsetsAt(Date.UTC(year, month, 15)))
  const zones = getTimeZones({ includeUtc: true, date: new Date(atMs) }).map((zone): Zone => {
    const now = zone.currentTimeOffsetInMinutes
    const offsets = [now, winter?.get(zone.name) ?? now, summer?.get(zone.name) ?? now]
    const least = Math.min(...offsets)
    return {
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
      currentTimeOffsetInMinutes: now,
      currentTimeFormat: zone.currentTimeFormat,
      timeZoneName: zone.name,
      displayName: zone.currentTimeFormat,
      countryCodeAlpha2: zone.countryCode,
      subZones: [...zone.group],
      currentUtcOffsetMinutes: now,
      minUtcOffsetMinutes: least,
      maxUtcOffsetMinutes: Math.max(...offsets),
      isDaylightSaving: now > least,
    }
  })
  return deepFreeze(zones)
}

const offsetsAt = (atMs: number): Map<string, number> =>
  new Map(
    getTimeZones({ includeUtc: true, date: new Date(atMs) }).map((zone) => [
      zone.name,
      zone.currentTimeOffsetInMinutes,
    ]),
  )
