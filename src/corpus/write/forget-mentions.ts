import type { Transaction } from '../../store/postgres/index.ts'
import { readPublishedCommit } from '../commits/index.ts'
import {
  allKinds,
  leftEntrySources,
  mentionToken,
  namesGiven,
  withoutMentions,
  type CorpusKind,
} from '../kinds/index.ts'
import { readOwnersAfter, recordStore, rewriteSnapshots } from '../record-store/index.ts'
import type { WrittenStores } from './abandon.ts'
import { knownVersions, type KnownVersion } from './stored-versions.ts'
import type { NewVersion } from './rows.ts'
import { writeCommit } from './write-commit.ts'

/** Records of one token that are rewritten in one commit. */
const perCommit = 1_000

/** A record of somebody or something else that names one of some people. */
export interface MentionedIn {
  name: string
  /** The keys of the record: its id and its identifiers. */
  record: string[]
}

/** The names that other records give some people, before they are taken out. */
export async function findMentions(
  db: WrittenStores['db'],
  tokens: readonly string[],
): Promise<MentionedIn[]> {
  const removedTokens = new Set(tokens)
  const mentions: MentionedIn[] = []
  for (const kind of allKinds) {
    const { mentions: where } = kind
    if (where === undefined) continue
    const after = new Map(tokens.map((token) => [token, '0']))
    while (after.size > 0) {
      const ids = await readNamers({ db }, kind, after)
      const versions = await knownVersions(db, kind, ids, await readPublishedCommit(db, kind.name))
      for (const { id, members, sealed } of versions.values()) {
        const identifiers = kind
          .identifiers(members, sealed)
          .map((token) => token.slice(token.indexOf(':') + 1))
        for (const name of namesGiven(where, members, removedTokens))
          mentions.push({ name, record: [id, ...identifiers] })
      }
    }
  }
  return mentions
}

/**
 * Takes some people, by their tokens, out of the records and histories of others that name them: lists of founders
 * and followers, addresses in texts. Safe to repeat. Answers how many records were rewritten.
 */
export async function forgetMentions(stores: WrittenStores, tokens: readonly string[]): Promise<number> {
  const removedTokens = new Set(tokens)
  let rewritten = 0
  for (const kind of allKinds) {
    if (kind.mentions === undefined) continue
    /** The last record looked at, by token. Tokens that have no more records are missing. */
    const after = new Map(tokens.map((token) => [token, '0']))
    while (after.size > 0) rewritten += await clearRecords(stores, kind, { after, removedTokens })
  }
  return rewritten
}

async function clearRecords(
  stores: WrittenStores,
  kind: CorpusKind,
  { after, removedTokens }: { after: Map<string, string>; removedTokens: ReadonlySet<string> },
): Promise<number> {
  let rewritten = 0
  await writeCommit(stores, kind.name, { entityIds: 0, source: 'privacy' }, async (rows) => {
    // Records are read inside the commit, where no other writer is: a writer that did not know of the suppression has
    // published before.
    const ids = await readNamers(stores, kind, after)
    const versions = await knownVersions(
      stores.db,
      kind,
      ids,
      await readPublishedCommit(stores.db, kind.name),
    )
    const changed = [...versions.values()].flatMap((version) => clearedVersion(kind, version, removedTokens))
    for (const version of changed) rows.version(version)
    rewritten = changed.length
    return async (tx: Transaction) => {
      const store = recordStore(stores.db)
      await rewriteSnapshots({ store, tx }, kind.name, ids, (id, tracked) => {
        const of = versions.get(id)?.members
        return of === undefined ? tracked : clearedState(kind, { tracked, of, removedTokens })
      })
    }
  })
  return rewritten
}

/** Reads the next records that name, or named, a person by one of some tokens, and moves `after` on. */
async function readNamers(
  { db }: Pick<WrittenStores, 'db'>,
  kind: CorpusKind,
  after: Map<string, string>,
): Promise<readonly string[]> {
  const mentioningIds = new Set<string>()
  for (const [token, last] of after) {
    const page = { token: mentionToken(token), last, limit: perCommit }
    const ids = await readOwnersAfter(recordStore(db), kind.name, page)
    for (const id of ids) mentioningIds.add(id)
    if (ids.length < perCommit) after.delete(token)
    else after.set(token, ids.at(-1) as string)
  }
  return [...mentioningIds]
}

function clearedVersion(
  kind: CorpusKind,
  version: KnownVersion,
  removedTokens: ReadonlySet<string>,
): NewVersion[] {
  const { id, members, observedAt } = version
  const record =
    kind.mentions === undefined ? members : withoutMentions(kind.mentions, members, removedTokens)
  if (record === members) return []
  const body = JSON.stringify(record)
  // Digests of entries that are gone would tell whether a name was among them.
  const sealed = { ...version.sealed, ...leftEntrySources(kind, { members: record, sealed: version.sealed }) }
  const identifiers = kind.identifiers(record, sealed)
  return [{ id, record, body, sealed, observedAt, source: 'privacy', replaces: version, identifiers }]
}

/** The states of a record in the history. Names without an identifier are resolved by the record. */
function clearedState(
  kind: CorpusKind,
  {
    tracked,
    of,
    removedTokens,
  }: { tracked: string; of: Record<string, unknown>; removedTokens: ReadonlySet<string> },
): string {
  if (kind.mentions === undefined) return tracked
  const state = JSON.parse(tracked) as Record<string, unknown>
  // The state is laid over the record, whose lists tell which person a name means. Members that both have are the
  // state's.
  const [before, cleared] = [
    { ...of, ...state },
    withoutMentions(kind.mentions, { ...of, ...state }, removedTokens),
  ]
  const names = Object.keys(state)
  if (names.every((name) => before[name] === cleared[name as keyof typeof cleared])) return tracked
  return JSON.stringify(
    Object.fromEntries(names.map((name) => [name, cleared[name as keyof typeof cleared]])),
  )
}
