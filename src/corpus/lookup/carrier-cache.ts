import { LRUCache } from 'lru-cache'
import type { EntityKind } from '../kinds/index.ts'
import { readTokenCarriers, type MostAlikeRequest, type RecordStore } from '../record-store/index.ts'
import { tokenDigest } from '../search-index/index.ts'
import { openShares, type Shares } from './shares.ts'

/** Carriers kept, of all tokens together; each takes four bytes, and an entity that is one of any some hundred once. */
const maxCachedCarriers = 4_000_000
const none = new Int32Array()

/** The most alike of many names of one list: their tokens are much the same, so carriers are read once and kept. */
export interface CarrierCache {
  /** As `readMostAlike` answers. */
  mostAlike(kind: EntityKind, request: MostAlikeRequest): Promise<string[]>
}

/** Entities by small numbers, so that those of thousands of carriers are counted in an array. */
interface Numbered {
  asOf: number
  carriers: LRUCache<string, Int32Array>
  numberOf: Map<bigint, number>
  ids: bigint[]
  ranks: number[]
  shares: Shares
}

export function openCarrierCache(store: RecordStore): CarrierCache {
  const byKind = new Map<EntityKind, Numbered>()

  /** What holds in one snapshot; that of another is let go. */
  function findNumbered(kind: EntityKind, asOf: number): Numbered {
    let numbered = byKind.get(kind)
    if (numbered?.asOf !== asOf || numbered.ids.length > maxCachedCarriers / 4) {
      const carriers = new LRUCache<string, Int32Array>({
        maxSize: maxCachedCarriers,
        sizeCalculation: ({ length }) => length + 1,
      })
      numbered = { asOf, carriers, numberOf: new Map(), ids: [], ranks: [], shares: openShares() }
      byKind.set(kind, numbered)
    }
    return numbered
  }

  return {
    async mostAlike(kind, { tokens, asOf, rarest, least, most }) {
      const numbered = findNumbered(kind, asOf)
      const lists = new Map(tokens.map((token) => [token, numbered.carriers.get(token)]))
      const missing = tokens.filter((token) => lists.get(token) === undefined)
      if (missing.length > 0)
        for (const [token, carriers] of await readTokenCarriers(store, kind, { tokens: missing, asOf })) {
          const list = numberCarriers(numbered, carriers)
          numbered.carriers.set(token, list)
          lists.set(token, list)
        }
      const counted = [...lists]
        .flatMap(([token, list = none]) => (list.length === 0 ? [] : [{ list, digest: tokenDigest(token) }]))
        .sort((a, b) => a.list.length - b.list.length || (a.digest < b.digest ? -1 : 1))
        .slice(0, rarest)
        .map(({ list }) => list)
      const { ids, ranks, shares } = numbered
      const isBefore = (a: number, b: number) =>
        ranks[a]! < ranks[b]! || (ranks[a] === ranks[b] && ids[a]! < ids[b]!)
      return shares
        .best(counted, { of: ids.length, least, most, isBefore })
        .map((number) => String(ids[number]))
    },
  }
}

/** Carriers as they are read: 8 bytes of an id and 4 of its rank, each. */
function numberCarriers({ numberOf, ids, ranks }: Numbered, carriers: Buffer): Int32Array {
  return Int32Array.from({ length: carriers.length / 12 }, (_, index) => {
    const id = carriers.readBigInt64BE(index * 12)
    let number = numberOf.get(id)
    if (number === undefined) {
      number = ids.push(id) - 1
      ranks.push(carriers.readInt32BE(index * 12 + 8))
      numberOf.set(id, number)
    }
    return number
  })
}
