import type { Attempt } from './endpoints.ts'
import { words } from './words.ts'

/** What became of an attempt, in a line: `answered 204 in 12 ms`. */
export function answerText({ status, error, failedStep, detail, durationMs }: Attempt): string {
  const answer = status === null ? words.noAnswer : `${words.answered} ${status}`
  const step = failedStep === null ? undefined : `${words.failedAt.toLowerCase()} ${words.steps[failedStep]}`
  const parts = [`${answer} in ${durationMs} ms`, step, error, detail]
  return parts.filter((part) => part !== undefined && part !== null).join(', ')
}
