import { z } from 'zod'
import type { Question } from '../capabilities.ts'
import { SourceRateLimited, SourceRefused, SourceUnavailable, type SourceFailed } from '../failures.ts'

/** Endings by which the vendor tells exchanges apart; those of the United States have none. */
const endings: Readonly<Record<string, string>> = {
  LON: '.LON',
  XLON: '.LON',
  LSE: '.LON',
  TSE: '.TRT',
  XTSE: '.TRT',
  TRT: '.TRT',
  ETR: '.DEX',
  XETR: '.DEX',
  DEX: '.DEX',
  BSE: '.BSE',
  XBOM: '.BSE',
  SHH: '.SHH',
  XSHG: '.SHH',
  SHZ: '.SHZ',
  XSHE: '.SHZ',
}

/** The symbol as the vendor writes it: TSCO of London is TSCO.LON. */
export const toSymbol = ({ ticker, exchange }: Question<'finance.instrument'>): string =>
  `${ticker ?? ''}${endings[exchange ?? ''] ?? ''}`

const vendorNote = z.object({
  Note: z.string().optional(),
  Information: z.string().optional(),
  'Error Message': z.string().optional(),
})

/**
 * What the vendor says instead of an answer, always with status 200: `Note` and `Information` for limits and for what a plan
 * does not have. `Error Message` means that a symbol or a parameter is unknown, which is no failure.
 */
export function vendorFailure(body: unknown): SourceFailed | undefined {
  const parsed = vendorNote.safeParse(body)
  if (!parsed.success) return new SourceUnavailable('not the documented answer')
  const { Note, Information, 'Error Message': error } = parsed.data
  if (error !== undefined && /apikey|api key/i.test(error)) return new SourceRefused('the key is refused')
  const note = Note ?? Information
  if (note === undefined) return undefined
  if (/per day/i.test(note)) return new SourceRateLimited(3_600_000)
  if (/premium/i.test(note) && !/rate limit|per minute|frequency/i.test(note))
    return new SourceRefused('the plan does not have this')
  return new SourceRateLimited(60_000)
}

/** Numbers come as text, with `None` and `-` for what is not known. */
export const figure = z
  .string()
  .optional()
  .transform((text) => {
    const value = Number(text?.replace(/%$/, '').trim())
    return text === undefined || text.trim() === '' || Number.isNaN(value) ? null : value
  })

/** The form a vendor's answer must have. Throws SourceUnavailable. */
export function documented<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new SourceUnavailable('not the documented answer')
  return parsed.data
}

export const isUnknown = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'Error Message' in body
