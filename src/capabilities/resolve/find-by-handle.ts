import { accountToken } from '../../corpus/identify/index.ts'
import { findNow } from '../../corpus/lookup/index.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { rounded } from './confidence.ts'
import type { SocialPlatform } from '../../lib/social-handle.ts'
import type { Asking, LookupDeps } from './slice.ts'

export interface HandleMatch {
  type: 'person' | 'company'
  slug: string
  name: string | null
  confidence: number
  evidence: string[]
}

/** Records that claim one account; more than one, and nobody is sure. */
const perToken = 5
const certainty = 0.95

/** The owner of an account on another platform, by its normal handle: a person, else a company. */
export async function findByHandle(
  deps: LookupDeps,
  asking: Pick<Asking, 'signal'>,
  { platform, handle }: { platform: SocialPlatform; handle: string },
): Promise<HandleMatch | undefined> {
  const tokens = [accountToken(platform, handle)]
  const people = await findNow(deps.search, 'people', { tokens, perToken, signal: asking.signal })
  const evidence = ['handle: the same']
  if (people[0] !== undefined) {
    const { primary_slug: slug, name } = JSON.parse(people[0].body) as PersonRecord
    return { type: 'person', slug, name, confidence: rounded(certainty / people.length), evidence }
  }
  const companies = await findNow(deps.search, 'companies', { tokens, perToken, signal: asking.signal })
  const records = companies.map(({ body }) => JSON.parse(body) as CompanyRecord)
  for (const { pnet_primary_slug: slug, preferred_name: name } of records) {
    if (slug === null) continue
    return { type: 'company', slug, name, confidence: rounded(certainty / records.length), evidence }
  }
  return undefined
}
