import { z } from 'zod'
import type { GivenAnswer, Question } from '../capabilities.ts'
import { askJson } from '../http/index.ts'
import { lines } from '../lines.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource, type SourceAnswer, type SourceCall } from '../source.ts'

type Thread = GivenAnswer<'forum.post'>['uploads'][number]
type Comment = GivenAnswer<'forum.comments'>['replies'][number]

const nullish = <T extends z.ZodType>(schema: T) => schema.nullish()
const text = nullish(z.string())
const count = nullish(z.number())

// What the interface answers, as far as it is read (version 3).
const person = z.object({ id: z.number(), name: z.string(), display_name: text, avatar: text })
const postView = z.object({
  post: z.object({
    id: z.number(),
    name: z.string(),
    body: text,
    url: text,
    ap_id: text,
    thumbnail_url: text,
    published: text,
    removed: nullish(z.boolean()),
    deleted: nullish(z.boolean()),
  }),
  creator: person,
  community: z.object({ name: z.string() }),
  counts: z.object({ score: count, comments: count }),
})
const commentView = z.object({
  comment: z.object({
    id: z.number(),
    content: text,
    published: text,
    /** Ids from the root to the comment: `0.12.40`. */
    path: z.string(),
    removed: nullish(z.boolean()),
    deleted: nullish(z.boolean()),
  }),
  creator: person,
  counts: z.object({ score: count, child_count: count }),
})
const threads = z.object({ posts: lines(postView, { most: 1_000 }), next_page: text })
const oneThread = z.object({ post_view: postView })
const comments = z.object({ comments: lines(commentView, { most: 1_000 }) })

/** Entries of a page; the interface gives no more. */
const pageSize = 50

/** Lemmy, by its HTTP interface (version 3): threads, searches and comments of one server and those it knows. */
export const lemmy = defineSource({
  id: 'lemmy',
  summary: 'Threads and comments of a Lemmy server.',
  settings: z.object({
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .describe('Address of the server, such as https://lemmy.example.'),
    token: z.string().min(1).optional().describe('Token of an account, for servers that require one.'),
  }),
  secrets: ['token'],
  perSecond: 2,
  timeoutMs: 15_000,
  open({ baseUrl, token }) {
    const get = openReader(baseUrl, token)
    return {
      'forum.search': {
        fetch: async (question, call) => {
          const page = readPage(question.cursor)
          const body = await get(call, 'search', {
            type_: 'Posts',
            q: question.query,
            sort: nameSort(question),
            community_name: question.forum,
            page,
            limit: pageSize,
          })
          return readThreads(call, body, {
            since: findSince(question, call.nowMs),
            next: (count) => (count < pageSize ? null : String(page + 1)),
          })
        },
      },
      'forum.posts': {
        fetch: async (question, call) => {
          const body = await get(call, 'post/list', {
            type_: 'All',
            community_name: question.forum,
            sort: nameSort(question),
            page_cursor: question.cursor,
            limit: pageSize,
          })
          return readThreads(call, body, {
            since: findSince(question, call.nowMs),
            next: (_count, next) => next,
          })
        },
      },
      'forum.post': {
        takes: ({ id }) => /^\d+$/.test(id),
        fetch: async ({ id }, call) => {
          const body = await get(call, 'post', { id })
          if (body === undefined) return { found: false }
          return { found: true, answer: { uploads: [toThread(call.read(oneThread, body).post_view)] } }
        },
      },
      'forum.comments': {
        takes: ({ id }) => /^\d+$/.test(id),
        fetch: async ({ id, cursor }, call) => {
          const page = readPage(cursor)
          const body = await get(call, 'comment/list', {
            post_id: id,
            sort: 'Top',
            type_: 'All',
            page,
            limit: pageSize,
          })
          return readComments(call, body, page)
        },
      },
    }
  },
  probe: () => sampleQuestions['forum.posts'],
})

/** Reads the interface; undefined where something is not there, which it answers with a 400. */
function openReader(baseUrl: string, token: string | undefined) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return async (call: SourceCall, path: string, query: Record<string, string | number | null>) => {
    const url = new URL(`${baseUrl.replace(/\/$/, '')}/api/v3/${path}`)
    for (const [name, value] of Object.entries(query))
      if (value !== null) url.searchParams.set(name, String(value))
    const { status, body } = await askJson(call, { url: url.href, headers, alsoStatus: [400] })
    return status === 200 ? body : undefined
  }
}

const readPage = (cursor: string | null) => Number(cursor ?? 1)

type Sorted = Pick<Question<'forum.posts'>, 'sort' | 'timeframe'>
const tops = { all: 'TopAll', day: 'TopDay', week: 'TopWeek', month: 'TopMonth', year: 'TopYear' } as const

const days = { all: Infinity, day: 1, week: 7, month: 30, year: 365 } as const

/** Milliseconds since 1970 from which on threads are wanted. */
const findSince = ({ timeframe }: Sorted, nowMs: number) => nowMs - days[timeframe] * 86_400_000

/** What the interface calls an order; only that by score knows a time, so of the others what is older is left out. */
function nameSort({ sort, timeframe }: Sorted): string {
  if (sort === 'top' || (sort === 'relevance' && timeframe !== 'all')) return tops[timeframe]
  return { relevance: 'Active', new: 'New', comment_count: 'MostComments' }[sort]
}

function readThreads(
  call: SourceCall,
  body: unknown,
  of: { since: number; next(count: number, next: string | null): string | null },
): SourceAnswer<'forum.posts'> {
  if (body === undefined) return { found: false }
  const { posts, next_page } = call.read(threads, body)
  const visible = posts.filter(({ post }) => !isGone(post)).map(toThread)
  const uploads = visible.filter(
    ({ published_at }) => of.since === -Infinity || Date.parse(published_at ?? '') >= of.since,
  )
  return { found: true, answer: { uploads, cursor: of.next(posts.length, next_page ?? null) } }
}

const isGone = ({ removed, deleted }: { removed?: boolean | null; deleted?: boolean | null }) =>
  removed === true || deleted === true

/** Older servers leave out that their time is UTC. */
const toMoment = (published: string | null | undefined): string | null =>
  published ? published.replace(/(?<!Z|[+-]\d\d:\d\d)$/, 'Z') : null

const toAuthor = ({ id, name, display_name, avatar }: z.output<typeof person>) => ({
  author_handle: name,
  author_account_id: String(id),
  author_name: display_name ?? name,
  author_image_url: avatar ?? null,
})

const toThread = ({ post, creator, community, counts }: z.output<typeof postView>): Thread => ({
  upload_id: String(post.id),
  type: 'thread',
  forum: community.name,
  title: post.name,
  text: post.body ?? null,
  url: post.url ?? null,
  permalink: post.ap_id ?? null,
  thumbnail_url: post.thumbnail_url ?? null,
  ...toAuthor(creator),
  like_count: counts.score ?? null,
  comment_count: counts.comments ?? null,
  published_at: toMoment(post.published),
})

function readComments(call: SourceCall, body: unknown, page: number): SourceAnswer<'forum.comments'> {
  if (body === undefined) return { found: false }
  const commentViews = call.read(comments, body).comments
  const replies = commentViews.filter(({ comment }) => !isGone(comment)).map(toComment)
  const cursor = commentViews.length < pageSize ? null : String(page + 1)
  return { found: true, answer: { replies, cursor } }
}

function toComment({ comment, creator, counts }: z.output<typeof commentView>): Comment {
  const parent = comment.path.split('.').at(-2)
  return {
    reply_id: String(comment.id),
    parent_id: parent === undefined || parent === '0' ? null : parent,
    text: comment.content ?? null,
    ...toAuthor(creator),
    like_count: counts.score ?? null,
    reply_count: counts.child_count ?? null,
    published_at: toMoment(comment.published),
  }
}
