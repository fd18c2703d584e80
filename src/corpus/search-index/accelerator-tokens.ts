import type { CompanyRecord } from '../records/index.ts'
import { findAccelerator } from '../reference/index.ts'
import { exactToken, tokenValue } from './tokens.ts'

/** Part in an accelerator programme, as precisely as the question says. */
export interface AcceleratorPart {
  slug: string
  batch?: string | undefined
  year?: number | undefined
}

/**
 * `acc:ycombinator`, `…/b/winter_2021`, `…/y/2021`, `…/by/winter_2021/2021`: each question reads one posting list.
 */
export function acceleratorToken({ slug, batch, year }: AcceleratorPart): string {
  const parts = [
    ...(batch === undefined ? [] : [batchValue(batch)]),
    ...(year === undefined ? [] : [String(year)]),
  ]
  const kind = (batch === undefined ? '' : 'b') + (year === undefined ? '' : 'y')
  return exactToken('acc', [slug, ...(kind === '' ? [] : [kind]), ...parts].join('/'))
}

const seasons: Record<string, string> = {
  w: 'winter',
  winter: 'winter',
  s: 'summer',
  summer: 'summer',
  f: 'fall',
  fall: 'fall',
  autumn: 'fall',
  // Y Combinator's abbreviations, in which S is summer.
  x: 'spring',
  spring: 'spring',
}
const batchForms = [
  /^(?:yc_)?(?:batch_)?(?<season>[a-z]+)_?(?<year>(?:20)?\d\d)$/,
  /^(?:batch_)?(?<year>20\d\d)_?(?<season>[a-z]+)$/,
]

/**
 * Writes `W21`, `YC W21`, `Winter 2021` and `2021 winter` as one batch. A text without season and year stays as it
 * is.
 */
export function batchValue(batch: string): string {
  const value = tokenValue(batch)
  for (const form of batchForms) {
    const { season = '', year = '' } = form.exec(value)?.groups ?? {}
    const name = seasons[season]
    if (name !== undefined) return `${name}_${year.length === 2 ? `20${year}` : year}`
  }
  return value
}

/** Every token of the programmes that a company took part in. */
export function acceleratorTokens(record: CompanyRecord): string[] {
  return (record.accelerators ?? []).flatMap((entry) => {
    const slug = entry.accelerator_slug ?? findAccelerator(entry.accelerator_name ?? '')?.slug
    if (slug === undefined) return []
    const batch = entry.batch || undefined
    const year = entry.year ?? undefined
    const parts: AcceleratorPart[] = [{ slug }]
    if (batch !== undefined) parts.push({ slug, batch })
    if (year !== undefined) parts.push({ slug, year })
    if (batch !== undefined && year !== undefined) parts.push({ slug, batch, year })
    return parts.map(acceleratorToken)
  })
}
