import type { Log } from '../../../lib/log.ts'
import type { Outbound } from '../../../platform/outbound/index.ts'
import type { ParsedQuestion } from '../parse/parse-question.ts'
import { readAnswer } from './model-answer.ts'
import { writeInstructions } from './instructions.ts'

/** Reads questions instead of the parser. */
export interface LanguageModel {
  /** Undefined when it does not answer in time, or anything but filters that satisfy the schema. */
  read(question: string, options: { nowMs: number; signal: AbortSignal }): Promise<ParsedQuestion | undefined>
}

interface ModelSettings {
  ALMANAC_LANGUAGE_MODEL_URL?: string | undefined
  ALMANAC_LANGUAGE_MODEL?: string | undefined
  ALMANAC_LANGUAGE_MODEL_KEY?: string | undefined
}

/** A question waits no longer for a model. */
const deadlineMs = 8_000
const maxBytes = 256 * 1024

/**
 * A model behind an address that speaks as OpenAI's chat completions do. It is given the question and nothing of the
 * corpus, and what it says is data: only an object of the answer's schema is taken.
 */
export function openLanguageModel(
  {
    ALMANAC_LANGUAGE_MODEL_URL: url,
    ALMANAC_LANGUAGE_MODEL: model,
    ALMANAC_LANGUAGE_MODEL_KEY: key,
  }: ModelSettings,
  { outbound, log }: { outbound: Pick<Outbound, 'request'>; log: Log },
): LanguageModel | undefined {
  if (url === undefined || model === undefined) return undefined
  const address = `${url.replace(/\/+$/, '')}/chat/completions`
  const headers = {
    'content-type': 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  }
  return {
    async read(question, { nowMs, signal }) {
      const messages = [
        { role: 'system', content: writeInstructions(nowMs) },
        { role: 'user', content: JSON.stringify({ question }) },
      ]
      const body = JSON.stringify({
        model,
        messages,
        temperature: 0,
        response_format: { type: 'json_object' },
      })
      try {
        const order = {
          url: address,
          method: 'POST' as const,
          headers,
          body,
          deadlineMs,
          maxBytes,
          signal,
        }
        const answer = await outbound.request(order)
        const read =
          answer.status === 200 ? readAnswer(answer.body.toString('utf8'), question, nowMs) : undefined
        if (read === undefined)
          log('the language model gave no filters', { level: 'warn', status: answer.status })
        return read
      } catch (error) {
        signal.throwIfAborted()
        log('the language model did not answer', { level: 'warn', err: error })
        return undefined
      }
    },
  }
}
