import { noCredits, type MilliCredits } from '../../lib/credits.ts'
import type { JobAnswer } from '../job-answer.ts'
import type { Paid } from '../paid.ts'
import type { BalanceView, Caller } from '../ports.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import type { PriceLine } from '../price.ts'
import { readText } from '../raw-json.ts'
import type { Admitted } from './admit.ts'
import { makeAnswerHeaders } from './answer.ts'
import type { Answer } from './exchange.ts'
import { shownCharge } from './job-charge.ts'
import type { PipelinePorts } from './progress.ts'

/** What a settlement moved, and what is left; without a balance when the request has no caller. */
export interface Moved {
  charged: MilliCredits
  balance: BalanceView | undefined
}

/** A handler's work, done but not yet paid. */
export interface Done {
  lines: PriceLine[]
  /** Read while the handler worked; undefined when it is out of date or was never requested. */
  balance: Promise<BalanceView> | undefined
  render(moved: Moved): Answer['body']
  job: JobAnswer | undefined
  /** What is stored and decided in the transaction of the charge. */
  decide?: Paid['decide']
  /** Stores what that came to cost. */
  charged?: Paid['charged']
  /** Status of the answer; 200 when left out. */
  status?: number | undefined
}

/** Captures what was delivered and releases the rest; with an idempotency key the answer is stored in the same step. */
export async function settle(
  ports: PipelinePorts,
  request: Admitted,
  done: Done,
): Promise<Answer & { charged: MilliCredits }> {
  const { caller, progress } = request
  const { requestId, admission } = progress
  const { moved, body } = caller === undefined ? unpaid(done) : await paid(ports, request, caller, done)
  delete progress.hold
  delete progress.slot
  const charged = shownCharge(done.job, moved.charged)
  const headers = makeAnswerHeaders({ requestId, charged, remaining: moved.balance?.available, admission })
  return { status: done.status ?? 200, headers, body, charged }
}

function unpaid(done: Done): { moved: Moved; body: Answer['body'] } {
  const moved = { charged: noCredits, balance: undefined }
  return { moved, body: done.render(moved) }
}

async function paid(
  ports: PipelinePorts,
  { operation, progress }: Admitted,
  caller: Caller,
  done: Done,
): Promise<{ moved: Moved; body: Answer['body'] }> {
  const { slot, hold, requestId } = progress
  const operationId = operation.id
  let body: Answer['body'] | undefined
  const keep = (moved: Moved) => {
    body = done.render(moved)
    const creditsCharged = shownCharge(done.job, moved.charged)
    return { status: done.status ?? 200, body: readText(body), creditsCharged }
  }
  const rendered = (moved: Moved) => ({ moved, body: body ?? done.render(moved) })
  const replay = slot === undefined ? {} : { replay: { slot, answer: keep } }
  const begin = done.job?.begin
  if (begin !== undefined) {
    const account = { caller, requestId, operationId, hold }
    return rendered(
      await ports.ledger.handOver({ caller, hold, begin: (tx) => begin(tx, account), ...replay }),
    )
  }
  const { decide, charged } = done
  if (hold !== undefined) {
    const charge = { caller, requestId, operationId, hold, lines: done.lines, decide, charged }
    return rendered(await ports.ledger.settle({ ...charge, ...replay }))
  }
  if (decide !== undefined) {
    const begin = async (tx: Queryable) => void (await decide(tx))
    return rendered(await ports.ledger.handOver({ caller, hold, begin, ...replay }))
  }
  // The balance read meanwhile is out of date when the handler moved a job's credits.
  const read = done.job === undefined ? done.balance : undefined
  const balance = await (read ?? ports.ledger.balance(caller.organizationId))
  const moved = { charged: noCredits, balance }
  if (slot !== undefined) await ports.idempotency.complete(slot, keep(moved))
  return rendered(moved)
}
