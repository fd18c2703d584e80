import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { GeoPoint } from '../../lib/geo.ts'
import { invalidMember } from '../../operation/index.ts'
import { readCarriers, type RecordStore } from '../record-store/index.ts'
import {
  compileAll,
  maxKeys,
  onOneServer,
  onShards,
  type Bind,
  type CompiledCondition,
  type Condition,
  type FoundKeys,
  type IdentifiedBy,
  type Exclusion,
  type TownWanted,
} from './condition.ts'
import type { ExclusionTables, PlacedExclusion } from './exclusion-tables.ts'
import { takenAs } from './place/gazetteer-town.ts'
import type { Towns } from './place/find-towns.ts'

/** Turns conditions into SQL, after looking up the entities and towns that they name. */
export interface ConditionCompiler {
  compile(condition: Condition): Promise<CompiledCondition>
  /** Compiles the conditions of one statement, which share its parameters and limits. */
  compileAll(conditions: readonly Condition[]): Promise<{ sqls: string[] } & Omit<CompiledCondition, 'sql'>>
}

/**
 * Conditions that name entities by identifiers, or towns in words, are compiled twice: first to learn which ones,
 * then with their places. An unknown town is a 400 at its path in the request.
 */
export function openCompiler(
  engine: ClickHouse,
  records: RecordStore,
  towns: Pick<Towns, 'find'>,
  exclusionTables?: Pick<ExclusionTables, 'find' | 'noteJoins'>,
): ConditionCompiler {
  const operators = engine.topology.kind === 'cluster' ? onShards : onOneServer
  const compile: ConditionCompiler['compileAll'] = async (conditions) => {
    const identifiers = new Map<string, IdentifiedBy>()
    const wantedTowns = new Map<string, TownWanted>()
    const joined = new Map<Exclusion, PlacedExclusion>()
    const excludeBy: Bind['excludeBy'] = (exclusion, within) => {
      const rows = exclusionTables?.find(within.kind, within.snapshot, exclusion)
      if (rows === undefined) joined.set(exclusion, { exclusion, within })
      return rows && (rows.rows === 0 ? '1' : `id NOT IN ${rows.ids}`)
    }
    const first = compileAll(conditions, operators, {
      findKeys(wanted) {
        identifiers.set(makeName(wanted), wanted)
        return []
      },
      locateTown(wanted) {
        wantedTowns.set(wanted.path, wanted)
        return undefined
      },
      excludeBy,
    })
    exclusionTables?.noteJoins(joined.values())
    if (identifiers.size + wantedTowns.size === 0) return first
    const keys = new Map<string, FoundKeys>()
    for (const [name, { entity, tokens, asOf }] of identifiers)
      keys.set(name, await readCarriers(records, entity, { tokens, asOf, most: maxKeys + 1 }))
    const centers = new Map<string, GeoPoint>()
    for (const [path, wanted] of wantedTowns) centers.set(path, await findCenter(towns, wanted))
    return compileAll(conditions, operators, {
      findKeys: (wanted) => keys.get(makeName(wanted)) ?? [],
      locateTown: ({ path }) => centers.get(path),
      excludeBy,
    })
  }
  return {
    compileAll: compile,
    async compile(condition) {
      const { sqls, ...statement } = await compile([condition])
      return { sql: sqls[0] as string, ...statement }
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
