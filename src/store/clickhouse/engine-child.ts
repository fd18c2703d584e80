/*
 * The engine process. Started by engine-process.ts; speaks ClickHouse's HTTP interface on a loopback port.
 * Its stdin carries one line of instructions and then stays open: when it ends, the parent is gone.
 */
import { mkdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { loadEngineAddon } from './engine-addon.ts'
import { EngineConnections } from './engine-connection.ts'
import { answer } from './engine-http.ts'
import type { EngineReady, EngineStart } from './engine-protocol.ts'
import { EngineRunner } from './engine-runner.ts'
import { StreamThread } from './engine-stream.ts'

/** Acknowledged inserts survive it, and a clean end would first wait for every running statement. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL')
}

/**
 * Statements take every core they get; the service that hands out their answers must not wait for one. The threads of
 * the engine inherit it. 16 clients on 2 cores, event loop of the service, p99: 43 ms before, 20 with this and fewer at once.
 */
const niceness = 10

async function start(instructions: EngineStart): Promise<void> {
  setPriority(niceness)
  await rm(instructions.spool, { recursive: true, force: true })
  await mkdir(instructions.spool, { recursive: true })
  const connections = new EngineConnections(loadEngineAddon(), instructions.path, [
    `--config-file=${instructions.configFile}`,
  ])
  const engine = {
    token: instructions.token,
    spool: instructions.spool,
    connections,
    runner: new EngineRunner(connections),
    streams: new StreamThread(instructions.path),
  }
  const server = createServer({ maxHeaderSize: 1024 * 1024, keepAliveTimeout: 0, requestTimeout: 0 })
  server.on('request', (req: IncomingMessage, res: ServerResponse) => void answer(engine, req, res))
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    const ready: EngineReady = { port, pid: process.pid }
    process.stdout.write(`${JSON.stringify(ready)}\n`)
  })
}

// A terminal's Ctrl-C reaches the whole group; the parent decides when the engine goes
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
const lines = createInterface({ input: process.stdin })
lines.once('line', (line) => {
  start(JSON.parse(line) as EngineStart).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`, () => process.exit(1))
  })
})
lines.once('close', endNow)
