// Publishers often write the day or the period of a publication into its address. Entries then name it in braces:
// `{year}`, `{month}`, `{day}` (two digits each but the year) and `{quarter}`.

/** The addresses of one publication. */
export interface PublicationAddresses {
  addresses: readonly string[]
  checksums?: string | undefined
}

const placeholder = /\{([^{}]*)\}/g
const periods = ['day', 'month', 'quarter', 'year'] as const
type Period = (typeof periods)[number]

/** Why an address cannot be dated, as a sentence; undefined where it can, or has nothing to be dated by. */
export function faultOfDates(address: string): string | undefined {
  const names = [...address.matchAll(placeholder)].map(([, name = '']) => name)
  const strange = names.find((name) => !periods.some((period) => period === name))
  if (strange !== undefined) return `{${strange}} is no part of a day: expected ${listNames()}`
  return names.length > 0 && !names.includes('year') ? 'a period without {year} is of no time' : undefined
}

const listNames = () => periods.map((name) => `{${name}}`).join(', ')

/**
 * The publications that may be the newest one, the latest period first: that of today, and as many before as the entry
 * says. One alone where the addresses have no period.
 */
export function listDated(
  of: PublicationAddresses & { earlier: number },
  nowMs: number,
): [PublicationAddresses, ...PublicationAddresses[]] {
  const texts = [...of.addresses, ...(of.checksums === undefined ? [] : [of.checksums])]
  const period = periods.find((name) => texts.some((text) => text.includes(`{${name}}`)))
  if (period === undefined) return [of]
  const dated = (back: number): PublicationAddresses => {
    const values = datesOf(period, nowMs, back)
    const fill = (text: string) => text.replaceAll(placeholder, (_, name: Period) => values[name])
    return {
      addresses: of.addresses.map(fill),
      checksums: of.checksums === undefined ? undefined : fill(of.checksums),
    }
  }
  return [dated(0), ...Array.from({ length: of.earlier }, (_, index) => dated(index + 1))]
}

/** The first day of a period that lies some periods back, in its parts. */
function datesOf(period: Period, nowMs: number, back: number): Record<Period, string> {
  const now = new Date(nowMs)
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const first: Record<Period, number> = {
    day: Date.UTC(year, month, day - back),
    month: Date.UTC(year, month - back),
    quarter: Date.UTC(year, month - (month % 3) - 3 * back),
    year: Date.UTC(year - back, 0),
  }
  const at = new Date(first[period])
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return {
    year: String(at.getUTCFullYear()),
    quarter: String(Math.floor(at.getUTCMonth() / 3) + 1),
    month: twoDigits(at.getUTCMonth() + 1),
    day: twoDigits(at.getUTCDate()),
  }
}
