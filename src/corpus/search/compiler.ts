import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { GeoPoint } from '../../lib/geo.ts'
import { invalidMember } from '../../operation/index.ts'
import { readCarriers, type RecordStore } from '../record-store/index.ts'
import {
  compileAll,
  maxKeys,
  type Bind,
  type CompiledCondition,
  type Condition,
  type FoundKeys,
  type IdentifiedBy,
  type Sieve,
  type TownWanted,
} from './condition.ts'
import type { LeftOut, Sieved } from './left-out.ts'
import { takenAs } from './town.ts'
import type { Towns } from './towns.ts'

/** Turns conditions into SQL; what identifies entities is looked up first. */
export interface ConditionCompiler {
  compile(condition: Condition): Promise<CompiledCondition>
  /** Conditions of one statement, which share its parameters and limits. */
  compileAll(
    conditions: readonly Condition[],
  ): Promise<{ sqls: string[]; params: CompiledCondition['params'] }>
}

/**
 * Conditions that name entities by identifiers, or towns in words, are compiled twice: to learn which, and with where those
 * are. A town that nobody knows is a 400 at its place in the request.
 */
export function openCompiler(
  engine: ClickHouse,
  records: RecordStore,
  towns: Pick<Towns, 'find'>,
  leftOut?: Pick<LeftOut, 'of' | 'joined'>,
): ConditionCompiler {
  // On shards a plain IN would ask every shard to ask every shard.
  const within = engine.topology.kind === 'cluster' ? 'GLOBAL IN' : 'IN'
  const compile: ConditionCompiler['compileAll'] = async (conditions) => {
    const identifiers = new Map<string, IdentifiedBy>()
    const wantedTowns = new Map<string, TownWanted>()
    const joined = new Map<Sieve, Sieved>()
    const keptBy: Bind['keptBy'] = (sieve, within) => {
      const rows = leftOut?.of(within.kind, within.snapshot, sieve)
      if (rows === undefined) joined.set(sieve, { sieve, within })
      return rows && (rows.rows === 0 ? '1' : `id NOT IN ${rows.ids}`)
    }
    const first = compileAll(conditions, within, {
      findKeys(wanted) {
        identifiers.set(makeName(wanted), wanted)
        return []
      },
      locateTown(wanted) {
        wantedTowns.set(wanted.path, wanted)
        return undefined
      },
      keptBy,
    })
    leftOut?.joined(joined.values())
    if (identifiers.size + wantedTowns.size === 0) return first
    const keys = new Map<string, FoundKeys>()
    for (const [name, { entity, tokens, asOf }] of identifiers)
      keys.set(name, await readCarriers(records, entity, { tokens, asOf, most: maxKeys + 1 }))
    const centers = new Map<string, GeoPoint>()
    for (const [path, wanted] of wantedTowns) centers.set(path, await findCenter(towns, wanted))
    return compileAll(conditions, within, {
      findKeys: (wanted) => keys.get(makeName(wanted)) ?? [],
      locateTown: ({ path }) => centers.get(path),
      keptBy,
    })
  }
  return {
    compileAll: compile,
    async compile(condition) {
      const { sqls, params } = await compile([condition])
      return { sql: sqls[0] as string, params }
    },
  }
}

async function findCenter(towns: Pick<Towns, 'find'>, wanted: TownWanted): Promise<GeoPoint> {
  const town = await towns.find({ ...wanted, memberPath: `${wanted.path}.city` })
  if (town === undefined)
    throw invalidMember(`${wanted.path}.city`, `No city called "${wanted.city}" is known.`, 'unknown_city')
  wanted.advise(takenAs(wanted, town))
  return town.center
}

const makeName = ({ entity, tokens, asOf }: IdentifiedBy) => `${entity} ${asOf} ${tokens.join(' ')}`
