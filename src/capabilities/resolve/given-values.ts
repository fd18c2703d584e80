import { isProgramWord, standsForNothing } from '../../lib/placeholder.ts'

/** Members of a question that hold a name. */
const names = ['personName', 'companyName', 'schoolName'] as const

/** A question without names that stand for nothing (`N/A`, `null`): they are as if none were given. */
export function withoutPlaceholders<Q extends object>(question: Q): Q {
  const members = question as Partial<Record<string, { value: string }>>
  const empty = names.filter((name) => isNoName(members[name]?.value))
  if (empty.length === 0) return question
  return { ...question, ...Object.fromEntries(empty.map((name) => [name, undefined])) }
}

const isNoName = (text: string | undefined): boolean =>
  text !== undefined && text !== '' && (standsForNothing(text) || isProgramWord(text))
