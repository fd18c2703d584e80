import { AlmanacError, Refused } from './errors.ts'
import type { Answer, Input, Operation, OperationId, Output, Quote } from './operation.ts'
import { waitMs } from './retries.ts'
import { openSend, type Send } from './send.ts'
import type { CallOptions, Settings, FullSettings } from './settings.ts'

/** Calls operations; `almanac.ts` gives each a method. */
export interface Caller {
  readonly settings: Pick<FullSettings, 'baseUrl' | 'fetch' | 'wait'>
  call<Id extends OperationId>(
    operation: Operation<Id>,
    input: Input<Id>,
    options?: CallOptions,
  ): Promise<Answer<Output<Id>>>
  /** The most that a call can cost. Nothing runs. */
  quote<Id extends OperationId>(
    operation: Operation<Id>,
    input: Input<Id>,
    options?: CallOptions,
  ): Promise<Quote>
  /** The same, and `onCost` is told what each call cost. */
  metered(onCost: (credits: number) => void): Caller
  /** Tells what something cost that no answer of a call shows, such as a job. */
  spend(credits: number): void
}

export function openCaller(chosen: Settings): Caller {
  const settings: FullSettings = {
    ...chosen,
    // Called as a function: browsers refuse theirs as a method of anything else.
    fetch: chosen.fetch ?? ((request) => fetch(request)),
    retries: chosen.retries ?? 3,
    maxWaitSeconds: chosen.maxWaitSeconds ?? 60,
    timeoutSeconds: chosen.timeoutSeconds ?? 300,
    wait: chosen.wait ?? waitMs,
  }
  return makeCaller(settings, openSend(settings), () => undefined)
}

function makeCaller(settings: FullSettings, send: Send, spend: Caller['spend']): Caller {
  return {
    settings,
    spend,
    async call(operation, input, options = {}) {
      const answer = await send(operation, input, options).catch((error: unknown) => {
        // A few operations charge for failures, too.
        if (error instanceof Refused) spend(error.cost)
        throw error
      })
      spend(answer.cost)
      return answer as never
    },
    async quote(operation, input, options = {}) {
      if (operation.takesDryRun !== true)
        throw new AlmanacError(`${operation.id} has no dry run. Read its price on its page.`)
      const headers = { ...options.headers, 'x-dry-run': '1' }
      const answer = await send(operation, input, { ...options, headers, idempotencyKey: false })
      return (answer.output as { dryRun: Quote }).dryRun
    },
    metered: (onCost) =>
      makeCaller(settings, send, (credits) => {
        onCost(credits)
        spend(credits)
      }),
  }
}
