import { z } from 'zod'
import { personTags } from '../../../../corpus/records/index.ts'
import { namedChange } from '../change-data.ts'
import { addedNames, inWords } from '../compare/words.ts'
import { personRule } from '../define-rule.ts'

export const personTagGained = personRule({
  type: 'person_tag_gained',
  readableName: 'Gained a tag',
  description: 'The person came to carry one of some tags.',
  useCase: 'Notice who becomes a decision maker.',
  members: { tags: z.array(z.enum(personTags)).min(1).max(personTags.length) },
  example: { tags: ['decision-maker', 'c-suite'] },
  change: namedChange,
  evaluate: ({ person: before }, { person: after }, { tags }) =>
    addedNames(before.tags, after.tags)
      .filter(({ name }) => tags.some((tag) => tag === name))
      .map(({ key, name }) => ({ key, data: { kind: 'named_item', name } })),
  summary: (changes) => `gained ${inWords(changes.map(({ data }) => (data as { name: string }).name))}`,
  sample: ({ tags }) => ({ before: { person: { tags: [] } }, after: { person: { tags: [...tags] } } }),
})
