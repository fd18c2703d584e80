import { z } from 'zod'
import { perMinute } from '../../../operation/index.ts'
import { codeHostAccount } from '../code-host-schema.ts'
import { codehostToPnet } from '../jobs/codehost-to-pnet.ts'
import { codeHostTag, operation } from '../slice.ts'

export const codehostToPnetTrigger = operation({
  id: 'codehostToPnetTrigger',
  route: 'POST /v1/codehost-to-pnet/trigger',
  tag: codeHostTag,
  summary: 'Start looking for the network pages of code-host accounts',
  describe:
    'Starts a look-up of the network pages of the people and companies behind 1 to 400 accounts on the code host. Poll codehostToPnetPolling with the codehostToPnetRunId. Each account with a page of at least 5 of 10 is charged; the rest is free. The balance must cover all of them at the start.',
  input: z.object({ accounts: z.array(codeHostAccount).min(1).max(400) }),
  output: z.object({ codehostToPnetRunId: z.string().describe('For the poll.') }),
  price: (p) => p.perJob({ key: 'codeHostToNetwork', most: ({ accounts }) => accounts.length }),
  limit: perMinute(10),
  examples: [
    {
      name: 'Two accounts',
      input: { accounts: [{ username: 'leizhuzkeii8' }, { username: 'bufelda-sample' }] },
    },
  ],
  effect: 'changes',
  handle: ({ input, call, deps }) =>
    deps.jobs.start(codehostToPnet, call, {
      params: {},
      items: input.accounts,
      charging: 'later',
      output: (codehostToPnetRunId) => ({ codehostToPnetRunId }),
    }),
})
