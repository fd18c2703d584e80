import { companyNameForms, companyNameLikeness } from '../../corpus/names/index.ts'
import type { ResolveDeps } from './slice.ts'

/** What a company's own site says of the name that is looked for. */
export interface SiteEvidence {
  text: string
  agrees: boolean
}

/** A site that takes longer says nothing. */
const withinMs = 10_000

/** Asks the site of a domain what its company is called; undefined where no source can, or the site does not say. */
export async function siteEvidence(
  { sources }: Pick<ResolveDeps, 'sources'>,
  { name, domain, signal }: { name: string; domain: string; signal: AbortSignal },
): Promise<SiteEvidence | undefined> {
  const { answers } = await sources.ask('company.site', { domain, name }, { signal, withinMs })
  const own = answers[0]?.answer.record.preferred_name
  if (!own) return undefined
  const likeness = companyNameLikeness(companyNameForms(own), companyNameForms(name), { fuzzy: true })
  const agrees = likeness !== undefined && likeness.likeness > 0
  return { agrees, text: agrees ? 'site: calls itself so' : `site: calls itself ${own.slice(0, 100)}` }
}
