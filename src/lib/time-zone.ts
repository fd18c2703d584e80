import { memo } from './memo.ts'
import { dayMs } from './time.ts'

/** The runtime's name of a zone (`asia/kolkata` and `Asia/Calcutta` are one); undefined for unknown ones. */
export const canonicalZone: (name: string) => string | undefined = memo((name) => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
})

/** All zones by canonical name, including those of fixed offset. */
export function allZones(): readonly string[] {
  return (zoneNames ??= [
    ...new Set(
      [...Intl.supportedValuesOf('timeZone'), 'UTC', ...fixed].flatMap((name) => canonicalZone(name) ?? []),
    ),
  ])
}

let zoneNames: readonly string[] | undefined
const fixed = Array.from(
  { length: 27 },
  (_, index) => `Etc/GMT${index < 14 ? '-' : '+'}${index < 14 ? 14 - index : index - 14}`,
)

/** Days between two samples. No zone leaves an offset and returns to it within as few. */
const step = 14

const years = new Map<string, Int16Array>()

/** Minutes ahead of UTC at noon UTC of every day of a year. On a day of change it may be either offset. */
export function offsetsOfYear(zone: string, year: number): Int16Array {
  const key = `${zone} ${year}`
  let offsets = years.get(key)
  if (offsets === undefined) {
    // Two years of all zones are remembered; a third one starts from the beginning.
    if (years.size > 1_000) years.clear()
    years.set(key, (offsets = readYear(zone, year)))
  }
  return offsets
}

function readYear(zone: string, year: number): Int16Array {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const first = Date.UTC(year, 0, 1, 12)
  const offsets = new Int16Array((Date.UTC(year + 1, 0, 1, 12) - first) / dayMs)
  const read = (day: number) => readMinutes(format.format(first + day * dayMs))
  const fill = (from: number, to: number): void => {
    if (offsets[from] === offsets[to]) offsets.fill(offsets[from] as number, from, to)
    else if (to - from > 1) {
      const middle = (from + to) >> 1
      offsets[middle] = read(middle)
      fill(from, middle)
      fill(middle, to)
    }
  }
  const last = offsets.length - 1
  offsets[0] = read(0)
  for (let from = 0; from < last; from += step) {
    const to = Math.min(from + step, last)
    offsets[to] = read(to)
    fill(from, to)
  }
  return offsets
}

/** `1/2/2026, GMT+05:30` -> 330 */
function readMinutes(text: string): number {
  const match = /GMT(?:([+-])(\d{2}):(\d{2})(?::\d{2})?)?$/.exec(text)
  if (match?.[1] === undefined) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}
