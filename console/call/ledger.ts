import { settle, type Answer } from './answer.ts'
import { api, type Operations, type Schemas } from './client.ts'

type Query = NonNullable<Operations['getLedger']['parameters']['query']>

export interface LedgerPage {
  entries: Schemas['LedgerEntry'][]
  nextCursor: string | null
}

/** Movements of credits. The operation answers files, too, which the type of its answer cannot tell apart. */
export const readLedger = async (query: Query) =>
  (await settle(api.GET('/v1/ledger', { params: { query } }) as Promise<never>)) as Answer<LedgerPage>

/** The same as a file, or the statement of a month. */
export async function readLedgerFile(query: Query): Promise<string> {
  const { output } = await settle(api.GET('/v1/ledger', { params: { query }, parseAs: 'text' }))
  return output
}
