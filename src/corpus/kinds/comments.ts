import { completePostComment, nativePostComment, postComment } from '../records/index.ts'
import { activityLookups, commentColumns, commentIdentifiers, commentRow } from '../search-index/index.ts'
import { authorLinks, authorSuppression, authoredMentions } from './authors.ts'
import { defineKind } from './define-kind.ts'

export const comments = defineKind({
  name: 'comments',
  words: 'comments',
  on: 'posts',

  record: postComment,
  line: nativePostComment,
  moments: ['posted_at'],
  complete: completePostComment,
  tracked: ({ text, num_reactions, num_replies }) => ({ text, num_reactions, num_replies }),

  identifiers: commentIdentifiers,
  identity: { strong: ['comment'] },
  links: authorLinks,
  suppression: authorSuppression,
  mentions: authoredMentions,

  table: 'post_comments',
  columns: commentColumns,
  dayColumn: 'posted',
  row: commentRow,
  lookups: activityLookups,
  indexVersion: 4,
  indexChanges: { 3: { identifiers: ['men'] }, 4: { identifiers: ['pslug', 'cslug', 'cdom'] } },
})
