import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { readCarriers, type RecordStore } from '../record-store/index.ts'
import {
  compileAll,
  mostKeys,
  type CompiledCondition,
  type Condition,
  type FoundKeys,
  type IdentifiedBy,
} from './condition.ts'

/** Turns conditions into SQL; what identifies entities is looked up first. */
export interface ConditionCompiler {
  compile(condition: Condition): Promise<CompiledCondition>
  /** Conditions of one statement, which share its parameters and limits. */
  compileAll(
    conditions: readonly Condition[],
  ): Promise<{ sqls: string[]; params: CompiledCondition['params'] }>
}

/** Conditions that name entities by identifiers are compiled twice: to learn which, and with where those are. */
export function openCompiler(engine: ClickHouse, records: RecordStore): ConditionCompiler {
  // On shards a plain IN would ask every shard to ask every shard.
  const within = engine.topology.kind === 'cluster' ? 'GLOBAL IN' : 'IN'
  const compile: ConditionCompiler['compileAll'] = async (conditions) => {
    const asked = new Map<string, IdentifiedBy>()
    const first = compileAll(conditions, within, (wanted) => {
      asked.set(nameOf(wanted), wanted)
      return []
    })
    if (asked.size === 0) return first
    const found = new Map<string, FoundKeys>()
    for (const [name, { entity, tokens, asOf }] of asked)
      found.set(name, await readCarriers(records, entity, { tokens, asOf, most: mostKeys + 1 }))
    return compileAll(conditions, within, (wanted) => found.get(nameOf(wanted)) ?? [])
  }
  return {
    compileAll: compile,
    async compile(condition) {
      const { sqls, params } = await compile([condition])
      return { sql: sqls[0] as string, params }
    },
  }
}

const nameOf = ({ entity, tokens, asOf }: IdentifiedBy) => `${entity} ${asOf} ${tokens.join(' ')}`
