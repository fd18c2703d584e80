import { layoffChange } from '../change-data.ts'
import { readLayoffs } from '../compare/layoffs.ts'
import { sampleArticle } from '../compare/sample-records.ts'
import { companyRule } from '../define-rule.ts'
import type { z } from 'zod'

export const recentLayoffs = companyRule({
  type: 'recent_layoffs',
  readableName: 'Layoffs',
  description:
    'Articles report that the company is laying people off. The number is given if title or summary has it.',
  useCase: 'Find people looking for work, and hold back badly timed offers.',
  members: {},
  example: {},
  change: layoffChange,
  reads: ['news'],
  evaluate: (before, after) => readLayoffs(before.news, after.news),
  summary: ([change]) => {
    const { numLaidOff, percentLaidOff } = change.data as z.infer<typeof layoffChange>
    if (numLaidOff !== null) return `lays off ${numLaidOff} people`
    return percentLaidOff === null ? 'lays people off' : `lays off ${percentLaidOff} % of its people`
  },
  sample: () => ({
    before: { news: [] },
    after: {
      news: [sampleArticle({ topic: 'layoffs', title: 'Acme lays off 120 employees, 10% of its staff' })],
    },
  }),
})
