import { BlobTooLarge, type Blobs } from '../../store/blobs/index.ts'
import type { AnyOperation, ReceivedFile } from '../define.ts'
import { Failure, invalidMember } from '../failure.ts'
import type { Incoming } from './exchange.ts'

/**
 * Takes in the file of an operation that has one. Before the idempotency key is claimed, because the content is part
 * of what makes two requests the same; after the limit, so that nobody fills the disk faster than that.
 */
export async function receiveFile(
  files: Blobs | undefined,
  { file }: AnyOperation,
  { incoming, nowMs }: { incoming: Incoming; nowMs: number },
): Promise<ReceivedFile | undefined> {
  if (file === undefined) return undefined
  if (files === undefined) throw new Error('there is no place to keep files')
  if (incoming.file === undefined) throw noFile()
  try {
    const { maxBytes, keepMs } = file
    const { id, bytes } = await files.put(incoming.file, { maxBytes, expiresAtMs: nowMs + keepMs })
    if (bytes === 0) throw noFile()
    return { blobId: id, bytes }
  } catch (cause) {
    throw cause instanceof BlobTooLarge ? new Failure('file-too-large', { cause }) : cause
  }
}

const noFile = () => invalidMember('body', 'Expected a file as the body of the request.', 'empty_file')
