import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'

/** Whether requests can be served: 503 takes a process out of a load balancer until its stores are back. */
export const readinessPath = '/ready'

/** The state of a process. */
export interface Installation {
  /** Which stores answer; never throws. */
  stores(): Promise<Record<string, boolean>>
}

/** Monitors read the status; people read the body. */
export async function readiness({ stores }: Installation, clock: Clock): Promise<Response> {
  const reachable = await stores()
  const status = Object.values(reachable).every(Boolean) ? 'ready' : 'not-ready'
  const isReady = status === 'ready'
  const timestamp = new Date(clock.now()).toISOString()
  const body = { status, stores: reachable, timestamp }
  return Response.json(body, {
    status: isReady ? 200 : 503,
    headers: {
      'cache-control': 'no-store',
      'x-request-id': newId('req', clock),
      'x-credits-charged': '0',
      ...(isReady ? {} : { 'retry-after': '2' }),
    },
  })
}
