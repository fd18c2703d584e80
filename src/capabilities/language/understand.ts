import type { Call } from '../../operation/index.ts'
import { findOrganizations } from './organization-names.ts'
import { listOrganizationNames, parseQuestion, type ParsedQuestion } from './parse/parse-question.ts'
import type { LanguageDeps } from './slice.ts'

/** A question as it was read, and by whom. */
export interface Understood extends ParsedQuestion {
  /** `rules`: by the parser; `model`: by the model that the operator set up. */
  reader: 'rules' | 'model'
}

/** Reads a question: by the model where one is set up and answers as it should, else by the parser. */
export async function understand(
  deps: LanguageDeps,
  call: Pick<Call, 'nowMs' | 'signal' | 'advise'>,
  query: string,
): Promise<Understood> {
  const { nowMs, signal } = call
  if (deps.model !== undefined) {
    const read = await deps.model.read(query, { nowMs, signal })
    if (read !== undefined) return { ...read, reader: 'model' }
    call.advise('The language model gave no valid answer; the rule-based parser read the question.')
  }
  const names = await findOrganizations(deps, listOrganizationNames(query, nowMs), signal)
  return { ...parseQuestion(query, { nowMs, names }), reader: 'rules' }
}

/** Words that were not understood, quoted, for sentences. */
export const quoteUnread = ({ notUnderstood }: ParsedQuestion): string =>
  notUnderstood
    .map(({ text }) => JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text))
    .join(', ')
