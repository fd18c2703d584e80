import type { NewsArticle } from '../../../../corpus/records/index.ts'
import type { Change } from '../define-rule.ts'
import { findAddedBy } from './words.ts'

const aboutLayoffs =
  /\b(lay(s|ing)?[ -]?offs?|laid off|redundanc(y|ies)|job cuts?|cut(s|ting)? (?:[\d,.]+ )?(jobs|staff|workforce))\b/i
const people =
  /\b(\d{1,3}(?:[,.]\d{3})+|\d{1,6})\s+(?:\w+\s+)?(?:employees|workers|people|staff|jobs|positions|roles)\b/i
const percent = /\b(\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b|per cent\b)/i

/** Layoffs that articles report; several articles about one event on a day are one. */
export function readLayoffs(
  before: readonly NewsArticle[] | undefined,
  after: readonly NewsArticle[] | undefined,
): Change[] {
  const changes = new Map<string, Change>()
  for (const { thing: article } of findAddedBy(before ?? [], after ?? [], ({ article_id }) => article_id)) {
    if (article.topic !== 'layoffs' && !aboutLayoffs.test(article.title ?? '')) continue
    const date = article.event_date ?? article.published_at?.slice(0, 10) ?? null
    const key = date ?? article.article_id
    if (!changes.has(key)) changes.set(key, buildChange(article, { key, date }))
  }
  return [...changes.values()]
}

function buildChange(article: NewsArticle, { key, date }: { key: string; date: string | null }): Change {
  const text = `${article.title ?? ''}. ${article.summary ?? ''}`
  const number = people.exec(text)?.[1]?.replaceAll(/[,.]/g, '')
  const share = percent.exec(text)?.[1]
  return {
    key,
    data: {
      kind: 'layoff',
      date,
      numLaidOff: number === undefined ? null : Number(number),
      percentLaidOff: share === undefined ? null : Number(share),
      source: article.url ?? article.publisher_name ?? null,
    },
    sources: article.url ? [article.url] : [],
    eventDate: date,
  }
}
