import type { NativeNewsArticle, NewsArticle } from '../../corpus/records/index.ts'
import { newsIdentifiers } from '../../corpus/search-index/index.ts'
import { kinds } from '../../corpus/kinds/index.ts'
import { isUnanswered } from './answered.ts'
import { referenceTo, type VisitedCompany } from './company.ts'
import type { VisitParts } from './visit-parts.ts'

/** What was new about a company. */
export interface NewsVisit {
  articles: number
  isUnfinished: boolean
}

const withinMs = 90_000

/** Asks for articles about a company and writes them to the corpus, beside the companies they were found for before. */
export async function visitNews(
  parts: VisitParts,
  company: VisitedCompany,
  signal: AbortSignal,
): Promise<NewsVisit> {
  const question = { domain: company.domains[0] ?? null, names: [...company.names] }
  const { answers, attempts } = await parts.sources.ask('company.news', question, {
    signal,
    mode: 'all',
    withinMs,
    maxAgeMs: 0,
  })
  const visit = { articles: 0, isUnfinished: isUnanswered(attempts) }
  for (const { answer, source, observedAt: observed_at, confidence } of answers) {
    const about = await companiesOf(parts, answer.articles, signal)
    const items = answer.articles.map((article, index) => {
      const others = about.get(article.article_id) ?? []
      const companies = [
        ...others.filter(({ domain, name }) => !isSame(company, { domain, name })),
        referenceTo(company),
      ]
      return { line: index + 1, record: { ...article, companies, source, observed_at, confidence } }
    })
    await parts.writer.write('news', items, { source, observedAt: new Date(observed_at) })
    visit.articles += items.length
  }
  return visit
}

type Reference = NonNullable<NewsArticle['companies']>[number]

const isSame = ({ domains, names }: VisitedCompany, { domain, name }: Pick<Reference, 'domain' | 'name'>) =>
  (domain !== null && domains.includes(domain)) || (name !== null && names.includes(name))

/** The companies that stored articles are about, by the id of the article. */
async function companiesOf(
  { search }: VisitParts,
  articles: readonly NativeNewsArticle[],
  signal: AbortSignal,
): Promise<Map<string, Reference[]>> {
  const tokens = articles.flatMap((article) =>
    newsIdentifiers(kinds.news.complete({ ...article }, '0') as NewsArticle),
  )
  if (tokens.length === 0) return new Map()
  const snapshot = await search.snapshots.newest('news')
  const records = await search.lookup('news', { tokens, snapshot, perToken: 1, signal })
  return new Map(
    records.map(({ body }) => {
      const { article_id, companies } = JSON.parse(body) as NewsArticle
      return [article_id, companies ?? []]
    }),
  )
}
