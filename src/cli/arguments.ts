import { InvalidArgumentError } from 'commander'
import { normalizeRange } from '../lib/network-address.ts'
import { noCredits, toMilli, type MilliCredits } from '../lib/credits.ts'

/** `12`, `0.5`: up to three decimals, zero or more. */
export function creditsArgument(text: string): MilliCredits {
  if (!/^\d{1,11}(\.\d{1,3})?$/.test(text)) {
    throw new InvalidArgumentError('expected credits: a number with up to three decimals, such as 12.5')
  }
  return toMilli(Number(text))
}

export function positiveCreditsArgument(text: string): MilliCredits {
  const amount = creditsArgument(text)
  if (amount === noCredits) throw new InvalidArgumentError('expected more than 0 credits')
  return amount
}

export function switchArgument(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('expected on or off')
  return text === 'on'
}

/** A whole number from 1 to a billion. */
export function countArgument(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('expected a whole number above 0')
  return Number(text)
}

/** `90d` (days from now), a date, an instant, or `never`. */
export type WhenArgument = { days: number } | { instant: Date } | 'never'

export function whenArgument(text: string): WhenArgument {
  if (text === 'never') return 'never'
  const days = /^(\d{1,5})d$/.exec(text)?.[1]
  if (days !== undefined) return { days: Number(days) }
  const instant = new Date(text)
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(instant.getTime())) {
    throw new InvalidArgumentError(
      'expected a date (2027-12-31), an instant, a number of days (90d) or never',
    )
  }
  return { instant }
}

/** Null for never. */
export function toInstant(when: WhenArgument, nowMs: number): Date | null {
  if (when === 'never') return null
  return 'instant' in when ? when.instant : new Date(nowMs + when.days * 86_400_000)
}

export function nameArgument(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > 200 || /\p{Cc}/u.test(name)) {
    throw new InvalidArgumentError('expected a name of 1 to 200 characters')
  }
  return name
}

/** A pattern of operation ids; collects repeated ones. */
export function scopeArgument(text: string, before: string[] = []): string[] {
  if (!/^[A-Za-z*]{1,80}$/.test(text)) {
    throw new InvalidArgumentError('expected an operation id, in which * stands for any letters')
  }
  return [...before, text]
}

/** An address or a CIDR range in its normal form; collects repeated ones. */
export function rangeArgument(text: string, before: string[] = []): string[] {
  const range = normalizeRange(text)
  if (range === undefined) throw new InvalidArgumentError('expected an address or a CIDR range')
  return [...before, range]
}
