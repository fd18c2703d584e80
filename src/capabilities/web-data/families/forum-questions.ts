import { z } from 'zod'
import { withDefault } from '../../../operation/index.ts'
import type { Condition, Order } from '../../../corpus/search/index.ts'
import { sourcePage, type CorpusRequest, type SourceQuestion } from '../../../sources/index.ts'
import { askFamily } from './ask-family.ts'
import {
  largestFirst,
  matching,
  naming,
  sinceDays,
  threadPage,
  findUploadId,
  weighedByAge,
} from './corpus-pages.ts'
import { quiet, buildUploadQuestion, uploadsWhere, type Beside, type Context } from './family-questions.ts'
import { forumPostView } from './upload-view.ts'

const sorts = ['relevance', 'new', 'top', 'comment_count'] as const
const timeframes = ['all', 'day', 'week', 'month', 'year'] as const
type Sort = (typeof sorts)[number]
type Timeframe = (typeof timeframes)[number]

/** Order and age of posts. */
export const searchInput = {
  sort: withDefault(z.enum(sorts), 'relevance').describe(
    'relevance: recent, with many votes and comments; new; top: by score; comment_count.',
  ),
  timeframe: withDefault(z.enum(timeframes), 'all').describe('How old posts may be.'),
}
export const forumMember = z
  .string()
  .trim()
  .min(1)
  .max(102)
  .describe('Name of the forum, such as `homebrewing` or `r/homebrewing`.')

const daysBack: Record<Exclude<Timeframe, 'all'>, number> = { day: 1, week: 7, month: 30, year: 365 }

interface Sorted {
  sort: Sort
  timeframe: Timeframe
}

/** Posts that hold the words of a query, of one forum or all. */
export function threadsMatching(
  request: Sorted & { query: string; forum: string | null },
  { call, deps }: Context,
): SourceQuestion<'uploads'> {
  const { query, forum, sort, timeframe } = request
  const question = { query, forum, sort, timeframe }
  return {
    question,
    implied: { platform: 'forum', type: 'thread', ...(forum === null ? {} : { forum }) },
    live: (cursor) =>
      askFamily(deps.sources, {
        kind: 'uploads',
        capability: 'forum.search',
        question: { ...question, cursor },
        signal: call.signal,
      }),
    corpus: (request) => {
      const inForum = forum === null ? [] : [naming('forum', 'forum', forum)]
      return threadsWhere(deps, request, { sort, timeframe, conditions: [matching(query), ...inForum] })
    },
  }
}

/** Posts of a forum. */
export function buildThreadsQuestion(
  { forum, sort, timeframe }: Sorted & { forum: string },
  { call, deps }: Context,
): SourceQuestion<'uploads'> {
  const question = { forum, sort, timeframe }
  return {
    question,
    implied: { platform: 'forum', type: 'thread', forum },
    live: (cursor) =>
      askFamily(deps.sources, {
        kind: 'uploads',
        capability: 'forum.posts',
        question: { ...question, cursor },
        signal: call.signal,
      }),
    corpus: (request) =>
      threadsWhere(deps, request, { sort, timeframe, conditions: [naming('forum', 'forum', forum)] }),
  }
}

function threadsWhere(
  deps: Context['deps'],
  request: CorpusRequest,
  { sort, timeframe, conditions }: Sorted & { conditions: Condition[] },
) {
  const since = timeframe === 'all' ? [] : [sinceDays(request.today, daysBack[timeframe])]
  const order = chooseOrder(sort, request.today)
  return uploadsWhere(deps, request, {
    of: ['forum', ['thread']],
    conditions: [...conditions, ...since],
    ...(order === undefined ? {} : { order }),
  })
}

/** Undefined for the newest first, which is how they lie. */
function chooseOrder(sort: Sort, today: number): Order | undefined {
  if (sort === 'new') return undefined
  if (sort === 'top') return largestFirst('likes')
  return sort === 'comment_count' ? largestFirst('comments') : weighedByAge('likes + comments', today)
}

interface Thread {
  id: string
  url: string | null
}

/** The comments on a post. */
export async function commentsOfThread(
  { id, url }: Thread,
  { call, deps }: Context,
): Promise<SourceQuestion<'replies'>> {
  const uploadId = await findUploadId(deps.search, 'forum', id)
  return {
    question: { id },
    implied: { platform: 'forum', upload_id: uploadId },
    live: (cursor) =>
      askFamily(deps.sources, {
        kind: 'replies',
        capability: 'forum.comments',
        question: { id, url, cursor },
        signal: call.signal,
      }),
    corpus: (request) => threadPage(deps.search, { platform: 'forum', id: uploadId }, request),
  }
}

/** The post itself, asked of the sources with the first page; null if nobody has it. */
export async function threadBeside({ id, url }: Thread, { call, deps, isFirst, isEmpty }: Beside) {
  const {
    isAsked,
    path: _path,
    ...question
  } = buildUploadQuestion(
    { capability: 'forum.post', id, url, path: 'postId', type: 'thread' },
    { call, deps },
  )
  const live: typeof question.live = isFirst ? question.live : async () => ({ state: 'no_source' })
  const asking = { ...question, live, kind: 'uploads' as const, cursor: undefined }
  const { records, fresh } = await sourcePage(deps, isEmpty ? call : quiet(call), asking)
  const record = records.find((one) => isAsked?.(one) ?? true)
  return { post: record === undefined ? null : forumPostView(record), ...(isEmpty ? fresh : {}) }
}
