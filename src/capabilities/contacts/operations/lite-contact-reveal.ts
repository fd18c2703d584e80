import { perMinute } from '../../../operation/index.ts'
import { instantInput, instantOutput, instantPrice, revealInstantly } from '../instant-reveal.ts'
import { contactsTag, operation } from '../slice.ts'

export const liteContactReveal = operation({
  id: 'liteContactReveal',
  route: 'POST /v1/contact-details/lite',
  tag: contactsTag,
  summary: 'Reveal stored contact details, for high volumes',
  tasks: ['contact details of one person in high volume'],
  describe:
    'Like the instant form, answers contact details that are already known, for a profile or a name at the domain of an employer, and is meant for many calls. Only the kinds of enrichmentType are answered and charged. An unknown person is answered with empty lists.',
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
