import { endEvent } from '../../../platform/jobs/index.ts'
import { revealCompleted } from '../events.ts'
import { exhaustively } from '../outside.ts'
import { recordItems, revealItems, type RevealedItem, type RevealParams } from '../reveal-items.ts'
import { unknownProfile } from '../reveal.ts'
import { defineJob } from '../slice.ts'
import { exhaustive } from '../tiers.ts'

export interface ExhaustiveParams extends RevealParams {
  pnetUrl: string
}

/** Looks one person up in all sources. */
export const exhaustiveContactEnrichment = defineJob<ExhaustiveParams, string, RevealedItem>({
  id: 'exhaustiveContactEnrichment',
  work: (context, items) =>
    revealItems(
      { tier: exhaustive, outside: exhaustively },
      context,
      items.map(({ input }) => input),
    ),
  record: recordItems,
  conclude: async ({ params }, outputs) => {
    const [item] = await outputs()
    return item?.profile ?? unknownProfile(params.pnetUrl)
  },
  event: endEvent(revealCompleted, ({ jobId, params, state, result, error }) => {
    const { emails, phoneNumbers } = (result ?? unknownProfile('')) as ReturnType<typeof unknownProfile>
    return {
      task_id: jobId,
      pnet_url: params.pnetUrl,
      emails,
      phone_numbers: phoneNumbers,
      success: state === 'completed',
      error,
    }
  }),
})
