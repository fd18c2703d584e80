import type { Capability, Sources } from '../../sources/index.ts'
import type { SearchSource } from './outside-search.ts'
import type { SearchQuestion } from './question-schema.ts'

const chooseCapability = (type: SearchQuestion['type']) =>
  type === 'companies' ? ('company.search' as const) : ('people.search' as const)

/** The configured sources that answer searches, in the operator's order. */
export function searchSources(sources: Sources): SearchSource[] {
  const able = (capability: Capability) => sources.names(capability)
  const [companies, people] = [able('company.search'), able('people.search')]
  return [...new Set([...companies, ...people])].map((id) => ({
    id,
    types: [
      ...(companies.includes(id) ? (['companies'] as const) : []),
      ...(people.includes(id) ? (['people'] as const) : []),
    ],
    async search(question, { limit, signal }) {
      const capability = chooseCapability(question.type)
      const { answers, attempts } = await sources.ask(capability, buildQuestion(question, limit), {
        signal,
        only: [id],
      })
      const [answer] = answers
      if (answer !== undefined)
        return answer.answer.records.map((record) => ({ observed_at: answer.observedAt, ...record }))
      // No attempt: the source cannot tell whether its records satisfy the question.
      if (
        attempts.every(
          ({ outcome, found: isFound }) => outcome === 'not_found' || (outcome === 'cached' && !isFound),
        )
      )
        return []
      throw new Error(`${id}: ${attempts[0]?.outcome ?? 'not asked'}`)
    },
  }))
}

function buildQuestion(question: SearchQuestion, limit: number) {
  if (question.type === 'companies') return { searchParams: question.searchParams, limit }
  const { searchParams, companyParams, currentCompanies } = question
  return { searchParams, companyParams, currentCompanies, limit }
}
