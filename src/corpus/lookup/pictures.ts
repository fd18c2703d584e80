import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RecordStore } from '../record-store/index.ts'
import { lookup } from './find-records.ts'
import type { LookupRequest } from './lookup-request.ts'

/** Kinds whose records have a picture, with the member that holds its address. */
const member = { companies: 'logo_url', people: 'profile_pic' } as const
export type PicturedKind = keyof typeof member

/** The picture of a record, and the identifiers that found the record. */
export interface FoundPicture {
  /** Entity id, decimal. */
  id: string
  /** Address of the picture; empty when the record has none. */
  url: string
  tokens: string[]
}

/** Identifiers whose records are in memory at a time. */
const chunk = 1_000
/** Records parsed in one turn of the event loop. */
const atOnce = 200

/** Pictures of records that carry one of some identifiers, many thousands at a time. */
export async function pictures(
  store: RecordStore,
  kind: PicturedKind,
  request: LookupRequest,
): Promise<FoundPicture[]> {
  const tokens = [...new Set(request.tokens)]
  const byId = new Map<string, FoundPicture>()
  for (let start = 0; start < tokens.length; start += chunk) {
    const part = await lookup(store, kind, { ...request, tokens: tokens.slice(start, start + chunk) })
    for (const [index, { id, body, tokens: own }] of part.entries()) {
      if (index % atOnce === atOnce - 1) await nextTurn()
      const picture = byId.get(id)
      if (picture !== undefined) picture.tokens.push(...own)
      else byId.set(id, { id, url: urlIn(body, member[kind]), tokens: own })
    }
  }
  return [...byId.values()]
}

function urlIn(body: string, name: string): string {
  const url = (JSON.parse(body) as Record<string, unknown>)[name]
  return typeof url === 'string' ? url : ''
}
