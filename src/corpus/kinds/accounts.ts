import { account, completeAccount, nativeAccount } from '../records/index.ts'
import { accountsBefore, generateAccounts, sampleOwner } from '../sample/index.ts'
import {
  accountColumns,
  accountIdentifiers,
  accountLookups,
  accountOwnerTokens,
  accountRow,
} from '../search-index/index.ts'
import { authorLinks, authorSuppression } from './authored.ts'
import { defineKind } from './define-kind.ts'

export const accounts = defineKind({
  name: 'accounts',
  words: 'accounts on platforms',

  record: account,
  line: nativeAccount,
  union: ['follows', 'followed_by'],
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

  table: 'accounts',
  columns: accountColumns,
  row: accountRow,
  lookups: accountLookups,
  indexVersion: 1,

  sample: {
    each: 'company',
    idsBefore: accountsBefore,
    lines: generateAccounts,
    refersTo: ({ account_id }) => [sampleOwner(account_id)],
  },
})
