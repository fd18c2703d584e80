import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { processStart } from '../../store/process-identity.ts'

/** Progress of an output: rows and bytes written, for one input. */
const partState = z.object({
  order: z.string(),
  rows: z.number().int(),
  bytes: z.number().int(),
  matched: z.number().int(),
  duplicates: z.number().int(),
  unsure: z.number().int(),
  notFound: z.number().int(),
  unreadable: z.number().int(),
  blank: z.number().int(),
})
export type PartState = z.output<typeof partState>

const owner = z.object({ pid: z.number().int(), start: z.string().nullable() })

/** Another process writes the output. */
export class OutputBusy extends Error {
  override readonly name = 'OutputBusy'
}

const stateFile = (part: string) => `${part}.json`

/** Throws OutputBusy while another live process writes there. */
export async function claimPart(part: string): Promise<void> {
  const { data } = owner.safeParse(await readJson(stateFile(part)))
  if (data === undefined || data.pid === process.pid) return
  const start = processStart(data.pid)
  if (start !== undefined && start === data.start)
    throw new OutputBusy(`${part} is being written by process ${data.pid}.`)
}

/** Undefined for a part without state. */
export async function storedPart(part: string): Promise<PartState | undefined> {
  return partState.safeParse(await readJson(stateFile(part))).data
}

/** Writes the state atomically. */
export async function storePart(part: string, state: PartState): Promise<void> {
  await writeFile(`${stateFile(part)}.new`, JSON.stringify({ ...state, ...thisProcess() }))
  await rename(`${stateFile(part)}.new`, stateFile(part))
}

let own: z.output<typeof owner> | undefined
const thisProcess = () => (own ??= { pid: process.pid, start: processStart(process.pid) ?? null })

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}
