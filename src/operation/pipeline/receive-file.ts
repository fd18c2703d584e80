import { BlobTooLarge } from '../../store/blobs/index.ts'
import type { AnyOperation } from '../define.ts'
import { Failure, invalidMember } from '../failure.ts'
import type { Files, ReceivedFile } from '../ports.ts'
import type { Incoming } from './exchange.ts'

/**
 * Receives the file of an operation that takes one. This happens before the idempotency key is claimed, because the content
 * is part of what makes two requests the same, and after the rate limit, which bounds how fast the disk can fill.
 */
export async function receiveFile(
  files: Files | undefined,
  { file }: AnyOperation,
  { incoming, organizationId }: { incoming: Incoming; organizationId: string },
): Promise<ReceivedFile | undefined> {
  if (file === undefined) return undefined
  if (files === undefined) throw new Error('there is no place to keep files')
  if (incoming.file === undefined) throw noFile()
  try {
    const received = await files.receive(incoming.file, { organizationId, maxBytes: file.maxBytes })
    if ('overQuota' in received) throw new Failure('file-quota')
    if (received.bytes === 0) throw noFile()
    return received
  } catch (cause) {
    throw cause instanceof BlobTooLarge ? new Failure('file-too-large', { cause }) : cause
  }
}

const noFile = () => invalidMember('body', 'Expected a file as the body of the request.', 'empty_file')
