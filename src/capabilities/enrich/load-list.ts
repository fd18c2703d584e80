import { buffer } from 'node:stream/consumers'
import { Failure, invalidMember, type Call, type Issue } from '../../operation/index.ts'
import { openUploadId } from '../../platform/uploads/index.ts'
import { UnreadableList } from '../../corpus/tables/index.ts'
import { defaultMembers, whyNoMember, type ListKind } from './members.ts'
import { recogniseList, UnclearList } from './recognise.ts'
import type { ReadOptions, WholeList } from './read-in-process.ts'
import { maxListRows, uploadPurpose, type StartInput } from './schema.ts'
import type { EnrichDeps } from './slice.ts'
import type { UnderstoodList } from './understand-list.ts'

/** The bytes of a list, the member they came from, and what the upload is called. Throws a 400 that names the member. */
export async function listBytes(
  deps: EnrichDeps,
  { organizationId, nowMs }: Pick<Call, 'organizationId' | 'nowMs'>,
  { inlineCsv, uploadId }: StartInput,
): Promise<{ bytes: Buffer; path: string; fileName?: string }> {
  if (inlineCsv !== undefined) return { bytes: Buffer.from(inlineCsv), path: 'inlineCsv' }
  const seal = { key: deps.secret, purpose: uploadPurpose }
  const upload = openUploadId(uploadId ?? '', seal, { organizationId, nowMs })
  const blob = upload && (await deps.blobs.get(upload.blobId))
  if (blob === undefined)
    throw invalidMember(
      'uploadId',
      'Expected the uploadId of an upload within the last 24 hours.',
      'unknown_upload',
    )
  const named = upload?.fileName === undefined ? {} : { fileName: upload.fileName }
  return { bytes: await buffer(blob.content), path: 'uploadId', ...named }
}

/** Reads a whole list; a fault in it becomes a 400 at `path`. */
export async function readWhole(
  deps: Pick<EnrichDeps, 'readList' | 'network'>,
  { bytes, path }: { bytes: Buffer; path: string },
  { options, signal }: { options: Pick<ReadOptions, 'header' | 'named' | 'keepsTyped'>; signal: AbortSignal },
): Promise<WholeList> {
  try {
    const { network } = deps
    return await deps.readList(bytes, { network, mostRows: maxListRows, ...options }, signal)
  } catch (cause) {
    if (!(cause instanceof UnreadableList)) throw cause
    throw refusal({ path, message: cause.message, code: 'unreadable_list' }, cause)
  }
}

/** The kind of the rows and the columns used for look-up; a 400 at `by` or `as` where they are ambiguous. */
export function recogniseRows({ as, by }: StartInput, { columns }: UnderstoodList) {
  try {
    return recogniseList(columns, { as, by })
  } catch (cause) {
    if (!(cause instanceof UnclearList)) throw cause
    const path = cause.index === undefined ? cause.about : `by[${cause.index}]`
    throw refusal({ path, message: cause.message, code: 'unclear_list' }, cause)
  }
}

/** The members to add. Throws a 400 that names every unknown one. */
export function checkMembers({ members }: StartInput, kind: ListKind): string[] {
  const issues = (members ?? []).flatMap((path, index): Issue[] => {
    const message = whyNoMember(kind, path)
    return message === undefined ? [] : [{ path: `members[${index}]`, message, code: 'unknown_member' }]
  })
  if (issues.length > 0) throw new Failure('invalid-request', { issues })
  return members ?? [...defaultMembers[kind]]
}

const refusal = (issue: Issue, cause: Error) => new Failure('invalid-request', { issues: [issue], cause })
