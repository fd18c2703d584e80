import { completeUpload, nativeUpload, upload } from '../records/index.ts'
import { uploadColumns, uploadIdentifiers, uploadLookups, uploadRow } from '../search-index/index.ts'
import { authorLinks, platformMentions, platformSuppression } from './authors.ts'
import { defineKind } from './define-kind.ts'

export const uploads = defineKind({
  name: 'uploads',
  words: 'posts, videos, threads and songs on platforms',

  record: upload,
  line: nativeUpload,
  moments: ['published_at'],
  derived: { hashtags: 'text' },
  naming: ['platform', 'upload_id'],
  complete: completeUpload,
  tracked: ({ like_count, comment_count, share_count, view_count, use_count }) => ({
    like_count,
    comment_count,
    share_count,
    view_count,
    use_count,
  }),

  identifiers: uploadIdentifiers,
  identity: { strong: ['upl', 'ucode'], single: ['upl'] },
  links: authorLinks,
  suppression: platformSuppression,
  mentions: platformMentions,

  table: 'uploads',
  columns: uploadColumns,
  dayColumn: 'published',
  row: uploadRow,
  lookups: uploadLookups,
  indexVersion: 3,
  indexChanges: { 2: { identifiers: ['men'] }, 3: { columns: [] } },
})
