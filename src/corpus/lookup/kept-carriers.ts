import { LRUCache } from 'lru-cache'
import type { EntityKind } from '../kinds/index.ts'
import { readTokenCarriers, type MostAlikeRequest, type RecordStore } from '../record-store/index.ts'
import { tokenDigest } from '../search-index/index.ts'

/** Carriers kept, of all tokens together; each takes four bytes, and an entity that is one of any some hundred once. */
const mostKept = 4_000_000
/** Weights that differ by less are the same: sums of the same numbers in another order. */
const precise = 1e9
const none = new Int32Array()

/** The most alike of many names of one list: their tokens are much the same, so carriers are read once and kept. */
export interface KeptCarriers {
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
}

export function openKeptCarriers(store: RecordStore): KeptCarriers {
  const kept = new Map<EntityKind, Numbered>()

  /** What holds in one snapshot; that of another is let go. */
  function numberedOf(kind: EntityKind, asOf: number): Numbered {
    let known = kept.get(kind)
    if (known?.asOf !== asOf || known.ids.length > mostKept / 4) {
      const carriers = new LRUCache<string, Int32Array>({
        maxSize: mostKept,
        sizeCalculation: ({ length }) => length + 1,
      })
      known = { asOf, carriers, numberOf: new Map(), ids: [], ranks: [] }
      kept.set(kind, known)
    }
    return known
  }

  return {
    async mostAlike(kind, { tokens, asOf, rarest, least, most }) {
      const numbered = numberedOf(kind, asOf)
      const lists = new Map(tokens.map((token) => [token, numbered.carriers.get(token)]))
      const missing = tokens.filter((token) => lists.get(token) === undefined)
      if (missing.length > 0)
        for (const [token, found] of await readTokenCarriers(store, kind, { tokens: missing, asOf })) {
          const list = numbersOf(numbered, found)
          numbered.carriers.set(token, list)
          lists.set(token, list)
        }
      const counted = [...lists]
        .flatMap(([token, list = none]) => (list.length === 0 ? [] : [{ list, digest: tokenDigest(token) }]))
        .sort((a, b) => a.list.length - b.list.length || (a.digest < b.digest ? -1 : 1))
        .slice(0, rarest)
        .map(({ list }) => list)
      return bestOf(numbered, sharesOf(numbered, counted, least), most)
    },
  }
}

/** Carriers as they are read: 8 bytes of an id and 4 of its rank, each. */
function numbersOf({ numberOf, ids, ranks }: Numbered, carriers: Buffer): Int32Array {
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

/** What the tokens that an entity shares weigh together, of each that shares enough of them. */
function sharesOf(
  { ids }: Numbered,
  lists: readonly Int32Array[],
  least: number,
): { number: number; weight: number }[] {
  const counts = new Uint8Array(ids.length)
  const weights = new Float64Array(ids.length)
  const met: number[] = []
  for (const list of lists) {
    const weight = Math.LN2 / Math.log(2 + list.length)
    for (const number of list) {
      if (counts[number] === 0) met.push(number)
      counts[number]! += 1
      weights[number]! += weight
    }
  }
  return met.flatMap((number) =>
    counts[number]! >= least ? [{ number, weight: Math.round(weights[number]! * precise) }] : [],
  )
}

function bestOf(
  { ids, ranks }: Numbered,
  shares: { number: number; weight: number }[],
  most: number,
): string[] {
  const order = (a: { number: number; weight: number }, b: { number: number; weight: number }) =>
    b.weight - a.weight || ranks[a.number]! - ranks[b.number]! || (ids[a.number]! < ids[b.number]! ? -1 : 1)
  return shares
    .sort(order)
    .slice(0, most)
    .map(({ number }) => String(ids[number]))
}
