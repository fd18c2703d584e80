import type { EntityKind } from '../../commits/index.ts'
import type { NativeFundingRound } from '../../records/index.ts'
import type { IngestItem } from '../../write/index.ts'
import type { ImportKind } from '../mapping/target.ts'

/** A funding round as an observation of its company: what names the company, and the round to be added to it. */
function fundingLine(line: NativeFundingRound): object {
  const { round_id: _id, company, source, observed_at, confidence, ...round } = line
  const { li_org_id, pnet_primary_slug, domain, name } = company ?? {}
  return {
    ...{ li_org_id, pnet_primary_slug, source, observed_at, confidence },
    ...(domain ? { domains: [domain] } : {}),
    ...(name ? { names: [name] } : {}),
    added_rounds: [round],
  }
}

/** What a row is written as: a funding round is an observation of its company. */
export function writtenAs(
  kind: ImportKind,
  items: readonly IngestItem[],
): [EntityKind, readonly IngestItem[]] {
  if (kind !== 'funding') return [kind, items]
  const asCompany = ({ line, record }: IngestItem): IngestItem => ({
    line,
    record: fundingLine(record as NativeFundingRound),
  })
  return ['companies', items.map(asCompany)]
}
