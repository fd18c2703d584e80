import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { EntityKind } from '../kinds/index.ts'
import { readTokenCarriers, type MostAlikeRequest, type RecordStore } from '../record-store/index.ts'
import { tokenDigest } from '../search-index/index.ts'
import { openShares, type Shares } from './shares.ts'

/**
 * Carriers in the cache, of all tokens together. Each takes four bytes, and each entity among them some hundred,
 * once.
 */
const maxCachedCarriers = 4_000_000
/** Carriers that are given their numbers in one turn of the event loop, which takes about 2 ms. */
const maxCarriersOfTurn = 10_000
const none = new Int32Array()

/**
 * Finds the records most alike to many names of one list. Their tokens are much the same, so carriers are read once
 * and cached.
 */
export interface CarrierCache {
  /** Answers each as `readMostAlike` does, with one statement. */
  mostAlike(kind: EntityKind, asOf: number, names: readonly NameTokens[]): Promise<string[][]>
}

export type NameTokens = Omit<MostAlikeRequest, 'asOf'>

/** A number where it fits one exactly, as nearly all do: millions of large integers take three times as long to look up. */
type EntityId = number | bigint

/** Gives entities small numbers, so that thousands of carriers can be counted in an array. */
interface Numbered {
  asOf: number
  carriers: LRUCache<string, Int32Array>
  numberOf: Map<EntityId, number>
  ids: EntityId[]
  ranks: number[]
  shares: Shares
}

export function openCarrierCache(store: RecordStore): CarrierCache {
  const byKind = new Map<EntityKind, Numbered>()

  /** The cache of one snapshot. Another snapshot's is dropped. */
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
    async mostAlike(kind, asOf, names) {
      const numbered = findNumbered(kind, asOf)
      let carriersOfTurn = 0
      const all = new Set(names.flatMap(({ tokens }) => tokens))
      const lists = new Map([...all].map((token) => [token, numbered.carriers.get(token)]))
      const missing = [...all].filter((token) => lists.get(token) === undefined)
      if (missing.length > 0)
        for (const [token, carriers] of await readTokenCarriers(store, kind, { tokens: missing, asOf })) {
          const list = numberCarriers(numbered, carriers)
          numbered.carriers.set(token, list)
          lists.set(token, list)
          carriersOfTurn += list.length
          if (carriersOfTurn < maxCarriersOfTurn) continue
          carriersOfTurn = 0
          await nextTurn()
        }
      const mostAlike: string[][] = []
      for (const name of names) {
        await nextTurn()
        mostAlike.push(pickMostAlike(numbered, lists, name))
      }
      return mostAlike
    },
  }
}

function pickMostAlike(
  { ids, ranks, shares }: Numbered,
  lists: ReadonlyMap<string, Int32Array | undefined>,
  { tokens, rarest, least, most }: NameTokens,
): string[] {
  const counted = tokens
    .map((token) => ({ token, list: lists.get(token) ?? none }))
    .flatMap(({ token, list }) => (list.length === 0 ? [] : [{ list, digest: tokenDigest(token) }]))
    .sort((a, b) => a.list.length - b.list.length || (a.digest < b.digest ? -1 : 1))
    .slice(0, rarest)
    .map(({ list }) => list)
  const isBefore = (a: number, b: number) =>
    ranks[a]! < ranks[b]! || (ranks[a] === ranks[b] && ids[a]! < ids[b]!)
  return shares.best(counted, { of: ids.length, least, most, isBefore }).map((number) => String(ids[number]))
}

const idBytes = 8
const carrierBytes = idBytes + 4
const half = 2 ** 32

/** Carriers as they are read: 8 bytes of an id and 4 of its rank each. */
function numberCarriers({ numberOf, ids, ranks }: Numbered, carriers: Buffer): Int32Array {
  const list = new Int32Array(carriers.length / carrierBytes)
  for (const index of list.keys()) {
    const at = index * carrierBytes
    const id = readId(carriers, at)
    let number = numberOf.get(id)
    if (number === undefined) {
      number = ids.push(id) - 1
      ranks.push(carriers.readInt32BE(at + idBytes))
      numberOf.set(id, number)
    }
    list[index] = number
  }
  return list
}

/** Always the same form for the same id. */
function readId(bytes: Buffer, at: number): EntityId {
  const high = bytes.readInt32BE(at)
  return high >= 0 && high < 2 ** 21 ? high * half + bytes.readUInt32BE(at + 4) : bytes.readBigInt64BE(at)
}
