import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Call } from '../../operation/index.ts'
import type { Lookups, PicturedKind } from '../../corpus/lookup/index.ts'
import { isMalformed, type Tokens } from '../../corpus/identify/index.ts'

/** Items that one request may have. */
export const maxItems = 10_000
/** Warnings about malformed items; more would drown the answer. */
const maxWarnings = 100
/** Items processed before the event loop serves others: 10,000 addresses would block it for too long. */
const turnItems = 500

/** The items of a request, their place in it, and what each of them names. */
export interface PictureQuestion {
  kind: PicturedKind
  items: readonly string[]
  /** Path of the list in the request. */
  path: string
  listTokens(item: string): Tokens
}

/** Address of the picture of each item, by index; undefined where none is known. */
export async function findPictures(
  lookups: Pick<Lookups, 'snapshots' | 'pictures'>,
  call: Pick<Call, 'warn' | 'signal'>,
  { kind, items, path, listTokens }: PictureQuestion,
): Promise<(string | undefined)[]> {
  const tokens: string[][] = []
  let malformed = 0
  for (const [index, item] of items.entries()) {
    if (index % turnItems === turnItems - 1) await nextTurn()
    const token = listTokens(item)
    if (!isMalformed(token)) tokens.push(token)
    else {
      tokens.push([])
      malformed += 1
      if (malformed <= maxWarnings) call.warn(`${path}[${index}]`, `${token.expected} No picture was found.`)
    }
  }
  if (malformed > maxWarnings)
    call.warn(path, `${malformed - maxWarnings} more items are not identifiers of this kind.`)
  const pictures = await lookups.pictures(kind, {
    tokens: tokens.flat(),
    snapshot: await lookups.snapshots.newest(kind),
    // Where several carry an identifier, the most prominent one is meant.
    perToken: 1,
    signal: call.signal,
  })
  const byToken = new Map<string, string>()
  for (const { url, tokens: own } of pictures) for (const token of own) byToken.set(token, url)
  return tokens.map((own) => {
    const token = own.find((each) => byToken.has(each))
    return (token === undefined ? undefined : byToken.get(token)) || undefined
  })
}
