import type { Call } from '../../operation/index.ts'
import type { Session } from '../../platform/members/index.ts'
import { findHome, isHead } from './acting.ts'
import type { PeopleDeps } from './slice.ts'

/** Sessions that the caller may see and end: all of the organization for its heads, else those of the person alone. */
export function listVisible({ sessions }: PeopleDeps, call: Call, memberId?: string): Promise<Session[]> {
  const organizationId = findHome(call)
  return sessions.listSessions({ organizationId, memberId: isHead(call) ? memberId : call.person?.memberId })
}
