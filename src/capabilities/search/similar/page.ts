import type { EntityKind } from '../../../corpus/commits/index.ts'
import type { CorpusSearch, PageRequest, RecordPage } from '../../../corpus/search/index.ts'
import type { Compared } from './compared.ts'
import { byScore, placeAfter, measureSimilarity } from './score.ts'
import type { Trait } from './traits.ts'

/** A page of those that are compared, the most alike first. */
export interface SimilarPage extends RecordPage {
  /** Score and evidence of each, aligned with `bodies`. */
  similarities: ReturnType<typeof measureSimilarity>[]
}

export async function similarPage(
  search: Pick<CorpusSearch, 'bodies'>,
  kind: EntityKind,
  {
    compared,
    traits,
    limit,
    after,
  }: { compared: Compared; traits: readonly Trait[] } & Pick<PageRequest, 'limit' | 'after'>,
): Promise<SimilarPage> {
  const { among } = compared
  const scored = byScore(compared, traits)
  const start = after === undefined ? 0 : placeAfter(compared, scored, after)
  const page = scored.slice(start, start + limit)
  const keys = page.map(({ place }) => ({ id: String(among.ids[place]), born: String(among.borns[place]) }))
  const ids = keys.map(({ id }) => id)
  const ranks = page.map(({ place }) => among.ranks[place] as number)
  const sortKeys = page.map(({ key }) => key)
  const last = page.length - 1
  return {
    bodies: await search.bodies(kind, keys),
    ids,
    ranks,
    sortKeys,
    similarities: page.map(({ place }) => {
      const from = place === 0 ? 0 : among.ends[place - 1]
      return measureSimilarity(among.traits.subarray(from, among.ends[place]), traits)
    }),
    next:
      scored.length > start + limit
        ? { rank: ranks[last] as number, id: ids[last] as string, key: sortKeys[last] }
        : undefined,
  }
}
