import type { CompanyRecord } from '../records/index.ts'
import { findAccelerator } from '../reference/index.ts'
import { exactToken, tokenValue } from './tokens.ts'

/** Part in an accelerator programme, as precisely as it is asked for. */
export interface AcceleratorPart {
  slug: string
  batch?: string | undefined
  year?: number | undefined
}

/** `acc:ycombinator`, `…/b/winter_2021`, `…/y/2021`, `…/by/winter_2021/2021`: one posting list a question. */
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
  // As Y Combinator writes it, whose S is summer.
  x: 'spring',
  spring: 'spring',
}
const batchForms = [
  /^(?:yc_)?(?:batch_)?(?<season>[a-z]+)_?(?<year>(?:20)?\d\d)$/,
  /^(?:batch_)?(?<year>20\d\d)_?(?<season>[a-z]+)$/,
]

/** `W21`, `YC W21`, `Winter 2021` and `2021 winter` are one batch; what names no season and year is as it is written. */
export function batchValue(batch: string): string {
  const value = tokenValue(batch)
  for (const form of batchForms) {
    const { season = '', year = '' } = form.exec(value)?.groups ?? {}
    const name = seasons[season]
    if (name !== undefined) return `${name}_${year.length === 2 ? `20${year}` : year}`
  }
  return value
}

/** Every token a company is found by for the programmes it took part in. */
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
