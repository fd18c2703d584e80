import { completeReply, nativeReply, reply } from '../records/index.ts'
import { replyColumns, replyIdentifiers, replyLookups, replyRow } from '../search-index/index.ts'
import { authorLinks, platformMentions, platformSuppression } from './authors.ts'
import { defineKind } from './define-kind.ts'

export const replies = defineKind({
  name: 'replies',
  words: 'comments on platforms',
  on: 'uploads',

  record: reply,
  line: nativeReply,
  moments: ['published_at'],
  complete: completeReply,
  tracked: ({ text, like_count, reply_count }) => ({ text, like_count, reply_count }),

  identifiers: replyIdentifiers,
  identity: { strong: ['rep'] },
  links: authorLinks,
  suppression: platformSuppression,
  mentions: platformMentions,

  table: 'replies',
  columns: replyColumns,
  dayColumn: 'published',
  row: replyRow,
  lookups: replyLookups,
  indexVersion: 3,
  indexChanges: { 2: { identifiers: ['men'] }, 3: { columns: [] } },
})
