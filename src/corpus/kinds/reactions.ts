import { completePostReaction, nativePostReaction, postReaction } from '../records/index.ts'
import { generateReactions, mostOnPost } from '../sample/index.ts'
import { activityLookups, reactionColumns, reactionIdentifiers, reactionRow } from '../search-index/index.ts'
import { authorLinks, authorSuppression, postIdsBefore, sampleAuthor } from './authored.ts'
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

  sample: {
    each: 'company',
    idsBefore: (world, company) => postIdsBefore(world, company) * mostOnPost.reactions,
    lines: (world, company) => generateReactions(world, company, company + 1),
    refersTo: ({ reaction_id }, company) => [sampleAuthor(reaction_id, company)],
  },
})
