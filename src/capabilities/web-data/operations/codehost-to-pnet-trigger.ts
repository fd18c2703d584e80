import { z } from 'zod'
import { optional, perMinute, withDefault, type PriceKey } from '../../../operation/index.ts'
import { standard, tierKeys, worstCase } from '../../contacts/index.ts'
import { toAccount, clientAccount } from '../client-forms.ts'
import { codeHostAccount } from '../code-host-schema.ts'
import { codehostToPnet, ownerKinds } from '../jobs/codehost-to-pnet.ts'
import { codeHostTag, operation } from '../slice.ts'

const maxProfiles = 1_000

interface Request {
  accounts: readonly unknown[]
  people: readonly unknown[]
  outputType: 'pnet' | 'email' | 'both'
}

const countAccounts = ({ accounts, people }: Request) => accounts.length + people.length
const countReveals = (key: PriceKey, request: Request) =>
  request.outputType !== 'pnet' && worstCase(standard, ownerKinds).includes(key) ? countAccounts(request) : 0

export const codehostToPnetTrigger = operation({
  id: 'codehostToPnetTrigger',
  route: 'POST /v1/codehost-to-pnet/trigger',
  tag: codeHostTag,
  summary: 'Start looking for the network pages of code-host accounts',
  describe:
    'Starts a look-up of the network pages of the people and companies behind 1 to 1,000 accounts on the code host. Poll codehostToPnetPolling with the codehostToPnetRunId. Each account with a page of at least 5 of 10 is charged; the rest is free. outputType email and both also answer addresses of the people found: the one an account shows, free, and those of the corpus and its sources, by the rules and prices of syncQuickContactReveal. The balance must cover all of them at the start.',
  input: z
    .object({
      accounts: withDefault(z.array(codeHostAccount).max(maxProfiles), []),
      people: withDefault(z.array(clientAccount).max(maxProfiles), []).describe('The same, by another name.'),
      outputType: withDefault(z.enum(['pnet', 'email', 'both']), 'pnet').describe(
        'Pages are always returned; email and both add addresses of the people found, work and personal.',
      ),
      overallContext: optional(z.string().max(1_000)).describe('Purpose of the look-up; not compared.'),
    })
    .superRefine(({ accounts, people }, context) => {
      const total = accounts.length + people.length
      const path = [people.length > 0 ? 'people' : 'accounts']
      if (total === 0) context.addIssue({ code: 'custom', path, message: 'Expected accounts or people.' })
      if (total > maxProfiles)
        context.addIssue({ code: 'custom', path, message: `Expected at most ${maxProfiles} in all.` })
    }),
  output: z.object({
    codehostToPnetRunId: z.string().describe('For the poll.'),
    codehostAgentRunId: z.string().describe('The same, by its other name.'),
  }),
  price: (p) =>
    p.perJob(
      { key: 'codeHostToNetwork', most: countAccounts },
      ...tierKeys(standard, ownerKinds).map((key) => ({
        key,
        most: (request: Request) => countReveals(key, request),
      })),
    ),
  limit: perMinute(10),
  examples: [
    {
      name: 'Two accounts',
      input: { accounts: [{ username: 'leizhuzkeii8example' }, { username: 'bufeldaexample' }] },
    },
  ],
  effect: 'changes',
  handle({ input, call, deps }) {
    return deps.jobs.start(codehostToPnet, call, {
      params: { wantsEmails: input.outputType !== 'pnet', isSandbox: call.mode === 'test' },
      items: [...input.accounts, ...input.people.map(toAccount)],
      charging: 'later',
      output: (id) => ({ codehostToPnetRunId: id, codehostAgentRunId: id }),
    })
  },
})
