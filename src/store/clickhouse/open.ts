import { totalmem } from 'node:os'
import { createClient } from './client.ts'
import type { ClickHouse, ClickHouseSettings, Topology } from './contract.ts'
import { parseEndpoint } from './endpoint.ts'
import { EngineProcess } from './engine-process.ts'
import { HttpTransport } from './http-transport.ts'

/** The limit of a read that names none. */
const readMs = 5_000
const resultBytes = 256 * 1024 * 1024

/** Opens the corpus engine: the server at `url`, or an embedded one of its own process. */
export async function openClickHouse(settings: ClickHouseSettings): Promise<ClickHouse> {
  const memoryBytes = settings.memoryBytes ?? Math.floor(totalmem() / 4)
  const limits = {
    queryMemoryBytes: Math.floor(memoryBytes / 2),
    resultBytes,
    readMs: settings.readMs ?? readMs,
  }
  if (settings.url) {
    const transport = new HttpTransport(parseEndpoint(settings.url))
    const topology: Topology = settings.cluster
      ? { kind: 'cluster', name: settings.cluster, ddl: true }
      : { kind: 'single' }
    return createClient({
      transport: () => transport,
      topology,
      limits,
      close: async () => transport.close(),
    })
  }
  const engine = await EngineProcess.start({
    dataDir: settings.dataDir,
    config: { memoryBytes },
    log: settings.log,
    mayFail: settings.mayFail ?? false,
  })
  return createClient({
    transport: () => engine.transport(),
    trouble: () => engine.trouble,
    topology: { kind: 'single' },
    limits,
    close: () => engine.close(),
  })
}
