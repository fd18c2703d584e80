export type {
  ClickHouse,
  ClickHouseSettings,
  Command,
  InsertBody,
  InsertTarget,
  Param,
  Query,
  Topology,
} from './contract.ts'
export { engineAddress } from './engine-address.ts'
export { EngineError, EngineUnavailable, QueryTooExpensive } from './errors.ts'
export { checkClickHouse, migrateClickHouse, planClickHouse } from './migrate.ts'
export { openClickHouse } from './open.ts'
export { openTwoShardEngine } from './two-shard.ts'
export { freezeEngine, passingTables, type EngineSink, type FrozenEngine } from './frozen-copy.ts'
