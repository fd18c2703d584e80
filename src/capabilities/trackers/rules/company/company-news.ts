import { optional } from '../../../../operation/index.ts'
import { newsChange } from '../change-data.ts'
import { countInWords, newArticles } from '../compare/records.ts'
import { sampleArticle } from '../compare/sample-records.ts'
import { tone } from '../compare/tone.ts'
import { companyRule } from '../define-rule.ts'
import { countAboveZero } from '../members.ts'

export const companyNews = companyRule({
  type: 'company_news',
  readableName: 'Company in the news',
  description: 'Articles about the company appeared, as many in one check as minArticles says.',
  useCase: 'Keep up with accounts, and notice when much is written about one.',
  members: {
    sentiment: tone,
    minArticles: optional(countAboveZero).describe('Fewest articles of a check; one, where left out.'),
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
