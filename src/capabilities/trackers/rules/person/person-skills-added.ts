import { namedChange } from '../change-data.ts'
import { findAddedNames, writeNames, isListed } from '../compare/words.ts'
import { personRule } from '../define-rule.ts'
import { optionalPhrases } from '../members.ts'

export const personSkillsAdded = personRule({
  type: 'person_skills_added',
  readableName: 'Added skills',
  description:
    'The person lists new skills, if some of their skills were known before. Order and spelling do not matter.',
  useCase: 'See who learns what you teach or sell.',
  members: { skills: optionalPhrases('Whole names in any case; any if omitted.') },
  example: { skills: ['Kubernetes'] },
  change: namedChange,
  evaluate: ({ person: before }, { person: after }, { skills }) =>
    findAddedNames(before.skills, after.skills)
      .filter(({ name }) => isListed(name, skills))
      .map(({ key, name }) => ({ key, data: { kind: 'named_item', name } })),
  summary: (changes) => `added ${writeNames(changes.map(({ data }) => (data as { name: string }).name))}`,
  sample: ({ skills: [skill = 'Kubernetes'] = [] }) => ({
    before: { person: { skills: ['An earlier skill'] } },
    after: { person: { skills: ['An earlier skill', skill] } },
  }),
})
