import { companyNameKey } from '../../corpus/names/index.ts'
import { findNow } from '../../corpus/lookup/index.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'
import { exactToken } from '../../corpus/search-index/index.ts'
import type { LanguageDeps } from './slice.ts'
import type { CorpusOrganization } from './parse/mention.ts'

/** Organizations of the corpus that texts of a question name, by the key of the text; the most prominent of a name. */
export async function findOrganizations(
  { search }: Pick<LanguageDeps, 'search'>,
  texts: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Map<string, CorpusOrganization>> {
  const names = new Map<string, CorpusOrganization>()
  const tokens = new Map<string, string>()
  for (const [key, text] of texts) {
    const name = companyNameKey(text)
    if (name !== '') tokens.set(key, exactToken('name', name))
  }
  if (tokens.size === 0) return names
  const records = await findNow(search.search, 'companies', {
    tokens: [...new Set(tokens.values())],
    perToken: 1,
    signal,
  })
  const byToken = new Map<string, CorpusOrganization>()
  for (const { body, tokens: carried } of records) {
    const name = readName(JSON.parse(body) as CompanyRecord)
    for (const token of carried) if (name !== undefined && !byToken.has(token)) byToken.set(token, name)
  }
  for (const [key, token] of tokens) {
    const name = byToken.get(token)
    if (name !== undefined) names.set(key, name)
  }
  return names
}

function readName({
  preferred_name: name,
  domains,
  is_investor: isInvestor,
  li_category: category,
}: CompanyRecord): CorpusOrganization | undefined {
  if (name === null) return undefined
  return { name, domain: domains?.[0], isInvestor: isInvestor === true, isSchool: category === 'S' }
}
