import { z } from 'zod'
import { optional, outsideId } from '../../../operation/index.ts'
import { and, type Condition, type Order } from '../../../corpus/search/index.ts'
import { sourcePage, type LiveAnswer, type LivePage, type SourceQuestion } from '../../../sources/index.ts'
import type { LineOf } from '../../../corpus/kinds/index.ts'
import { userView } from './account-view.ts'
import { askFamily } from './ask-family.ts'
import { largestFirst, matching, naming, onPlatform, pageOfKind, weighedByAge } from './corpus-pages.ts'
import { quiet, uploadsWhere, type Beside, type Context } from './family-questions.ts'
import { songIn, videoIn, videoInput } from './family-input.ts'
import { askedHashtag, readId } from './platform-address.ts'

const id = z.string().trim().min(1).max(200)

export const commentInput = {
  commentId: outsideId(id.describe('Id of the comment.')),
  videoId: optional(outsideId(id)).describe('Id of the video it is on; some sources need it.'),
  videoUrl: videoInput.videoUrl.describe('Address of that video, in place of videoId.'),
}

interface SongAsked {
  songId?: string | undefined
  songUrl?: string | undefined
}

/** Members that identify the videos or songs of a question. */
interface VideosAsked {
  question: object
  /** Members of the lines that the question says. */
  implied?: object
  live(cursor: string | null): Promise<LiveAnswer<LivePage<LineOf<'uploads'>>>>
  type?: 'video' | 'song'
  conditions?: Condition[]
  order?: (today: number) => Order
}

const videos = (
  { deps }: Context,
  { question, implied, live, type = 'video', conditions = [], order }: VideosAsked,
): SourceQuestion<'uploads'> => ({
  question,
  implied: { platform: 'video', type, ...implied },
  live,
  corpus: (request) =>
    uploadsWhere(deps, request, {
      of: ['video', [type]],
      conditions,
      ...(order === undefined ? {} : { order: order(request.today) }),
    }),
})

const asking = ({ call, deps }: Context) =>
  ({ kind: 'uploads', signal: call.signal, sources: deps.sources }) as const

export function withHashtag({ hashtag: text }: { hashtag: string }, context: Context) {
  const hashtag = askedHashtag(text, 'hashtag')
  const { sources, ...how } = asking(context)
  return videos(context, {
    question: { hashtag },
    live: (cursor) =>
      askFamily(sources, { ...how, capability: 'video.hashtag', question: { hashtag, cursor } }),
    conditions: [naming('hashtag', 'video', hashtag)],
  })
}

export function videosMatching({ query }: { query: string }, context: Context) {
  const { sources, ...how } = asking(context)
  return videos(context, {
    question: { query },
    live: (cursor) => askFamily(sources, { ...how, capability: 'video.search', question: { query, cursor } }),
    conditions: [matching(query)],
  })
}

export function trending(context: Context) {
  const { sources, ...how } = asking(context)
  return videos(context, {
    question: {},
    live: (cursor) => askFamily(sources, { ...how, capability: 'video.trending', question: { cursor } }),
    order: (today) => weighedByAge('views', today),
  })
}

export function popularSongs(context: Context) {
  const { sources, ...how } = asking(context)
  return videos(context, {
    question: {},
    live: (cursor) => askFamily(sources, { ...how, capability: 'video.songs', question: { cursor } }),
    type: 'song',
    order: () => largestFirst('uses'),
  })
}

export function withSong(songInput: SongAsked, context: Context) {
  const { id: song } = songIn(songInput, context)
  const { sources, ...how } = asking(context)
  return videos(context, {
    question: { song },
    implied: { song_id: song },
    live: (cursor) =>
      askFamily(sources, {
        ...how,
        capability: 'video.song_videos',
        question: { id: song, url: null, cursor },
      }),
    conditions: [naming('song', 'video', song)],
  })
}

/** Accounts by handle, name and what they say of themselves. */
export function usersMatching(
  { query }: { query: string },
  { call, deps }: Context,
): SourceQuestion<'accounts'> {
  const condition = and([onPlatform('video'), matching(query)])
  return {
    question: { query },
    implied: { platform: 'video' },
    live: (cursor) =>
      askFamily(deps.sources, {
        kind: 'accounts',
        capability: 'video.users',
        question: { query, cursor },
        signal: call.signal,
      }),
    corpus: (request) => pageOfKind(deps.search, 'accounts', { ...request, condition }),
  }
}

/** The first accounts of such a search, beside videos. */
export async function usersBeside(query: string, { call, deps, isEmpty }: Beside) {
  const question = usersMatching({ query }, { call, deps })
  const asking = { ...question, kind: 'accounts' as const, cursor: undefined }
  const { records, fresh } = await sourcePage(deps, isEmpty ? call : quiet(call), asking)
  return { users: records.map(userView), ...(isEmpty ? fresh : {}) }
}

/** What others said to a comment. */
export function answersTo(
  input: { commentId: string; videoId?: string | undefined; videoUrl?: string | undefined },
  { call, deps }: Context,
): SourceQuestion<'replies'> {
  const commentId = readId(input.commentId, 'commentId')
  const isOnVideo = input.videoId !== undefined || input.videoUrl !== undefined
  const videoId = isOnVideo ? videoIn(input, { deps }).id : null
  return {
    question: { commentId, videoId },
    implied: { platform: 'video', parent_id: commentId, ...(videoId === null ? {} : { upload_id: videoId }) },
    live: (cursor) =>
      askFamily(deps.sources, {
        kind: 'replies',
        capability: 'video.replies',
        question: { commentId, videoId, cursor },
        signal: call.signal,
      }),
    corpus: (request) =>
      pageOfKind(deps.search, 'replies', { ...request, condition: naming('answers', 'video', commentId) }),
  }
}
