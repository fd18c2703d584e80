import { z } from 'zod'
import { personTags } from '../../../../corpus/records/index.ts'
import { namedChange } from '../change-data.ts'
import { addedBy, inWords } from '../compare/words.ts'
import { personRule } from '../define-rule.ts'
import type { TrackedPerson } from '../states.ts'

export const personTagGained = personRule({
  type: 'person_tag_gained',
  readableName: 'Gained a tag',
  description: 'The person came to carry one of some tags.',
  useCase: 'Notice who becomes a decision maker.',
  members: { tags: z.array(z.enum(personTags)).min(1).max(personTags.length) },
  example: { tags: ['decision-maker', 'c-suite'] },
  change: namedChange,
  evaluate: ({ person: before }, { person: after }, { tags }) =>
    isCareerNew(before, after)
      ? []
      : addedBy(before.tags, after.tags, (tag) => tag)
          .filter(({ key }) => tags.some((tag) => tag === key))
          .map(({ key }) => ({ key, data: { kind: 'named_item', name: key } })),
  summary: (changes) => `gained ${inWords(changes.map(({ data }) => (data as { name: string }).name))}`,
  sample: ({ tags }) => ({ before: { person: { tags: [] } }, after: { person: { tags: [...tags] } } }),
})

/** Most tags are told by the career: with it they only became known. */
const isCareerNew = ({ experiences: was }: TrackedPerson, { experiences: is }: TrackedPerson): boolean =>
  was?.length === 0 && !!is && is.length > 0
