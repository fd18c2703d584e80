import { completePost, nativePost, post } from '../records/index.ts'
import { postColumns, postIdentifiers, postLookups, postRow } from '../search-index/index.ts'
import { authorLinks, authorSuppression, authoredMentions } from './authors.ts'
import { defineKind } from './define-kind.ts'

export const posts = defineKind({
  name: 'posts',
  words: 'posts',

  record: post,
  line: nativePost,
  moments: ['posted_at'],
  complete: completePost,
  tracked: ({ num_reactions, num_comments, num_shares }) => ({ num_reactions, num_comments, num_shares }),

  identifiers: postIdentifiers,
  identity: { strong: ['post'] },
  links: authorLinks,
  suppression: authorSuppression,
  mentions: authoredMentions,

  table: 'posts',
  columns: postColumns,
  dayColumn: 'posted',
  row: postRow,
  lookups: postLookups,
  indexVersion: 4,
  indexChanges: { 3: { identifiers: ['men'] }, 4: { identifiers: ['post', 'pslug', 'cslug', 'cdom'] } },
})
