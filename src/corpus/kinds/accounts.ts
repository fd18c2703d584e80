import { account, completeAccount, nativeAccount, platformHandle } from '../records/index.ts'
import {
  accountColumns,
  accountIdentifiers,
  accountLookups,
  accountOwnerTokens,
  accountRow,
} from '../search-index/index.ts'
import { authorLinks, authorSuppression } from './authors.ts'
import { defineKind } from './define-kind.ts'
import { accountTokens } from './mentions.ts'

export const accounts = defineKind({
  name: 'accounts',
  words: 'accounts on platforms',

  record: account,
  line: nativeAccount,
  union: ['follows', 'followed_by'],
  naming: ['platform', 'handle'],
  complete: completeAccount,
  tracked: ({ follower_count, following_count, upload_count, like_count }) => ({
    follower_count,
    following_count,
    upload_count,
    like_count,
  }),

  identifiers: accountIdentifiers,
  identity: { strong: ['acct', 'acid'], single: ['acid'] },
  links: authorLinks,
  suppression: {
    ...authorSuppression,
    tokens: (record) =>
      record.author_type === 'company'
        ? []
        : [...authorSuppression.tokens(record), ...accountOwnerTokens(record)],
    aliases: accountOwnerTokens,
  },
  mentions: {
    own: ['handle', 'author_name', 'author_pnet_slug', 'author_pnet_url', 'profile_image_url'],
    lists: [
      { path: ['follows'], tokens: followedTokens },
      { path: ['followed_by'], tokens: followedTokens },
    ],
    hasHandles: true,
  },

  table: 'accounts',
  columns: accountColumns,
  row: accountRow,
  lookups: accountLookups,
  indexVersion: 3,
  indexChanges: { 2: { identifiers: ['men'] }, 3: { columns: [] } },
})

function followedTokens(handle: unknown, { platform }: Readonly<Record<string, unknown>>): string[] {
  return typeof handle === 'string' ? accountTokens(String(platform), platformHandle(handle)) : []
}
