import { namedChange } from '../change-data.ts'
import { findAddedNames, writeNames, isListed } from '../compare/words.ts'
import { companyRule } from '../define-rule.ts'
import { optionalPhrases } from '../members.ts'

export const technologyAdded = companyRule({
  type: 'technology_added',
  readableName: 'Technology added',
  description: 'The company began to use a technology, if some of its technologies were known before.',
  useCase: 'Sell what goes with it, or what replaces it.',
  members: { technologies: optionalPhrases('Names of technologies in any case; any if omitted.') },
  example: { technologies: ['Snowflake', 'Kubernetes'] },
  change: namedChange,
  evaluate: ({ company: before }, { company: after }, { technologies }) =>
    findAddedNames(before.technologies, after.technologies)
      .filter(({ name }) => isListed(name, technologies))
      .map(({ key, name }) => ({ key, data: { kind: 'named_item', name } })),
  summary: (changes) => `uses ${writeNames(changes.map(({ data }) => (data as { name: string }).name))}`,
  sample: ({ technologies: [name = 'Kubernetes'] = [] }) => ({
    before: { company: { technologies: ['An earlier technology'] } },
    after: { company: { technologies: ['An earlier technology', name] } },
  }),
})
