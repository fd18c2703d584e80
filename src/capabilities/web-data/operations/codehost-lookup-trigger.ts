import { z } from 'zod'
import { optional, perMinute, withDefault } from '../../../operation/index.ts'
import { askedPerson } from '../../resolve/index.ts'
import { codeHostCompany, type CodeHostItem } from '../code-host-schema.ts'
import { codehostLookup } from '../jobs/codehost-lookup.ts'
import { codeHostTag, operation } from '../slice.ts'

const maxProfiles = 2_000

export const codehostLookupTrigger = operation({
  id: 'codehostLookupTrigger',
  route: 'POST /v1/codehost-lookup/trigger',
  tag: codeHostTag,
  summary: 'Start looking for the code-host accounts of people and companies',
  tasks: ['GitHub account of a developer', 'open source profile, repositories of a person or company'],
  describe:
    'Starts a look-up of the accounts that 1 to 2,000 people and companies have on the code host: those in the corpus, else those the configured sources find. Poll codehostLookupPoll with the codehostLookupRunId. Each item with an account of at least 5 of 10 is charged; the rest is free. The balance must cover all of them at the start.',
  input: z
    .object({
      people: withDefault(z.array(askedPerson).max(maxProfiles), []),
      overallContext: optional(z.string().max(1_000)).describe('Purpose of the look-up; not compared.'),
      companies: withDefault(z.array(codeHostCompany).max(maxProfiles), []),
    })
    .superRefine(({ people, companies }, context) => {
      const total = people.length + companies.length
      const path = [people.length === 0 && companies.length > 0 ? 'companies' : 'people']
      if (total === 0) context.addIssue({ code: 'custom', path, message: 'Expected people or companies.' })
      if (total > maxProfiles)
        context.addIssue({ code: 'custom', path, message: `Expected at most ${maxProfiles} in all.` })
    }),
  output: z.object({
    codehostLookupRunId: z.string().describe('For the poll.'),
    codehostAgentRunId: z.string().describe('The same, by its other name.'),
  }),
  price: (p) =>
    p.perJob({ key: 'codeHostLookup', most: ({ people, companies }) => people.length + companies.length }),
  limit: perMinute(10),
  examples: [
    {
      name: 'A person and a company',
      input: {
        people: [{ personName: { value: 'Lei Zhu' }, pnetUrl: 'pnet.example/in/lei-zhu-zkeii8-example' }],
        companies: [{ companyDomain: { value: 'bu--felda.com' } }],
      },
    },
  ],
  effect: 'changes',
  handle: ({ input, call, deps }) =>
    deps.jobs.start(codehostLookup, call, {
      params: {},
      items: [
        ...input.people.map((person): CodeHostItem => ({ of: 'person', ...person })),
        ...input.companies.map((company): CodeHostItem => ({ of: 'company', ...company })),
      ],
      charging: 'later',
      output: (id) => ({ codehostLookupRunId: id, codehostAgentRunId: id }),
    }),
})
