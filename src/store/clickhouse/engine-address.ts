import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HttpTransport } from './http-transport.ts'
import { parseEndpoint } from './endpoint.ts'

const file = (dataDir: string) => join(dataDir, 'engine.json')

/** Publishes where the engine answers, readable by the owner alone: the url holds the token. */
export async function writeEngineAddress(
  dataDir: string,
  address: { url: string; pid: number },
): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${file(dataDir)}.${process.pid}`
  await writeFile(draft, JSON.stringify(address), { mode: 0o600 })
  await rename(draft, file(dataDir))
}

export async function removeEngineAddress(dataDir: string): Promise<void> {
  await rm(file(dataDir), { force: true })
}

/** Where the engine of a data directory answers now, with credentials in the url; undefined when none does. */
export async function engineAddress(dataDir: string): Promise<{ url: string } | undefined> {
  const text = await readFile(file(dataDir), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { url } = JSON.parse(text) as { url: string }
  const transport = new HttpTransport(parseEndpoint(url))
  try {
    return (await transport.ping(1000)) ? { url } : undefined
  } finally {
    transport.close()
  }
}
