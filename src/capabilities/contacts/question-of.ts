import { hostAlone } from '../../corpus/names/index.ts'
import type { ContactQuestion } from './finder.ts'

/** The question for one identifier. `employer`: domain of the company whose addresses are wanted. */
export function buildContactQuestion(tokens: readonly string[], employer?: string): ContactQuestion {
  const domain = employer === undefined ? undefined : hostAlone(employer)
  return { by: 'identifier', tokens, ...(domain === undefined ? {} : { employerDomains: [domain] }) }
}
