import type { Access, AnyOperation } from '../define.ts'
import { Failure } from '../failure.ts'
import type { Admission, Caller } from '../ports.ts'
import { authenticate, presentedKey } from './authenticate.ts'
import type { Incoming } from './exchange.ts'
import { requireOperator } from './operator.ts'
import type { PipelinePorts } from './progress.ts'

/** Members of a request, or why they cannot be read: said only to those who may hear it. */
export type Received = Record<string, unknown> | Failure

/** What the kinds of access differ in. Without a caller there are no credits, no idempotency key and no request log. */
interface AccessRule {
  /** Who calls; undefined where nobody in particular does. Throws 401. */
  callerOf(ports: PipelinePorts, incoming: Incoming, received: Received): Promise<Caller | undefined>
  /** Counts the request against its limit. */
  admit(
    ports: PipelinePorts,
    operation: AnyOperation,
    from: { incoming: Incoming; caller: Caller | undefined },
  ): Promise<Admission> | Admission
}

const byAddress: AccessRule['admit'] = ({ limiter }, { id, limit }, { incoming }) =>
  limiter.admitAddress(incoming.address, id, limit)

export const accessRules: Record<Access, AccessRule> = {
  key: {
    async callerOf(ports, incoming, received) {
      if (incoming.caller !== undefined) return incoming.caller
      if (!(received instanceof Failure)) return authenticate(ports, incoming, received)
      // Somebody without any key learns what is wrong with the body; whose key is bad hears of the key.
      if (presentedKey(incoming, undefined) === undefined) throw received
      return authenticate(ports, incoming, undefined)
    },
    admit({ limiter }, { id, limit }, { caller }) {
      // All keys of an organization draw on one budget, those of its sandbox too.
      return limiter.admit(caller?.sandboxOf ?? caller?.organizationId ?? '', id, limit)
    },
  },
  public: { callerOf: async () => undefined, admit: byAddress },
  operator: {
    async callerOf(ports, incoming) {
      requireOperator(ports, incoming)
      return undefined
    },
    admit: byAddress,
  },
}
