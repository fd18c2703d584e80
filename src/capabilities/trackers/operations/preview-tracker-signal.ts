import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { readRule } from '../read-rule.ts'
import { anyRuleConfig } from '../rules/rule-config.ts'
import { makeSampleSignal, signalSchema } from '../signal.ts'
import { operation, tag } from '../slice.ts'

export const previewTrackerSignal = operation({
  id: 'previewTrackerSignal',
  route: 'POST /v1/tracker/rules/preview-signal',
  tag,
  summary: 'See the signal of a rule',
  tasks: ['example of a signal'],
  describe:
    'Returns a made-up signal as a rule with this configuration would send it, from the same evaluation that real refreshes use. Nothing is stored or sent.',
  input: z.object({ config: anyRuleConfig.describe('A rule, as lists take it.') }),
  output: z.object({ signal: signalSchema }),
  price: free('Previews are free.'),
  limit: perMinute(120),
  examples: [
    {
      name: 'A company that reaches 100 people',
      input: {
        config: {
          type: 'headcount_crossed_threshold',
          entityType: 'company',
          isDummy: false,
          direction: 'above',
          threshold: 100,
        },
      },
    },
  ],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { rule, config } = await readRule(deps, input.config, 'config', call)
    return { signal: makeSampleSignal(rule, config) }
  },
})
