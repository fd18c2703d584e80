import { buffer } from 'node:stream/consumers'
import { Failure, invalidMember, type PriceCall } from '../../operation/index.ts'
import { OutboundFailed, OutboundRefused } from '../../platform/outbound/index.ts'
import { listName, openUploadId } from '../../platform/uploads/index.ts'
import { mostBytes, UnreadableList } from '../../corpus/tables/index.ts'
import { UnknownColumn, type RepairedList, type RepairOptions } from './repair-list.ts'
import type { StartInput } from './schema.ts'
import type { RepairDeps } from './slice.ts'

/** How long a file may take to arrive. */
const fetchMs = 30_000
/** Uploads to this slice are no others'. */
export const uploadPurpose = 'mosaic upload'

/** The bytes of a list, from wherever the request says, and the member that says it. Throws a 400 that names it. */
export async function loadSource(
  deps: RepairDeps,
  call: PriceCall,
  input: StartInput,
): Promise<{ bytes: Buffer; path: string; fileName?: string | undefined }> {
  const { sourceUrl, uploadId, inlineCsv } = input
  if (inlineCsv !== undefined) return { bytes: Buffer.from(inlineCsv), path: 'inlineCsv' }
  if (sourceUrl !== undefined)
    return {
      bytes: await fetched(deps, sourceUrl, call.signal),
      path: 'sourceUrl',
      fileName: nameOfAddress(sourceUrl),
    }
  const { organizationId, nowMs } = call
  const seal = { key: deps.secret, purpose: uploadPurpose }
  const upload = openUploadId(uploadId ?? '', seal, { organizationId, nowMs })
  const blob = upload && (await deps.blobs.get(upload.blobId))
  if (blob === undefined)
    throw invalidMember(
      'uploadId',
      'Expected the uploadId of an upload of the last 24 hours.',
      'unknown_upload',
    )
  return { bytes: await buffer(blob.content), path: 'uploadId', fileName: upload?.fileName }
}

/** The last part of its path, where that may be the name of a file. */
function nameOfAddress(url: string): string | undefined {
  const last = URL.canParse(url) ? new URL(url).pathname.split('/').at(-1) : undefined
  return listName.safeParse(last).data
}

async function fetched({ outbound }: RepairDeps, url: string, signal: AbortSignal): Promise<Buffer> {
  const refuse = (message: string, code: string) => invalidMember('sourceUrl', message, code)
  try {
    const { status, body } = await outbound.request({ url, deadlineMs: fetchMs, maxBytes: mostBytes, signal })
    if (status === 200) return body
    const hint =
      status >= 300 && status < 400 ? ' Redirects are not followed; give the address of the file itself.' : ''
    throw refuse(`The address answered ${status}.${hint}`, 'source_status')
  } catch (error) {
    if (error instanceof OutboundRefused) throw refuse(refusals[error.reason], error.reason)
    if (error instanceof OutboundFailed && error.reason !== 'aborted' && error.reason !== 'withdrawn')
      throw refuse(failures[error.reason], error.reason)
    throw error
  }
}

const refusals: Record<OutboundRefused['reason'], string> = {
  'bad-url': 'Expected an https address without user name and password.',
  'not-https': 'Expected an https address.',
  'closed-port': 'Expected an https address on port 443.',
  'private-address': 'The address is not public.',
  'own-port': 'The address belongs to this service or one of its stores.',
}

const failures: Record<Exclude<OutboundFailed['reason'], 'aborted' | 'withdrawn'>, string> = {
  deadline: `The file did not arrive within ${fetchMs / 1_000} seconds. Send it to PUT /v1/mosaic/upload instead.`,
  'too-large': 'The file is larger than 50 MiB.',
  connection: 'The address could not be reached.',
}

/** Reads and heals a file; what is wrong with it is a 400 at `path`. */
export async function repaired(
  deps: Pick<RepairDeps, 'repairFile'>,
  { bytes, path }: { bytes: Buffer; path: string },
  { options, signal }: { options: RepairOptions; signal: AbortSignal },
): Promise<RepairedList> {
  try {
    return await deps.repairFile(bytes, options, signal)
  } catch (cause) {
    const issue = (member: string, code: string) =>
      new Failure('invalid-request', {
        issues: [{ path: member, message: (cause as Error).message, code }],
        cause,
      })
    if (cause instanceof UnreadableList) throw issue(path, 'unreadable_list')
    if (cause instanceof UnknownColumn) throw issue('customInstructions', 'unknown_column')
    throw cause
  }
}
