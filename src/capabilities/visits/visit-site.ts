import type { NativeCompany } from '../../corpus/records/index.ts'
import { yieldTo } from '../../sources/index.ts'
import { isUnanswered } from './answered.ts'
import type { VisitedCompany } from './company.ts'
import type { VisitParts } from './visit-parts.ts'

/** What a company's own site said. */
export interface SiteVisit {
  /** Members that were written. */
  written: string[]
  /** Members that it says otherwise than the record, which stays as it is. */
  withheld: string[]
  isUnfinished: boolean
}

const withinMs = 60_000

/** Lists that a site adds to: what it does not name may be true none the less. */
const addedTo = ['technologies', 'emails', 'phone_numbers'] as const

/** Asks a company's own site what it says of itself, and writes it to the record of the company. */
export async function visitSite(
  { sources, writer }: VisitParts,
  { record: recorded, domains, names }: VisitedCompany,
  signal: AbortSignal,
): Promise<SiteVisit> {
  const question = { domain: domains[0] ?? null, name: names[0] ?? null }
  const { answers, attempts } = await sources.ask('company.site', question, { signal, withinMs, maxAgeMs: 0 })
  const [answer] = answers
  if (answer === undefined) return { written: [], withheld: [], isUnfinished: isUnanswered(attempts) }
  const { record, withheld } = yieldTo(answer.answer, { ...recorded })
  for (const member of addedTo) {
    const values = record[member]
    if (values) record[member] = [...new Set([...(recorded[member] ?? []), ...values])]
  }
  const { source, observedAt: observed_at, confidence } = answer
  const line: NativeCompany = { ...record, ...identityOf(recorded), source, observed_at, confidence }
  await writer.write('companies', [{ line: 1, record: line }], { source, observedAt: new Date(observed_at) })
  return { written: Object.keys(record), withheld, isUnfinished: false }
}

/** By what the record is recognised, whatever the site calls its company. */
function identityOf({
  li_org_id,
  pnet_primary_slug,
  names,
  preferred_name,
}: VisitedCompany['record']): NativeCompany {
  const ownNames = [...(names ?? []), preferred_name].filter((name) => name !== null)
  return {
    ...(li_org_id && { li_org_id }),
    ...(pnet_primary_slug && { pnet_primary_slug }),
    ...(ownNames.length > 0 && { names: ownNames }),
  }
}
