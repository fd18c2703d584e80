import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive, startServer, temporaryDataDir, type RunningServer } from './running-server.ts'

const token = 'orphan-orphan-orphan-orphan'
const patient = { interval: 1_000 }

let room: Awaited<ReturnType<typeof temporaryDataDir>>
let server: RunningServer
const start = () =>
  startServer({ dataDir: room.dataDir, env: { ALMANAC_SAMPLE: 'none', ALMANAC_OPERATOR_TOKEN: token } })
beforeAll(async () => {
  room = await temporaryDataDir()
  server = await start()
})
afterAll(async () => {
  await server?.stop()
  await room?.remove()
})

const ask = async (route: string, body: string = '{}') => {
  const [method = '', path = ''] = route.split(' ')
  const isJson = !path.startsWith('?')
  const answer = await fetch(`${server.url}/operator/v1/imports${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': isJson ? 'application/json' : 'application/x-ndjson',
    },
    ...(method !== 'GET' && { body }),
  })
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return JSON.parse(text).output
}

const companies = (tag: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      pnet_primary_slug: `${tag}-${index}`,
      preferred_name: `Company ${tag} ${index}`,
      domains: [`${tag}-${index}.example`],
    }),
  ).join('\n')

const begin = async (tag: string, count: number): Promise<string> => {
  const { importId } = await ask(`POST ?kind=companies&name=${tag}.jsonl`, companies(tag, count))
  await ask(`POST /${importId}/start`)
  return importId
}

const find = (importId: string) => ask(`GET /${importId}`)

const failures: string[] = []

/** Starts one again that was interrupted; answers its state, and notes a failure. */
async function goOn(importId: string): Promise<string> {
  const { state, problem } = await find(importId)
  if (state === 'failed') failures.push(problem)
  if (state === 'interrupted') await ask(`POST /${importId}/start`)
  return state
}

/** The process that does the operator's work for a service. */
async function findWorker(parent: number): Promise<number | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  const line = stdout
    .split('\n')
    .map((each) => each.trim().split(/\s+/))
    .find(([, ppid, ...args]) => Number(ppid) === parent && args.at(-1) === 'work')
  return line === undefined ? undefined : Number(line[0])
}

test('an import whose service is killed is never failed: its process ends, takes nothing more, and both go on', async () => {
  const under = await begin('under', 20_000)
  const next = await begin('next', 1_000)
  await expect.poll(async () => (await find(under)).counts.created, patient).toBeGreaterThan(0)
  const worker = await findWorker(server.child.pid ?? 0)
  expect(worker, 'a process of its own loads it').toBeDefined()
  await server.kill()
  await expect.poll(() => isAlive(worker, 'almanac'), patient).toBe(false)

  const goneMs = Date.now()
  server = await start()
  for (const [id, rows] of [
    [under, 20_000],
    [next, 1_000],
  ] as const) {
    await expect.poll(() => goOn(id), patient).toMatch(/completed|failed/)
    expect(failures).toEqual([])
    const { problem, counts, startedAt } = await find(id)
    expect([problem, counts]).toMatchObject([null, { rows, rejected: 0 }])
    if (id === next) expect(Date.parse(startedAt), 'taken by the next service').toBeGreaterThan(goneMs)
  }
})
