import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { billingTag, operation } from '../slice.ts'
import { topUpView, viewOfTopUp } from '../top-up-view.ts'

export const getAutoTopupSettings = operation({
  id: 'getAutoTopupSettings',
  route: 'GET /v1/auto-topup/settings',
  tag: billingTag,
  summary: 'Read the auto top-up settings',
  describe:
    'Returns one entry for each subscription, the one that resets soonest first; a subscription without settings answers `configured` false.',
  input: z.object({}),
  output: z.object({ settings: z.array(topUpView) }),
  price: free('Reading the settings is free.'),
  limit: perMinute(120),
  examples: [{ name: 'All subscriptions', input: {} }],
  effect: 'reads',
  async handle({ call, deps }) {
    return { settings: (await deps.topUps.list(call.organizationId)).map(viewOfTopUp) }
  },
})
