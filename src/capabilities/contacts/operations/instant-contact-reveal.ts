import { perMinute } from '../../../operation/index.ts'
import { instantInput, instantOutput, instantPrice, revealInstantly } from '../instant-reveal.ts'
import { contactsTag, operation } from '../slice.ts'

export const instantContactReveal = operation({
  id: 'instantContactReveal',
  route: 'POST /v1/contact-details/instant',
  tag: contactsTag,
  summary: 'Reveal stored contact details of one person',
  tasks: ['contact details known of one person, at once', 'email of one person from cache'],
  describe:
    'Answers contact details that are already known, for a profile or for a name at the domain of an employer, without waiting for outside sources. Sources are called, for at most five seconds, only if nobody of that name is known at the domain. Only the kinds of enrichmentType are answered and charged. An unknown person is answered with empty lists.',
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
