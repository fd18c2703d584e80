import { normalizeSlug, personPageOf } from '../../lib/network-url.ts'
import {
  completeJobPosting,
  completeNewsArticle,
  completePost,
  completePostComment,
  completePostReaction,
  type JobPosting,
  type NativeJobPosting,
  type NativeNewsArticle,
  type NativePost,
  type NativePostComment,
  type NativePostReaction,
  type NewsArticle,
  type Post,
  type PostComment,
  type PostReaction,
} from '../records/index.ts'
import {
  activityLookups,
  commentColumns,
  commentIdentifiers,
  commentRow,
  exactToken,
  newsColumns,
  newsIdentifiers,
  newsLookups,
  newsRow,
  postColumns,
  postIdentifiers,
  postingColumns,
  postingIdentifiers,
  postingLookups,
  postingRow,
  postLookups,
  postRow,
  reactionColumns,
  reactionIdentifiers,
  reactionRow,
  referredCompany,
  type Authored,
} from '../search-index/index.ts'
import type { Link, Split, WriteKind } from './kind.ts'

/** A line without contact details and outside ids: provenance apart, the rest is shown. */
function splitPlain(line: object): Split {
  const { source, observed_at, confidence, ...members } = line as NativeJobPosting
  const split: Split = { members, emails: [], phoneNumbers: [], externalIds: {} }
  if (source) split.source = source
  if (observed_at) split.observedAt = observed_at
  if (typeof confidence === 'number') split.confidence = confidence
  return split
}

export const postingKind: WriteKind<JobPosting> = {
  kind: 'postings',
  table: 'job_postings',
  columns: postingColumns,
  bodyTable: 'job_posting_bodies',
  union: [],
  derived: { annual_salary_usd: 'compensation_range', status: 'closed_at' },
  split: splitPlain,
  complete: (members) => completeJobPosting(members as NativeJobPosting),
  identifiers: postingIdentifiers,
  links: (record) => [{ kind: 'companies', tokens: referredCompany(record.company) }],
  names: postingLookups,
  row: postingRow,
  tracked: ({ title, status, applicant_range, compensation_range, closed_at }) => ({
    ...{ title, status, applicant_range, compensation_range, closed_at },
  }),
}

export const postKind: WriteKind<Post> = {
  kind: 'posts',
  table: 'posts',
  columns: postColumns,
  bodyTable: 'post_bodies',
  union: [],
  derived: {},
  split: splitPlain,
  complete: (members) => completePost(members as NativePost),
  identifiers: postIdentifiers,
  subjects: writerTokens,
  links: (record) => [authorOf(record)],
  names: postLookups,
  row: postRow,
  tracked: ({ num_reactions, num_comments, num_shares }) => ({ num_reactions, num_comments, num_shares }),
}

export const commentKind: WriteKind<PostComment> = {
  kind: 'comments',
  table: 'post_comments',
  columns: commentColumns,
  bodyTable: 'post_comment_bodies',
  union: [],
  derived: {},
  split: splitPlain,
  complete: (members) => completePostComment(members as NativePostComment),
  identifiers: commentIdentifiers,
  subjects: writerTokens,
  links: (record) => [authorOf(record)],
  names: activityLookups,
  row: commentRow,
  tracked: ({ text, num_reactions, num_replies }) => ({ text, num_reactions, num_replies }),
}

export const reactionKind: WriteKind<PostReaction> = {
  kind: 'reactions',
  table: 'post_reactions',
  columns: reactionColumns,
  bodyTable: 'post_reaction_bodies',
  union: [],
  derived: {},
  split: splitPlain,
  complete: (members) => completePostReaction(members as NativePostReaction),
  identifiers: reactionIdentifiers,
  subjects: writerTokens,
  links: (record) => [authorOf(record)],
  names: activityLookups,
  row: reactionRow,
  tracked: ({ reaction_type }) => ({ reaction_type }),
}

type Written = Pick<Post, 'author_type' | 'author_pnet_slug' | 'author_pnet_url'>

/** The person who wrote it, by slug or by the address of their page. */
function writerTokens({ author_type, author_pnet_slug, author_pnet_url }: Written): string[] {
  if (author_type === 'company') return []
  const slugs = [author_pnet_slug, personPageOf(author_pnet_url)].filter(
    (slug) => typeof slug === 'string' && slug !== '',
  )
  return slugs.map((slug) => exactToken('slug', normalizeSlug(slug as string)))
}

function authorOf(record: Authored): Link {
  const slug = record.author_pnet_slug ? [exactToken('slug', normalizeSlug(record.author_pnet_slug))] : []
  if (record.author_type !== 'company') return { kind: 'people', tokens: slug }
  return { kind: 'companies', tokens: [...new Set([...referredCompany(record.company), ...slug])] }
}

export const newsKind: WriteKind<NewsArticle> = {
  kind: 'news',
  table: 'news',
  columns: newsColumns,
  bodyTable: 'news_bodies',
  union: [],
  derived: {},
  split: splitPlain,
  complete: (members) => completeNewsArticle(members as NativeNewsArticle),
  identifiers: newsIdentifiers,
  links: (record) =>
    (record.companies ?? []).map((company) => ({ kind: 'companies', tokens: referredCompany(company) })),
  names: newsLookups,
  row: newsRow,
  tracked: ({ title, summary, sentiment }) => ({ title, summary, sentiment }),
}
