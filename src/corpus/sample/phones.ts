import type { PhoneKind } from '../records/index.ts'
import { cityAt, countries, type SampleCountry } from './places.ts'
import { shuffled, type World } from './world.ts'

// Only numbers that national regulators set aside for fiction. They are few and each is given once: a shuffled rank
// decides who gets one, so that in large samples some people have phones, and no two the same.

interface Range {
  prefix: string
  digits: number
  /** Numbers in this range and all before it. */
  upTo: number
}

const ranges = new Map<SampleCountry, Range[]>()
for (const country of countries) {
  let upTo = 0
  const own = country.phones.map((pattern) => {
    const prefix = pattern.replace(/#+$/, '')
    const digits = pattern.length - prefix.length
    upTo += 10 ** digits
    return { prefix, digits, upTo }
  })
  ranges.set(country, own)
}

function numberAt(country: SampleCountry, place: number): string | undefined {
  const own = ranges.get(country) ?? []
  let before = 0
  for (const { prefix, digits, upTo } of own) {
    if (place < upTo) return prefix + String(place - before).padStart(digits, '0')
    before = upTo
  }
  return undefined
}

/** A number of the company's country; undefined when fiction has none left there. */
export function personPhone(world: World, company: number, index: number): string | undefined {
  const { country } = cityAt(world.city[company] as number)
  return numberAt(country, 2 * shuffled(world, 41, index, world.people))
}

/** Companies have the odd numbers, people the even ones. */
export function companyPhone(world: World, company: number): string | undefined {
  const { country } = cityAt(world.city[company] as number)
  return numberAt(country, 2 * shuffled(world, 42, company, world.companies) + 1)
}

/** A fictional number that others may have as well, since there are fewer numbers than properties. */
export function fictionalPhone(country: SampleCountry, index: number): string | undefined {
  const total = ranges.get(country)?.at(-1)?.upTo ?? 0
  return total === 0 ? undefined : numberAt(country, index % total)
}

/** `mobile` where the range is one, or where the country does not distinguish them. */
export function findPhoneKind(number: string): PhoneKind {
  return /^\+(1|4917|467)/.test(number) ? 'mobile' : 'work'
}
