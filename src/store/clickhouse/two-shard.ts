import { createClient } from './client.ts'
import type { ClickHouse } from './contract.ts'
import { EngineProcess } from './engine-process.ts'

const cluster = 'two_shards'
const memoryBytes = 2 * 1024 ** 3

/**
 * For tests: an embedded engine that plans and runs queries as a cluster of two shards, both of them itself. Every
 * table exists once, so a Distributed table has to stand over a view that keeps one shard's rows, such as
 * `WHERE intHash64(id) % 2 + 1 = shardNum()`.
 */
export async function openTwoShardEngine(dataDir: string): Promise<ClickHouse> {
  const config = { memoryBytes, twoShards: cluster }
  const engine = await EngineProcess.start({ dataDir, config, log: () => {}, mayFail: false })
  return createClient({
    transport: () => engine.transport(),
    topology: { kind: 'cluster', name: cluster, ddl: false },
    limits: { queryMemoryBytes: memoryBytes / 2, resultBytes: 256 * 1024 * 1024, readMs: 5_000 },
    close: () => engine.close(),
  })
}
