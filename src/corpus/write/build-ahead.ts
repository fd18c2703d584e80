import type { CorpusKind } from '../kinds/index.ts'
import { recordStore } from '../record-store/index.ts'
import { standingAlone } from './fresh-lines.ts'
import type { NextCommit, WriterStores } from './ingest.ts'
import { idAt, linkAll, lookUp, namesAny, type Batch } from './plan.ts'
import type { LineSummary } from './read-line.ts'

/**
 * Begins to build the rows of a batch while the one before it is being stored, for the number and ids that its commit will
 * have if no other writer comes between. Decides nothing: the batch is planned once the one before is published, and what
 * turns out otherwise is built again. Left out are lines that look for anything that the batch before writes.
 */
export async function buildAhead(
  stores: WriterStores,
  kind: CorpusKind,
  { next, ...batch }: Pick<Batch, 'lines' | 'contested' | 'options'> & { next: NextCommit },
): Promise<void> {
  const { db } = stores
  const { lines } = batch
  if (lines.buildAhead === undefined) return
  const commit = { number: next.number, firstEntityId: next.firstEntityId }
  const { suppressedTokens, outcome, ...context } = await lookUp(stores, kind, batch)
  const { places } = await standingAlone(db, kind, { ...context, lines })
  const lookups = [...places].map((place) => {
    const { identifiers, lookupTokens } = lines.summaries[place] as LineSummary
    return { place, tokens: [...identifiers, ...lookupTokens] }
  })
  const written = next.writtenAmong(lookups.flatMap(({ tokens }) => tokens))
  const fresh = lookups
    .filter(({ tokens }) => !tokens.some((token) => written.has(token)))
    .map(({ place }) => ({ place, id: idAt(commit, place) }))
    .filter(({ place }) => !namesAny(lines.summaries[place], suppressedTokens))
  const linked = await linkAll(db, kind, {
    work: new Map(),
    fresh,
    summaries: lines.summaries,
    commit,
    outcome,
  })
  const dictionary = await recordStore(db).dictionary(kind.name)
  lines.buildAhead(linked, { commit, dictionary })
}
