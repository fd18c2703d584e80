import { writeFile } from 'node:fs/promises'

export interface EngineConfig {
  memoryBytes: number
  /** Name of a cluster of two shards that are both this engine, for tests of distributed plans. */
  twoShards?: string
}

// Not listened on: the engine only compares it with the shards' port to see that they are itself
const ownPort = 9000
/** Share of the memory for decoded posting lists; the engine's default of 2 GiB may be all the memory there is. */
const postingsShare = 1 / 8

/**
 * Seconds until a table without work looks for some again; by default it begins with a tenth, which is half of what an engine
 * at rest uses. Writing wakes the table it writes to.
 */
const idleTableSeconds = 5

/** Writes the engine's configuration file. */
export async function writeEngineConfig(path: string, config: EngineConfig): Promise<void> {
  const shard = `<shard><replica><host>127.0.0.1</host><port>${ownPort}</port></replica></shard>`
  const cluster = config.twoShards
    ? `<tcp_port>${ownPort}</tcp_port><remote_servers><${config.twoShards}>${shard}${shard}</${config.twoShards}></remote_servers>`
    : ''
  const memory = `<max_server_memory_usage>${config.memoryBytes}</max_server_memory_usage>`
  const postingBytes = Math.floor(config.memoryBytes * postingsShare)
  const postings = `<text_index_postings_cache_size>${postingBytes}</text_index_postings_cache_size>`
  const idle = `<background_processing_pool_thread_sleep_seconds_if_nothing_to_do>${idleTableSeconds}</background_processing_pool_thread_sleep_seconds_if_nothing_to_do>`
  await writeFile(path, `<clickhouse>${memory}${postings}${idle}${cluster}</clickhouse>\n`, { mode: 0o600 })
}
