import { perMinute } from '../../../operation/index.ts'
import { instantInput, instantOutput, instantPrice, revealInstantly } from '../instant.ts'
import { contactsTag, operation } from '../slice.ts'

export const instantContactReveal = operation({
  id: 'instantContactReveal',
  route: 'POST /v1/contact-details/instant',
  tag: contactsTag,
  summary: 'Reveal what is known of one person at once',
  tasks: ['contact details known of one person, at once', 'email of one person from cache'],
  describe:
    'Answers the contact details that are known already, of a profile or of a name at the domain of an employer, and waits for no outside source. Only where nobody of that name is known at the domain are sources asked, for five seconds at most. Only the kinds of enrichmentType are answered and charged. A person nobody finds is answered with empty lists.',
  input: instantInput,
  output: instantOutput,
  price: () => instantPrice,
  limit: perMinute(300),
  examples: [
    { name: 'By profile', input: { input: { mode: 'pnet', value: 'ramon-santos-xq6yt1-example' } } },
    {
      name: 'By name and domain',
      input: { input: { mode: 'name-domain', name: 'Nobody Known', domain: 'nowhere.example' } },
    },
  ],
  effect: 'spends',
  handle: ({ input, call, deps }) => revealInstantly(deps, call, input),
})
