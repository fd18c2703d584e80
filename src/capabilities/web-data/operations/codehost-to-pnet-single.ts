import { invalidMember, perMinute } from '../../../operation/index.ts'
import { codeHostAccount, toNetworkResult } from '../code-host-schema.ts'
import { findPage, readUsername } from '../code-host-to-network.ts'
import { codeHostTag, operation } from '../slice.ts'

/** Milliseconds that sources have; the rest of the operation's time is for the corpus. */
const withinMs = 20_000

export const codehostToPnetSingle = operation({
  id: 'codehostToPnetSingle',
  route: 'POST /v1/codehost-to-pnet/single',
  tag: codeHostTag,
  summary: 'Find the network page of a code-host account',
  tasks: ['LinkedIn page of a GitHub user'],
  describe:
    'Returns the page on the professional network of the person or company behind an account on the code host: the one the corpus has for the account, else the one the account links to or describes. Charged for a page of at least 5 of 10; anything else is free.',
  input: codeHostAccount,
  output: toNetworkResult,
  price: (p) =>
    p.perRequest({ key: 'codeHostToNetwork', units: ({ outcome }) => (outcome === 'found' ? 1 : 0) }),
  limit: perMinute(120),
  examples: [{ name: 'An account', input: { username: 'leizhuzkeii8example' } }],
  effect: 'spends',
  async handle({ input, call, deps }) {
    if (readUsername(input) === undefined) {
      const member = input.url === undefined ? 'username' : 'url'
      throw invalidMember(
        member,
        'Expected the name of an account such as ada, or its address.',
        'invalid_handle',
      )
    }
    return findPage(deps, input, { signal: call.signal, withinMs })
  },
})
