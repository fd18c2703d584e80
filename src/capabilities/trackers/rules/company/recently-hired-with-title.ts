import { optional } from '../../../../operation/index.ts'
import { hireChange } from '../change-data.ts'
import { countInWords } from '../compare/records.ts'
import { findAddedBy, writeNames, mentions } from '../compare/words.ts'
import { companyRule } from '../define-rule.ts'
import { countAboveZero, phrases } from '../members.ts'

export const recentlyHiredWithTitle = companyRule({
  type: 'recently_hired_with_title',
  readableName: 'Hired somebody with a title',
  description: 'The company has new people whose title has one of the keywords as whole words.',
  useCase: 'Meet the new head of the department you sell to.',
  members: {
    titleKeywords: phrases.describe('At least one must be in the title.'),
    minNewHires: optional(countAboveZero).describe('Minimum new people per check; default one.'),
  },
  example: { titleKeywords: ['head of sales', 'VP Sales'] },
  change: hireChange,
  reads: ['hires'],
  least: ({ minNewHires = 1 }) => minNewHires,
  evaluate: (before, after, { titleKeywords }) =>
    findAddedBy(
      before.hires ?? [],
      after.hires ?? [],
      ({ primarySlug, userId, name }) => primarySlug ?? userId ?? name ?? undefined,
    )
      .filter(({ thing }) => mentions([thing.title], titleKeywords))
      .map(({ key, thing }) => ({ key, data: { kind: 'employee', ...thing }, eventDate: thing.startDate })),
  summary: (changes) =>
    `hired ${countInWords(changes.length, 'person', 'people')}: ${writeNames(changes.map(({ data }) => (data as { title: string | null }).title))}`,
  sample: ({ titleKeywords: [title = ''], minNewHires = 1 }) => ({
    before: { hires: [] },
    after: {
      hires: Array.from({ length: Math.min(minNewHires, 100) }, (_, index) => ({
        userId: String(1_000 + index),
        name: 'Ada Example',
        title,
        startDate: '2026-01-05',
        primarySlug: `ada-example-${index + 1}`,
      })),
    },
  }),
})
