import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { InvalidMapping, UnreadableFile } from '../../corpus/import/index.ts'
import type { FileGuess, guessFile, previewFile, ReadPreview } from './preview.ts'

/** What the thread is asked. */
export type LookTask =
  | { what: 'guess'; path: string; of: Parameters<typeof guessFile>[1] }
  | { what: 'preview'; path: string; of: Parameters<typeof previewFile>[1] }

/** What it answers. */
export type Looked = { value: unknown } | { refused: 'file' | 'mapping'; message: string }

const maxHeapMb = 512

/**
 * Looks at a file in a thread of its own: a guess takes 100 ms of one turn for 2,000 rows, and a slow expression of a
 * mapping as long as it likes, during which nobody else would be answered. The signal ends the thread. Throws
 * UnreadableFile and InvalidMapping.
 */
export function lookAside(task: Extract<LookTask, { what: 'guess' }>, signal: AbortSignal): Promise<FileGuess>
export function lookAside(
  task: Extract<LookTask, { what: 'preview' }>,
  signal: AbortSignal,
): Promise<ReadPreview[]>
export async function lookAside(task: LookTask, signal: AbortSignal): Promise<unknown> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const worker = new Worker(new URL(`./look-worker.${extension}`, import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  })
  try {
    const [message] = (await once(worker, 'message', { signal })) as [Looked]
    if ('value' in message) return message.value
    throw message.refused === 'file'
      ? new UnreadableFile(message.message)
      : new InvalidMapping(message.message)
  } finally {
    await worker.terminate()
  }
}
