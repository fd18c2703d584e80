import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { TimedCall } from './timed-receiver.ts'

const { delayMs, counter } = workerData as { delayMs: number; counter: SharedArrayBuffer }
const counted = new Int32Array(counter)
const calls: TimedCall[] = []

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    const atMs = performance.timeOrigin + performance.now()
    calls.push({ path: request.url ?? '', headers: request.headers, body, atMs })
    Atomics.add(counted, 0, 1)
    setTimeout(() => response.end(), delayMs)
  })
})
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))
parentPort?.on('message', () => parentPort?.postMessage(calls))
