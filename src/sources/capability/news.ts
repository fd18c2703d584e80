import { z } from 'zod'
import { nativeNewsArticle } from '../../corpus/records/index.ts'
import { defineCapabilities } from '../capability.ts'
import { lines } from '../lines.ts'

/** What is new about a company. A domain or a name is given. */
const newsQuestion = z.object({
  domain: z.string().nullable(),
  /** Names it goes by, the preferred one first. */
  names: z.array(z.string()).max(20),
})

/** Title, summary, address and day of articles; their texts are the publishers'. */
const newsAnswer = z.object({
  articles: lines(nativeNewsArticle, { most: 1_000, moments: ['published_at'] }),
})

export const newsCapabilities = defineCapabilities(
  { 'company.news': { question: newsQuestion, answer: newsAnswer } },
  { 'company.news': { domain: 'almanac-check.example', names: ['Almanac Check'] } },
)
