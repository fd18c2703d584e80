import type { JobPosting, NewsArticle, Post, PostComment } from '../../../../corpus/records/index.ts'
import type { Change } from '../define-rule.ts'
import type { SeenReaction } from '../states.ts'
import { findAddedBy } from './words.ts'

type KeyOf<T> = (record: T) => string

/** Records that came, each a change of its own. */
function findNewRecords<T>(
  before: readonly T[] | undefined,
  after: readonly T[] | undefined,
  {
    makeKey,
    wanted,
    change,
  }: { makeKey: KeyOf<T>; wanted(record: T): boolean; change(record: T): Omit<Change, 'key'> },
): Change[] {
  return findAddedBy(before ?? [], after ?? [], makeKey)
    .filter(({ thing }) => wanted(thing))
    .map(({ key, thing }) => ({ key, ...change(thing) }))
}

const listSources = (...urls: (string | null | undefined)[]) => urls.flatMap((url) => (url ? [url] : []))

interface Compared<T> {
  before: readonly T[] | undefined
  after: readonly T[] | undefined
}

/** Open postings that appeared. */
export const newPostings = (
  { before, after }: Compared<JobPosting>,
  wanted: (posting: JobPosting) => boolean,
) =>
  findNewRecords(before, after, {
    makeKey: ({ job_id, company }) => `${company?.li_org_id ?? company?.domain ?? ''} ${job_id}`,
    wanted: (posting) => posting.status !== 'closed' && wanted(posting),
    change: (posting) => ({
      data: {
        kind: 'job_posting',
        jobId: posting.job_id,
        title: posting.title,
        jobUrl: posting.job_url,
        location: posting.standardized_location?.formatted_address ?? null,
        locationType: posting.job_location_type,
        seniorityLevel: posting.seniority_level,
        jobFunction: posting.job_function?.[0] ?? null,
        jobFunctions: posting.job_function ?? [],
        postedAt: posting.posted_at,
        status: posting.status,
      },
      sources: listSources(posting.job_url),
      eventDate: posting.posted_at,
    }),
  })

/** Articles that appeared. */
export const newArticles = (
  { before, after }: Compared<NewsArticle>,
  wanted: (article: NewsArticle) => boolean,
) =>
  findNewRecords(before, after, {
    makeKey: ({ article_id }) => article_id,
    wanted,
    change: (article) => ({
      data: {
        kind: 'news_article',
        url: article.url,
        title: article.title,
        publishedAt: article.published_at,
        publisherName: article.publisher_name,
        summary: article.summary,
        sentiment: article.sentiment,
      },
      sources: listSources(article.url),
      eventDate: article.event_date ?? article.published_at,
    }),
  })

/** Posts that appeared, or came to have as many reactions as are asked for. */
export const newPosts = ({ before, after }: Compared<Post>, wanted: (post: Post) => boolean) =>
  findNewRecords((before ?? []).filter(wanted), after, {
    makeKey: ({ post_id }) => post_id,
    wanted,
    change: (post) => ({
      data: {
        kind: 'post',
        postId: post.post_id,
        postUrl: post.post_url,
        caption: post.caption,
        postedAt: post.posted_at,
        numReactions: post.num_reactions,
        numComments: post.num_comments,
        numShares: post.num_shares,
        posterName: post.author_name,
        posterSlug: post.author_pnet_slug,
        posterUrl: post.author_pnet_url,
      },
      sources: listSources(post.post_url),
      eventDate: post.posted_at,
    }),
  })

export const newComments = (
  { before, after }: Compared<PostComment>,
  wanted: (comment: PostComment) => boolean,
) =>
  findNewRecords(before, after, {
    makeKey: ({ comment_id }) => comment_id,
    wanted,
    change: (comment) => ({
      data: {
        kind: 'comment',
        commentId: comment.comment_id,
        postId: comment.post_id,
        commentUrl: comment.comment_url,
        text: comment.text,
        commentedAt: comment.posted_at,
      },
      sources: listSources(comment.comment_url),
      eventDate: comment.posted_at,
    }),
  })

export const newReactions = (
  { before, after }: Compared<SeenReaction>,
  wanted: (reaction: SeenReaction) => boolean,
) =>
  findNewRecords(before, after, {
    makeKey: ({ reaction_id, post_id, reaction_type }) => reaction_id ?? `${post_id} ${reaction_type ?? ''}`,
    wanted,
    change: (reaction) => ({
      data: {
        kind: 'reaction',
        postId: reaction.post_id,
        reactionType: reaction.reaction_type,
        reactedAt: reaction.reacted_at,
      },
      eventDate: reaction.reacted_at,
    }),
  })

/** In words: `posted 3 jobs: A, B and 1 more`. */
export const countInWords = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`
