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
    ...(batch === undefined ? [] : [tokenValue(batch)]),
    ...(year === undefined ? [] : [String(year)]),
  ]
  const kind = (batch === undefined ? '' : 'b') + (year === undefined ? '' : 'y')
  return exactToken('acc', [slug, ...(kind === '' ? [] : [kind]), ...parts].join('/'))
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
