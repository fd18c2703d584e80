import { countMilli, times, toCredits, toMilli } from '../../lib/credits.ts'
import { JobAnswer, listedPrice, priceList, type Call, type LateJob } from '../../operation/index.ts'
import { trackerFailures } from './failures.ts'
import { trackerRefresh } from './jobs/tracker-refresh.ts'
import { maxMembers } from './list-kinds.ts'
import type { RefreshParams } from './refreshes.ts'
import { findRule } from './rules/rule-config.ts'
import { selectIsRunning } from './run-rows.ts'
import type { TrackerName } from './trackers.ts'
import type { TrackersDeps } from './slice.ts'

/** The cost of a refresh depends on the list, so the price is worked out after the list is read. */
export const refreshPrice: LateJob<unknown> = {
  describe: `${listedPrice('trackerCheck')} for each entity checked: those in the list at the previous refresh. The maximum is set aside at the start, what is checked is charged, the rest given back. For lists charged per notification, ${listedPrice('trackerSignal')} for each signal, and nothing for checks. With X-Max-Credits a refresh ends as REJECTED_NO_FUNDS before its signals cost more.`,
  keys: ['trackerCheck', 'trackerSignal'],
  most: () => [{ key: 'trackerCheck', units: maxMembers }],
}

/** Begins a refresh and answers that it has begun. */
export async function refreshNow(deps: TrackersDeps, call: Call, which: TrackerName) {
  const { organizationId } = call
  const list = await deps.trackers.find(organizationId, which)
  if (await selectIsRunning(deps.db, list.id)) throw trackerFailures.of('refresh-in-progress')
  const planned = await deps.refreshes.plan(list, which.entityType)
  const { lines, entities } = planned
  const params = {
    ...planned.params,
    ...(call.maxCredits !== undefined && { maxMilli: countMilli(call.maxCredits) }),
  }
  const units = lines.reduce((sum, line) => sum + line.units, 0)
  const answer = await deps.jobs.start(trackerRefresh, call, {
    params,
    charging: 'later',
    lines,
    output: (taskId) => taskId,
  })
  const estimatedCredits = toCredits(
    times(call.credit.unitPrices.trackerCheck ?? toMilli(priceList.trackerCheck.credits), units),
  )
  const output = { entityCount: entities, estimatedCredits, message: writeMessage(planned) }
  return new JobAnswer({
    output,
    // The cost of signals is unknown until they are found.
    credits: params.isNotified
      ? { ...answer.credits, method: 'charging-later', unheld: true }
      : answer.credits,
    async begin(tx, account) {
      const run = { organizationId, taskId: answer.output, planned }
      if (!(await deps.refreshes.begin(tx, run))) throw trackerFailures.of('refresh-in-progress')
      await answer.begin?.(tx, account)
    },
    lines: answer.lines,
  })
}

function writeMessage({
  comparesWith,
  lines,
  params,
}: {
  comparesWith: object | undefined
  lines: readonly object[]
  params: Pick<RefreshParams, 'isNotified' | 'rules'>
}): string {
  if (comparesWith === undefined) return 'The first refresh is a free baseline without signals.'
  if (lines.length > 0)
    return 'Entities are charged as they are checked; those added since the last refresh are free.'
  if (params.isNotified) return 'Signals are charged as they are found.'
  if (params.rules.some((config) => findRule(config.type)?.goesByClock(config)))
    return 'Nothing was written to the corpus since the last refresh: only rules that depend on the clock are checked, free.'
  return 'Nothing was written to the corpus since the last refresh, so there is nothing to check or charge.'
}
