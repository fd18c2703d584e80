import { completePost, nativePost, post } from '../records/index.ts'
import { generatePosts } from '../sample/index.ts'
import { postColumns, postIdentifiers, postLookups, postRow } from '../search-index/index.ts'
import { authorLinks, authorSuppression, authoredMentions, postIdsBefore } from './authored.ts'
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

  sample: {
    each: 'company',
    idsBefore: postIdsBefore,
    lines: (world, company) => generatePosts(world, company, company + 1),
    refersTo({ post_id }, company) {
      const person = /^sample-p(\d+)-/.exec(post_id)?.[1]
      return [
        person === undefined
          ? { kind: 'companies', index: company }
          : { kind: 'people', index: Number(person) },
      ]
    },
  },
})
