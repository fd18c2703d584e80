import type { Caller } from './caller.ts'
import type { CallOptions } from './settings.ts'
import { listEvents } from './generated/operations.ts'
import type { Input, Output } from './operation.ts'
import { pages } from './pages.ts'

/** An event of the feed. */
export type FeedEvent = Output<'listEvents'>['events'][number]

export interface EventOptions extends Pick<CallOptions, 'signal'>, Omit<Input<'listEvents'>, 'pageSize'> {
  /** Seconds between two looks at the feed; default 5. */
  everySeconds?: number
  /** Where the feed stands after each page: keep it, and pass it as `after` another time. */
  onPosition?: (after: string) => void
}

/** Every event once and in order, those of the last 30 days first where `after` is left out. */
export async function* followEvents(
  caller: Caller,
  { signal, everySeconds = 5, onPosition, ...input }: EventOptions = {},
): AsyncGenerator<FeedEvent, void, undefined> {
  const options = signal === undefined ? {} : { signal }
  let { after } = input
  for (;;) {
    for await (const { output } of pages(
      caller,
      listEvents,
      { ...input, ...(after ? { after } : {}) },
      options,
    )) {
      yield* output.events
      after = output.nextCursor ?? after
      if (after) onPosition?.(after)
    }
    await caller.settings.wait(everySeconds * 1000, signal)
  }
}
