import { readPublishedCommit } from '../commits/index.ts'
import { findProvenance, kinds, valueOf } from '../kinds/index.ts'
import { externalIdToken } from '../search-index/index.ts'
import {
  findCurrentOwners,
  knownVersions,
  setValues,
  writeCommit,
  type KnownVersion,
  type OwnValues,
} from '../write/index.ts'
import type { DatasetEntry } from './entry-schema.ts'
import { layAgain } from './lay-again.ts'
import { readIds } from './read-ids.ts'
import { readLines, readOthers, type SaidLine } from './line-store.ts'
import type { WithdrawParts } from './withdraw-lines.ts'

const perBatch = 2_000
const first = '00000000-0000-0000-0000-000000000000'
const kind = 'companies'

type Names = NonNullable<DatasetEntry['names']>

export interface Naming {
  dataset: number
  source: string
  names: Names
  signal?: AbortSignal | undefined
}

/**
 * Gives records the names of those that a data set refers to by an id of a register, as the corpus calls them now: they may
 * have come later, be called otherwise, or be gone. Lines only tell which records the data set speaks of; what it says of them
 * today is what they have from it, so former lines count for nothing. Only the names change. Answers how many records
 * changed. Safe to repeat.
 */
export async function nameReferred(parts: WithdrawParts, naming: Naming): Promise<number> {
  const { db, engine } = parts
  const { dataset, source, signal } = naming
  let [changed, after] = [0, first]
  for (;;) {
    const lines = await readLines(db, { dataset, kind, after, most: perBatch })
    const last = lines.at(-1)
    if (last === undefined || signal?.aborted === true) return changed
    after = last.digest
    if ((await listDiffering(db, naming, lines)).length === 0) continue
    let differing: OwnValues[] = []
    await writeCommit({ db, engine }, kind, { entityIds: 0, source }, async (rows) => {
      // Others may have written since.
      differing = await listDiffering(db, naming, lines)
      setValues(kinds[kind], { all: differing, rows })
    })
    changed += differing.length
    await layOthers(parts, naming, differing)
  }
}

/** The records of some lines of which a name has to change. */
async function listDiffering(
  db: WithdrawParts['db'],
  naming: Naming,
  lines: readonly SaidLine[],
): Promise<OwnValues[]> {
  const published = await readPublishedCommit(db, kind)
  const tokens = lines.flatMap(({ record }) => listTokens(record))
  const own = await readOwners(db, tokens, published)
  const speaking = [...new Map([...own.values()].map((each) => [each.id, each])).values()]
  const referred = await readOwners(
    db,
    speaking.flatMap(({ members }) => naming.names.flatMap((each) => referredBy(members, each) ?? [])),
    published,
  )
  return speaking.flatMap((version): OwnValues[] => {
    const values = differences(version, naming, referred)
    return values.size === 0 ? [] : [{ version, values }]
  })
}

const listTokens = (record: object): string[] =>
  Object.entries(readIds(record)).map(([source, value]) => externalIdToken({ source, value }))

function referredBy(
  members: Readonly<Record<string, unknown>>,
  { of, register }: Names[number],
): string | undefined {
  const value = valueOf(members, of)
  return typeof value === 'string' ? externalIdToken({ source: register, value }) : undefined
}

/** The record that has an id today, by its token. */
async function readOwners(
  db: WithdrawParts['db'],
  tokens: readonly string[],
  published: number,
): Promise<Map<string, KnownVersion>> {
  const owners = await findCurrentOwners(db, kind, [...new Set(tokens)], published)
  const ids = [...new Set([...owners.values()].flatMap(([id]) => id ?? []))]
  const versions = await knownVersions(db, kinds[kind], ids, published)
  return new Map(
    [...owners].flatMap(([token, [id = '']]) => {
      const version = versions.get(id)
      return version === undefined ? [] : [[token, version] as const]
    }),
  )
}

/** Names that a record lacks, has otherwise, or has from this data set without reason. Newer words of others stay. */
function differences(
  { members, sealed }: KnownVersion,
  { names, source }: Naming,
  referred: ReadonlyMap<string, KnownVersion>,
): OwnValues['values'] {
  const values = new Map<string, { text: string; origin: OwnOrigin } | undefined>()
  for (const each of names) {
    const stated = findProvenance(sealed, each.of, valueOf(members, each.of))
    const owner = stated?.source === source ? referred.get(referredBy(members, each) ?? '') : undefined
    const text = owner?.members['preferred_name']
    for (const target of each.to) {
      const now = valueOf(members, target) ?? undefined
      const from = now === undefined ? undefined : findProvenance(sealed, target, now)
      const isOthers = from !== undefined && from.source !== source
      if (stated === undefined || typeof text !== 'string') {
        if (now !== undefined && !isOthers) values.set(target, undefined)
      } else if (now !== text && !(isOthers && from.observedAt >= stated.observedAt))
        values.set(target, { text, origin: stated })
    }
  }
  return values
}

type OwnOrigin = NonNullable<ReturnType<typeof findProvenance>>

/** A name that is taken back may have covered what another data set says. */
async function layOthers(
  { db, writer }: WithdrawParts,
  { dataset }: Naming,
  differing: readonly OwnValues[],
): Promise<void> {
  const former = differing.filter(({ values }) => [...values.values()].includes(undefined))
  const targets = new Set(former.flatMap(({ values }) => [...values.keys()]))
  const tokens = former.map(({ version }) => kinds[kind].identifiers(version.members, version.sealed))
  const others = await readOthers(db, { dataset, kind, tokens: tokens.flat() })
  const covered = others.filter(({ record }) =>
    [...targets].some((target) => (valueOf(record, target) ?? null) !== null),
  )
  await layAgain(writer, kind, covered)
}
