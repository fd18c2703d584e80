import { platformHandle, type FamilyPlatform, type UploadType } from '../../../corpus/records/index.ts'
import { and, type Condition, type Order } from '../../../corpus/search/index.ts'
import type { Call } from '../../../operation/index.ts'
import type { CorpusRequest, RecordQuestion, SourceQuestion } from '../../../sources/index.ts'
import type { WebDataDeps } from '../slice.ts'
import { askFamily } from './ask-family.ts'
import { isAccount, isUpload, naming, ofTypes, pageOfKind, related, findUploadId } from './corpus-pages.ts'

export interface Context {
  call: Call
  deps: WebDataDeps
}

/** A question asked together with a page. */
export interface Beside extends Context {
  isFirst: boolean
  /** Whether the page is empty: then the part beside it says how fresh the answer is. */
  isEmpty: boolean
}

/** The same call, for what would warn of the same once more. */
export const quiet = (call: Call): Call => ({ ...call, warn: () => {} })

interface AccountLine {
  handle?: string
}
interface UploadLine {
  upload_id?: string
  shortcode?: string | null
}

/** An account by its handle. */
export function buildProfileQuestion(
  platform: 'photo' | 'video',
  request: { handle: string; path: string },
  { call, deps }: Context,
): RecordQuestion<'accounts'> {
  const { handle, path } = request
  const isOne = (line: object) => platformHandle((line as AccountLine).handle ?? '') === handle
  return {
    question: { handle },
    path,
    isAsked: isOne,
    implied: { platform },
    live: (cursor) =>
      askFamily(deps.sources, {
        kind: 'accounts',
        capability: `${platform}.profile`,
        question: { handle, cursor },
        signal: call.signal,
        isAsked: isOne,
      }),
    corpus: (request) =>
      pageOfKind(deps.search, 'accounts', { ...request, condition: isAccount(platform, handle) }),
  }
}

type UploadCapability = 'photo.post' | 'forum.post' | 'video.video' | 'video.transcript' | 'video.song'

/** A post, thread, video or song by its id. */
export function buildUploadQuestion(
  request: {
    capability: UploadCapability
    id: string
    url: string | null
    path: string
    type?: UploadType
    /** A member it must have to match the request. */
    has?: 'transcript'
  },
  { call, deps }: Context,
): RecordQuestion<'uploads'> {
  const { capability, id, url, path, type, has } = request
  const platform = readPlatform(capability)
  const isOne = (line: object) =>
    [(line as UploadLine).upload_id, (line as UploadLine).shortcode].includes(id)
  return {
    question: { id },
    path,
    isAsked: (record) =>
      isOne(record) &&
      (type === undefined || record.type === type) &&
      (has === undefined || record[has] !== null),
    implied: { platform, ...(type === undefined ? {} : { type }) },
    live: (cursor) =>
      askFamily(deps.sources, {
        kind: 'uploads',
        capability,
        question: { id, url, cursor },
        signal: call.signal,
        isAsked: isOne,
      }),
    corpus: (request) =>
      pageOfKind(deps.search, 'uploads', { ...request, condition: isUpload(platform, id) }),
  }
}

/** What an account published. */
export function uploadsBy(
  request: {
    capability: 'photo.posts' | 'photo.reels' | 'video.videos'
    handle: string
    types: readonly UploadType[]
  },
  { call, deps }: Context,
): SourceQuestion<'uploads'> {
  const { capability, handle, types } = request
  const platform = readPlatform(capability)
  const [only] = types.length === 1 ? types : []
  return {
    question: { handle },
    implied: { platform, author_handle: handle, ...(only === undefined ? {} : { type: only }) },
    live: (cursor) =>
      askFamily(deps.sources, {
        kind: 'uploads',
        capability,
        question: { handle, cursor },
        signal: call.signal,
      }),
    corpus: (request) =>
      uploadsWhere(deps, request, { of: [platform, types], conditions: [naming('by', platform, handle)] }),
  }
}

/** A page of uploads of some types that satisfy all of some conditions. */
export const uploadsWhere = (
  { search }: Pick<WebDataDeps, 'search'>,
  request: CorpusRequest,
  { of, conditions, order }: { of: Parameters<typeof ofTypes>; conditions: Condition[]; order?: Order },
) =>
  pageOfKind(search, 'uploads', {
    ...request,
    condition: and([ofTypes(...of), ...conditions]),
    ...(order === undefined ? {} : { order }),
  })

/** Comments on a post or video, the newest first. */
export async function commentsOn(
  request: { capability: 'photo.comments' | 'video.comments'; id: string; url: string | null },
  { call, deps }: Context,
): Promise<SourceQuestion<'replies'>> {
  const { capability, id, url } = request
  const platform = readPlatform(capability)
  const uploadId = await findUploadId(deps.search, platform, id)
  return {
    question: { id },
    implied: { platform, upload_id: uploadId },
    live: (cursor) =>
      askFamily(deps.sources, {
        kind: 'replies',
        capability,
        question: { id, url, cursor },
        signal: call.signal,
      }),
    corpus: (request) =>
      pageOfKind(deps.search, 'replies', { ...request, condition: naming('on', platform, uploadId) }),
  }
}

/** Accounts that follow another, or that it follows. */
export function relatedTo(
  request: { side: 'followers' | 'following'; handle: string },
  { call, deps }: Context,
): SourceQuestion<'accounts'> {
  const { side, handle } = request
  return {
    question: { handle },
    // The question names one of the two accounts, so sources need not repeat it in their answers.
    implied: { platform: 'video', [side === 'followers' ? 'follows' : 'followed_by']: [handle] },
    live: (cursor) =>
      askFamily(deps.sources, {
        kind: 'accounts',
        capability: `video.${side}`,
        question: { handle, cursor },
        signal: call.signal,
      }),
    corpus: async (request) => {
      const condition = await related(deps.search, { platform: 'video', handle, side })
      return pageOfKind(deps.search, 'accounts', { ...request, condition })
    },
  }
}

const readPlatform = (capability: string): FamilyPlatform => capability.split('.')[0] as FamilyPlatform
