import { namedChange } from '../change-data.ts'
import { addedNames, inWords, isOneOf } from '../compare/words.ts'
import { companyRule } from '../define-rule.ts'
import { optionalPhrases } from '../members.ts'

export const technologyAdded = companyRule({
  type: 'technology_added',
  readableName: 'Technology added',
  description: 'The company began to use a technology.',
  useCase: 'Sell what goes with it, or what replaces it.',
  members: { technologies: optionalPhrases('Names of technologies, case aside; left out, any.') },
  example: { technologies: ['Snowflake', 'Kubernetes'] },
  change: namedChange,
  evaluate: ({ company: before }, { company: after }, { technologies }) =>
    addedNames(before.technologies, after.technologies)
      .filter(({ name }) => isOneOf(name, technologies))
      .map(({ key, name }) => ({ key, data: { kind: 'named_item', name } })),
  summary: (changes) => `uses ${inWords(changes.map(({ data }) => (data as { name: string }).name))}`,
  sample: ({ technologies: [name = 'Kubernetes'] = [] }) => ({
    before: { company: { technologies: [] } },
    after: { company: { technologies: [name] } },
  }),
})
