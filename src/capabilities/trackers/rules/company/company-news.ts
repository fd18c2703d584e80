import { optional } from '../../../../operation/index.ts'
import { newsChange } from '../change-data.ts'
import { countInWords, newArticles } from '../compare/records.ts'
import { sampleArticle } from '../compare/sample-records.ts'
import { companyRule } from '../define-rule.ts'
import { countAboveZero, tone } from '../members.ts'

export const companyNews = companyRule({
  type: 'company_news',
  readableName: 'Company in the news',
  description: 'At least minArticles articles about the company appeared in one check.',
  useCase: 'Keep up with accounts, and notice when one is often in the news.',
  members: {
    sentiment: tone,
    minArticles: optional(countAboveZero).describe('Minimum articles per check; default one.'),
  },
  example: { minArticles: 1 },
  change: newsChange,
  reads: ['news'],
  least: ({ minArticles = 1 }) => minArticles,
  evaluate: (before, after, { sentiment }) =>
    newArticles(
      { before: before.news, after: after.news },
      (article) => sentiment === undefined || article.sentiment === sentiment,
    ),
  summary: (changes) => `is in ${countInWords(changes.length, 'new article')}`,
  sample: ({ sentiment = null, minArticles = 1 }) => ({
    before: { news: [] },
    after: {
      news: Array.from({ length: Math.min(minArticles, 100) }, (_, index) =>
        sampleArticle({ sentiment }, index + 1),
      ),
    },
  }),
})
