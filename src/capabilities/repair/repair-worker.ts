import { parentPort } from 'node:worker_threads'
import { UnreadableList } from './read/table.ts'
import { repairList, UnknownColumn, type RepairOptions } from './repair-list.ts'

/** Worker thread, one file at a time: whatever a file does to it, the service goes on. */
parentPort?.on('message', async ({ bytes, options }: { bytes: Uint8Array; options: RepairOptions }) => {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    parentPort?.postMessage({ list: await repairList(content, options) })
  } catch (error) {
    if (error instanceof UnreadableList) parentPort?.postMessage({ unreadable: error.message })
    else if (error instanceof UnknownColumn) parentPort?.postMessage({ unknownColumn: error.message })
    else parentPort?.postMessage({ failed: String(error instanceof Error ? error.stack : error) })
  }
})
