import { completeNewsArticle, nativeNewsArticle, newsArticle } from '../records/index.ts'
import { newsColumns, newsIdentifiers, newsLookups, newsRow, referredCompany } from '../search-index/index.ts'
import { defineKind } from './define-kind.ts'
import { textMentions } from './local-mentions.ts'

export const news = defineKind({
  name: 'news',
  words: 'news',

  record: newsArticle,
  line: nativeNewsArticle,
  moments: ['published_at'],
  own: ['url'],
  complete: completeNewsArticle,
  tracked: ({ title, summary, sentiment }) => ({ title, summary, sentiment }),

  identifiers: newsIdentifiers,
  identity: { strong: ['news'] },
  links: {
    to: ['companies'],
    of: (record) =>
      (record.companies ?? []).map((company) => ({
        kind: 'companies',
        tokens: referredCompany(company),
        name: company.name ?? undefined,
      })),
  },
  suppression: { of: 'nobody' },
  mentions: textMentions,

  table: 'news',
  columns: newsColumns,
  dayColumn: 'published',
  row: newsRow,
  lookups: newsLookups,
  indexVersion: 3,
  indexChanges: { 2: { identifiers: ['men'] }, 3: { identifiers: ['cslug', 'cdom'] } },
})
