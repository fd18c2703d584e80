import { z } from 'zod'
import { personTags } from '../../../../corpus/records/index.ts'
import { isDayTag } from '../../../../corpus/search-index/index.ts'
import { namedChange } from '../change-data.ts'
import { findGainedLabels, isCarried } from '../compare/labels.ts'
import { findAddedBy, writeNames } from '../compare/words.ts'
import { personRule } from '../define-rule.ts'
import type { TrackedPerson } from '../states.ts'

export const personTagGained = personRule({
  type: 'person_tag_gained',
  readableName: 'Gained a tag',
  description:
    'The person gained one of the tags. Tags that depend on the date are also gained as time passes.',
  useCase: 'Notice who becomes a decision maker.',
  members: { tags: z.array(z.enum(personTags)).min(1).max(personTags.length) },
  example: { tags: ['decision-maker', 'c-suite'] },
  change: namedChange,
  isByClock: ({ tags }) => tags.some(isDayTag),
  evaluate(before, after, { tags }) {
    if (isCareerNew(before.person, after.person)) return []
    const isWanted = (name: string) => tags.some((tag) => tag === name)
    const tagsOfRecord = findAddedBy(before.person.tags, after.person.tags, (tag) => tag).filter(
      ({ key }) => isWanted(key) && !isCarried(before, key),
    )
    const labelsOfDay = findGainedLabels(before, after).filter(
      ({ tag }) =>
        isWanted(tag) &&
        before.person.tags?.includes(tag) !== true &&
        !tagsOfRecord.some(({ key }) => key === tag),
    )
    return [
      ...tagsOfRecord.map(({ key }) => ({ key, data: { kind: 'named_item', name: key } })),
      // A label that a person loses and regains is a new change.
      ...labelsOfDay.map(({ tag, since }) => ({
        key: `${tag} since ${since}`,
        data: { kind: 'named_item', name: tag },
        eventDate: since,
      })),
    ]
  },
  summary: (changes) => `gained ${writeNames(changes.map(({ data }) => (data as { name: string }).name))}`,
  sample: ({ tags }) => ({ before: { person: { tags: [] } }, after: { person: { tags: [...tags] } } }),
})

/** Most labels follow from the career: if that was unknown, a label is not news. */
const isCareerNew = ({ experiences: was }: TrackedPerson, { experiences: is }: TrackedPerson): boolean =>
  was?.length === 0 && !!is && is.length > 0
