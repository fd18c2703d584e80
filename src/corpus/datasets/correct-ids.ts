import { readPublishedCommit } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import { externalIdToken, tokenDigest } from '../search-index/index.ts'
import { dropIdentifiers, findOwners, knownVersions, unpackRecord, writeCommit } from '../write/index.ts'
import {
  chooseKey,
  readEarlier,
  readOthers,
  rewriteLine,
  type NotedLine,
  type SaidLine,
} from './line-store.ts'
import { readIds } from './read-ids.ts'
import { findStrangers, withdrawLines, type WithdrawParts, type Withdrawal } from './withdraw-lines.ts'

/** An id that a data set gave a record and gives it no more. */
interface Correction {
  /** Token of the id by which the register knows the record. */
  key: string
  /** Tokens of the ids that were wrong. */
  wrong: readonly string[]
  right: Readonly<Record<string, string>>
  /** What the data set said of the record before. */
  lines: readonly SaidLine[]
}

/**
 * A record goes on under the id by which its register knows it when the publisher corrects another of its ids. Where only this
 * data set gave the record the wrong one, the right one takes its place; where others gave it as well, theirs is another
 * record, so what this data set said is taken from it. To be called before the new lines are noted and written.
 */
export async function correctIds(
  parts: WithdrawParts,
  { dataset, source, kind, publication }: Withdrawal & { publication: number },
  lines: readonly NotedLine[],
): Promise<void> {
  if (publication === 1) return
  const corrections = await findCorrections(parts, { dataset, kind, publication }, lines)
  if (corrections.length === 0) return
  const { db, engine } = parts
  const spec = kinds[kind]
  const wrongTokens = new Map<string, string[]>()
  const replacements: Correction[] = []
  const linesApart: SaidLine[] = []
  const published = await readPublishedCommit(db, kind)
  const owners = await findOwners(
    db,
    kind,
    corrections.map(({ key }) => key),
    published,
  )
  const versions = await knownVersions(db, spec, [...new Set([...owners.values()].flat())], published)
  const tokens = [...versions.values()].flatMap(({ members, sealed }) => spec.identifiers(members, sealed))
  const others = await readOthers(db, { dataset, kind, tokens })
  const saidByOthers = new Set(others.flatMap(({ record }) => listIds(record)))
  const datasets = new Set([source, ...others.map((each) => each.source)])
  const strangers = await findStrangers(db, spec, { versions: [...versions.values()], except: datasets })
  for (const correction of corrections) {
    const version = (owners.get(correction.key) ?? [])
      .flatMap((id) => versions.get(id) ?? [])
      .find(({ members, sealed }) => spec.identifiers(members, sealed).includes(correction.key))
    if (version === undefined) continue
    const isShared =
      correction.wrong.some((token) => saidByOthers.has(token)) ||
      strangers.get(version.id)?.all.has('external_ids') === true
    if (isShared) linesApart.push(...correction.lines)
    else {
      wrongTokens.set(version.id, [...correction.wrong])
      replacements.push(correction)
    }
  }
  if (linesApart.length > 0) await withdrawLines(parts, { dataset, source, kind }, linesApart)
  if (wrongTokens.size === 0) return
  await writeCommit({ db, engine }, kind, { entityIds: 0, source }, async (rows) => {
    await dropIdentifiers(db, spec, { tokens: wrongTokens, rows })
    return async (tx) => {
      // They may be laid again, and must not bring the wrong id back.
      for (const { lines: before, right } of replacements)
        for (const { digest, record } of before)
          await rewriteLine(tx, { dataset, kind, digest, record: { ...record, external_ids: right } })
    }
  })
}

async function findCorrections(
  { db }: WithdrawParts,
  reading: { dataset: number; kind: EntityKind; publication: number },
  lines: readonly NotedLine[],
): Promise<Correction[]> {
  const news = new Map<string, { key: string; ids: Record<string, string> }>()
  for (const { summary, packed } of lines) {
    const key = chooseKey(summary.identifiers)
    const ids = readIds(unpackRecord(packed))
    if (key?.startsWith('ext:') === true && Object.keys(ids).length > 1)
      news.set(String(tokenDigest(key)), { key, ids })
  }
  const before = Map.groupBy(await readEarlier(db, reading, [...news.keys()]), ({ key }) => key)
  return [...news].flatMap(([digest, { key, ids }]) => {
    const earlier = before.get(digest) ?? []
    const wrong = new Set<string>()
    for (const { record } of earlier)
      for (const [register, id] of Object.entries(readIds(record)))
        if (ids[register] !== undefined && ids[register] !== id)
          wrong.add(externalIdToken({ source: register, value: id }))
    return wrong.size === 0 ? [] : [{ key, wrong: [...wrong], right: ids, lines: earlier }]
  })
}

/** Tokens of the ids that a line gives. */
const listIds = (record: object): string[] =>
  Object.entries(readIds(record)).map(([source, value]) => externalIdToken({ source, value }))
