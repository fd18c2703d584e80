import { newsChange } from '../change-data.ts'
import { newArticles } from '../compare/records.ts'
import { sampleArticle } from '../compare/sample-records.ts'
import { writeNames, mentions } from '../compare/words.ts'
import { companyRule } from '../define-rule.ts'
import { phrases, tone } from '../members.ts'

export const newsWithKeyword = companyRule({
  type: 'news_with_keyword',
  readableName: 'News with a keyword',
  description: 'An article about the company has one of the keywords as whole words in its title or summary.',
  useCase: 'Hear of the topics that make a company ready to buy.',
  members: { keywords: phrases.describe('At least one must occur.'), sentiment: tone },
  example: { keywords: ['expansion', 'partnership'] },
  change: newsChange,
  reads: ['news'],
  evaluate: (before, after, { keywords, sentiment }) =>
    newArticles(
      { before: before.news, after: after.news },
      (article) =>
        mentions([article.title, article.summary], keywords) &&
        (sentiment === undefined || article.sentiment === sentiment),
    ),
  summary: (changes) =>
    `is in the news: ${writeNames(changes.map(({ data }) => (data as { title: string | null }).title))}`,
  sample: ({ keywords: [title = ''], sentiment = null }) => ({
    before: { news: [] },
    after: { news: [sampleArticle({ title, sentiment })] },
  }),
})
