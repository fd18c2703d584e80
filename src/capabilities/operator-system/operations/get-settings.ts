import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { operation, operatorTag } from '../slice.ts'

export const getSettings = operation({
  id: 'getSettings',
  route: 'GET /operator/v1/settings',
  tag: operatorTag,
  summary: 'Read the settings in force',
  describe:
    'Returns the settings of the process that answers, secrets masked, as `almanac config` prints them. For the operator of the installation.',
  input: z.object({}),
  output: z.object({ settings: z.record(z.string(), z.unknown()) }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  examples: [{ name: 'All', input: {} }],
  effect: 'reads',
  handle: ({ deps }) => ({ settings: { ...deps.installation.settings } }),
})
