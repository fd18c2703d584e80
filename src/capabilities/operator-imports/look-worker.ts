import { parentPort, workerData } from 'node:worker_threads'
import { InvalidMapping, UnreadableFile } from '../../corpus/import/index.ts'
import type { LookTask, Looked } from './look-aside.ts'
import { guessFile, previewFile } from './preview.ts'

const task = workerData as LookTask

/** What is wrong with a file or a mapping is for the operator; anything else ends the thread. */
async function look(): Promise<Looked> {
  try {
    const value =
      task.what === 'guess' ? await guessFile(task.path, task.of) : await previewFile(task.path, task.of)
    return { value }
  } catch (error) {
    if (error instanceof UnreadableFile) return { refused: 'file', message: error.message }
    if (error instanceof InvalidMapping) return { refused: 'mapping', message: error.message }
    throw error
  }
}

parentPort?.postMessage(await look())
