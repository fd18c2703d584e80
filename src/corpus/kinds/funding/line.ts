import type { NativeFundingRound } from '../../records/index.ts'

/** A funding round as an observation of its company: members that name the company, and the round to add. */
export function fundingLine(line: NativeFundingRound): object {
  const { round_id: _id, company, external_ids, source, observed_at, confidence, ...round } = line
  const { li_org_id, pnet_primary_slug, domain, name } = company ?? {}
  return {
    li_org_id,
    pnet_primary_slug,
    external_ids,
    source,
    observed_at,
    confidence,
    ...(domain ? { domains: [domain] } : {}),
    ...(name ? { names: [name] } : {}),
    added_rounds: [round],
  }
}
