import { completePostReaction, nativePostReaction, postReaction } from '../records/index.ts'
import { activityLookups, reactionColumns, reactionIdentifiers, reactionRow } from '../search-index/index.ts'
import { authorLinks, authorSuppression } from './authors.ts'
import { defineKind } from './define-kind.ts'

export const reactions = defineKind({
  name: 'reactions',
  words: 'reactions',
  on: 'posts',

  record: postReaction,
  line: nativePostReaction,
  moments: ['reacted_at'],
  complete: completePostReaction,
  tracked: ({ reaction_type }) => ({ reaction_type }),

  identifiers: reactionIdentifiers,
  identity: { strong: ['reaction'] },
  links: authorLinks,
  suppression: authorSuppression,

  table: 'post_reactions',
  columns: reactionColumns,
  dayColumn: 'reacted',
  row: reactionRow,
  lookups: activityLookups,
  indexVersion: 3,
  indexChanges: { 3: { identifiers: ['pslug', 'cslug', 'cdom'] } },
})
