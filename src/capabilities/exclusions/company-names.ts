import type { Lookups } from '../../corpus/lookup/index.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'

/** Names of the companies that some entries stand for; undefined where the corpus has none. */
export async function companyNames(
  lookups: Lookups,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<(string | undefined)[]> {
  const wanted = keys.map((key) => key.split(' '))
  const tokens = [...new Set(wanted.flat())]
  if (tokens.length === 0) return []
  const snapshot = await lookups.snapshots.newest('companies')
  const records = await lookups.lookup('companies', { tokens, snapshot, perToken: 1, signal })
  const names = new Map<string, string>()
  for (const { body, tokens: carried } of records) {
    const { preferred_name: name } = JSON.parse(body) as CompanyRecord
    for (const token of carried) if (name) names.set(token, name)
  }
  return wanted.map((own) => own.map((token) => names.get(token)).find((name) => name !== undefined))
}
