import { z } from 'zod'
import { listedPrice, paid, perMinute } from '../../../operation/index.ts'
import { addByHand, findToAdd } from '../hand-members.ts'
import { companySide, pickItems, prospectSide, type MemberSide } from '../member-sides.ts'
import { audienceId, handCounts, invalidItem } from '../schema.ts'
import { operation } from '../slice.ts'

const nothingAdded = {
  added: 0,
  joined: 0,
  paidBefore: 0,
  returned: 0,
  skipped: 0,
  companiesCount: 0,
  prospectsCount: 0,
}

const makeAddition = (side: MemberSide, { id: operationId, invalid }: { id: string; invalid: string }) =>
  operation({
    id: operationId,
    route: `PUT /v1/audiences/{audienceId}/${side.plural}`,
    tag: 'Additions',
    summary: `Add ${side.of} to an audience by hand`,
    tasks: [`put a ${side.one} into an audience`],
    describe: `Adds ${side.of} by any identifier, whatever the audience searches for and whatever exclusion lists leave out; builds keep them. Each that was never in the audience before costs ${listedPrice(side.price)}, as one that a build finds, unless your organization paid for it within 30 days (ALMANAC_RECORD_REREAD_DAYS); the others are free. Credits and \`X-Max-Credits\` must cover the most it can cost: every item, paid for or not. Items that cannot be read, or that name no ${side.one} of the corpus, are listed in ${invalid} by index and cost nothing; the others are added. An audience that was never built is NORMAL from then on.`,
    input: z.object({ audienceId, ...side.items }),
    output: z.object({
      audienceId: z.string(),
      added: z.int(),
      joined: z.int().describe('Of those added: never in the audience before.'),
      paidBefore: z
        .int()
        .describe(
          'Of those joined: free, because your organization paid for them within 30 days. The others are charged.',
        ),
      returned: z.int().describe('Of those added: in the audience before, free.'),
      skipped: z.int().describe('Those already in the audience, or earlier in the request.'),
      ...handCounts,
      [invalid]: z.array(invalidItem),
    }),
    items: { list: side.plural, answers: invalid, by: { place: 'index' } },
    price: (p) =>
      p.perRequest({
        key: side.price,
        most: (input) => pickItems(input as never).length,
        units: (output) => (output.joined as number) - (output.paidBefore as number),
      }),
    limit: perMinute(60),
    follows: 'createAudience',
    fails: ['not-found', 'audience-building'],
    examples: [
      {
        name: 'By any identifier',
        input: { audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f', ...side.exampleItems },
      },
    ],
    effect: 'changes',
    repeatable: true,
    async handle({ input, call, deps }) {
      const { audienceId: id } = input
      const order = { kind: side.kind, audienceId: id, items: pickItems(input) }
      const named = await findToAdd(deps, call, order)
      const output = { audienceId: id, ...nothingAdded, [invalid]: named.invalid }
      return paid(output, [{ key: side.price, units: named.entities.length }], {
        async decide(tx) {
          // Members and charge are one transaction; the answer is written after it.
          const added = await addByHand(deps, call, { tx, order, named })
          Object.assign(output, added)
          const units = added.joined - added.paidBefore
          return units === 0 ? [] : [{ key: side.price, units }]
        },
        note: `Whoever was in the audience before is free, and whoever your organization paid for within ${deps.recordReads.windowDays} days.`,
      })
    },
  })

export const addAudienceCompanies = makeAddition(companySide, {
  id: 'addAudienceCompanies',
  invalid: 'invalidCompanies',
})

export const addAudienceProspects = makeAddition(prospectSide, {
  id: 'addAudienceProspects',
  invalid: 'invalidProspects',
})
