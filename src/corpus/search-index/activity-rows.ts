import { isBlankId } from '../../lib/placeholder.ts'
import { normalizeSlug } from '../../lib/network-url.ts'
import type { PostComment, PostReaction } from '../records/index.ts'
import { dayNumber, keywordText } from './columns.ts'
import { newestRank } from './media-columns.ts'
import { postLookups, type Authored } from './media-rows.ts'
import { exactToken, idTokens, ownSort, token } from './tokens.ts'

/** Columns of table `post_comments` after rank, id and born. */
export const commentColumns = ['author_id', 'posted', 'reactions', 'facets', 'words'] as const

/** Id of a comment. */
const commentId = ownSort('comment')

export function commentIdentifiers(record: PostComment): string[] {
  return idTokens(commentId, record.comment_id)
}

/** The look-up tokens of comments and reactions: their post and their author. */
export function activityLookups(record: Authored & { post_id: string }, links: readonly string[]): string[] {
  return [exactToken('onpost', record.post_id), ...postLookups(record, links)]
}

export function commentRow(record: PostComment, [authorId = '0']: readonly string[]) {
  const facets: string[] = []
  if (record.author_type) facets.push(token('author', record.author_type))
  if (record.language_code) facets.push(token('lang', record.language_code))
  return {
    rank: newestRank(record.posted_at),
    values: [
      authorId,
      dayNumber(record.posted_at),
      Math.min(4_294_967_295, Math.max(0, Math.round(record.num_reactions ?? 0))),
      facets.join(' '),
      keywordText([record.text]),
    ],
  }
}

/** Columns of table `post_reactions` after rank, id and born. */
export const reactionColumns = ['author_id', 'reacted', 'facets'] as const

/** Id of a reaction, or its post and author. */
const reactionId = ownSort('reaction')

/** A reaction is recognised by its id or, since nobody reacts to a post twice, by its post and author. */
export function reactionIdentifiers(record: PostReaction): string[] {
  const { reaction_id, post_id, author_pnet_slug, author_pnet_url } = record
  const who = author_pnet_slug ? normalizeSlug(author_pnet_slug) : author_pnet_url
  return [
    ...idTokens(reactionId, reaction_id ?? ''),
    ...(isBlankId(post_id) ? [] : idTokens(reactionId, who ?? '', `${post_id}/`)),
  ]
}

export function reactionRow(record: PostReaction, [authorId = '0']: readonly string[]) {
  const facets: string[] = []
  if (record.author_type) facets.push(token('author', record.author_type))
  if (record.reaction_type) facets.push(token('react', record.reaction_type))
  return {
    rank: newestRank(record.reacted_at),
    values: [authorId, dayNumber(record.reacted_at), facets.join(' ')],
  }
}
