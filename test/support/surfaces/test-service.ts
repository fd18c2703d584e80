import { createPipeline, type Registry } from '../../../src/operation/index.ts'
import { createDocuments } from '../../../src/surfaces/documents/index.ts'
import {
  createHttpApp,
  serveHttp,
  type HttpServer,
  type Mount,
  type ServeOptions,
} from '../../../src/surfaces/http/index.ts'
import { memoryPorts, type MemoryPorts } from './memory-ports.ts'
import { testRegistry, type TestDeps } from './test-operations.ts'

export interface TestService extends HttpServer {
  url: string
  ports: MemoryPorts
  documentsUrl: string
}

/** The test operations behind a real server on a free port. The documents name the address in `documentsUrl`. */
export async function startTestService(
  options: {
    registry?: Registry
    credits?: number
    onCall?: TestDeps['onCall']
    timeouts?: ServeOptions['timeouts']
    mounts?: readonly Mount[]
    corsOrigins?: readonly string[]
    /** Address the documents name; by default one that nothing listens on. */
    baseUrl?: string
  } = {},
): Promise<TestService> {
  const ports = memoryPorts(options.credits)
  const registry = options.registry ?? testRegistry
  const deps: TestDeps = { onCall: options.onCall ?? (() => undefined) }
  const documentsUrl = options.baseUrl ?? 'http://localhost:8080'
  const app = createHttpApp({
    registry,
    pipeline: createPipeline(ports),
    documents: createDocuments({ registry, baseUrl: documentsUrl }),
    mounts: options.mounts ?? [],
    corsOrigins: options.corsOrigins ?? [],
    openDeps: () => deps,
    clock: ports.clock,
    links: ports.links,
    onError: ports.onError,
  })
  const server = await serveHttp({ app, host: '127.0.0.1', port: 0, timeouts: options.timeouts ?? {} })
  return {
    url: `http://127.0.0.1:${server.port}`,
    host: server.host,
    port: server.port,
    close: (graceMs) => server.close(graceMs),
    ports,
    documentsUrl,
  }
}
