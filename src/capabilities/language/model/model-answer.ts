import { z } from 'zod'
import { companySearchParams, profileSearchParams } from '../../../corpus/search/index.ts'
import { listUnexplained, type ParsedQuestion, type Span } from '../parse/parse-question.ts'

/** What a model may answer. */
export const modelAnswer = z.object({
  queryType: z.enum(['companies', 'people']),
  isCount: z.boolean().optional(),
  limit: z.number().int().min(1).max(1000).nullish(),
  companySearchParams: companySearchParams.nullish(),
  profileSearchParams: profileSearchParams.nullish(),
  evidence: z.array(z.object({ path: z.string().max(200), text: z.string().max(500) })).max(100),
})

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().max(200_000) }) })).min(1),
})

/** Sureness of a filter that a model gave. */
const confidence = 0.8

/**
 * The filters of a completion; undefined for anything that is not of the schema, has members it does not know, or asks
 * something that applies to no one. Words that the question does not hold are no evidence.
 */
export function readAnswer(text: string, question: string, nowMs: number): ParsedQuestion | undefined {
  const content = readJsonObject(text, completion)?.choices[0]?.message.content
  const answer = content === undefined ? undefined : readJsonObject(content, modelAnswer)
  if (answer === undefined || hasOtherMembers(JSON.parse(content!), answer)) return undefined
  const { companySearchParams: company, profileSearchParams: person } = answer
  if (isEmpty(company) && isEmpty(person)) return undefined
  if (answer.queryType === 'companies' && !isEmpty(person)) return undefined
  const spans = answer.evidence.flatMap(({ path, text: quote }): Span[] =>
    placeSpan(question, quote).map((at) => ({ ...at, path, confidence })),
  )
  return {
    kind: answer.queryType,
    isCount: answer.isCount ?? false,
    companySearchParams: isEmpty(company) ? undefined : (company ?? undefined),
    profileSearchParams: isEmpty(person) ? undefined : (person ?? undefined),
    limit: answer.limit ?? undefined,
    spans,
    // Also what the model left out without a word.
    notUnderstood: listUnexplained(question, nowMs, spans),
    notices: [],
    confidence,
  }
}

function placeSpan(question: string, text: string): { start: number; end: number; text: string }[] {
  const start = text.trim() === '' ? -1 : question.indexOf(text)
  return start < 0 ? [] : [{ start, end: start + text.length, text }]
}

function readJsonObject<T>(text: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const isEmpty = (params: object | null | undefined) =>
  params === null || params === undefined || Object.values(params).every((value) => value === undefined)

/** Whether something was given that the schema dropped: a filter it does not have would be ignored in silence. */
function hasOtherMembers(answer: unknown, read: unknown): boolean {
  if (Array.isArray(answer))
    return answer.some((each, index) => hasOtherMembers(each, (read as unknown[] | undefined)?.[index]))
  if (typeof answer !== 'object' || answer === null) return false
  return Object.entries(answer).some(([name, value]) => {
    if (value === null) return false
    const own = (read as Record<string, unknown> | undefined)?.[name]
    return own === undefined || hasOtherMembers(value, own)
  })
}
