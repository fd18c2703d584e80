import { isLimited, type Access, type AnyOperation } from '../define.ts'
import { Failure } from '../failure.ts'
import type { Admission, Caller } from '../ports.ts'
import { authenticate, presentedKey } from './authenticate.ts'
import type { Incoming } from './exchange.ts'
import { requireOperator } from './operator.ts'
import type { PipelinePorts } from './progress.ts'

/** Members of a request, or the reason they cannot be read, which only entitled callers are told. */
export type Received = Record<string, unknown> | Failure

/**
 * The differences between the kinds of access. Without a caller there are no credits, no idempotency key and no request log.
 */
interface AccessRule {
  /** The caller; undefined when the access has none. Throws 401. */
  findCaller(ports: PipelinePorts, incoming: Incoming, received: Received): Promise<Caller | undefined>
  /** Counts the request against its limit; undefined where there is none. */
  admit(
    ports: PipelinePorts,
    operation: AnyOperation,
    from: { incoming: Incoming; caller: Caller | undefined },
  ): Promise<Admission> | Admission | undefined
}

const byAddress: AccessRule['admit'] = ({ limiter }, operation, { incoming }) =>
  isLimited(operation) ? limiter.admitAddress(incoming.address, operation.id, operation.limit) : undefined

/** Dry runs of one start. They read lists, so they are not without a limit. */
const dryRuns = { max: 30, windowSeconds: 60 }

export const accessRules: Record<Access, AccessRule> = {
  key: {
    async findCaller(ports, incoming, received) {
      if (incoming.caller !== undefined) return incoming.caller
      if (!(received instanceof Failure)) return authenticate(ports, incoming, received)
      // A client without a key is told what is wrong with the body; a client with a bad key is told about the key.
      if (presentedKey(incoming, undefined) === undefined && incoming.session === undefined) throw received
      return authenticate(ports, incoming, undefined)
    },
    admit({ limiter }, { id, limit, price }, { incoming, caller }) {
      // All keys of an organization share one budget, including those of its sandbox.
      const organizationId = caller?.sandboxOf ?? caller?.organizationId ?? ''
      // Starts of jobs are few a minute; asking what one costs is no start.
      const isDry = price.kind === 'per-job' && incoming.header('x-dry-run') === '1'
      return isDry
        ? limiter.admit(organizationId, `${id} dry run`, dryRuns)
        : limiter.admit(organizationId, id, limit)
    },
  },
  public: { findCaller: async () => undefined, admit: byAddress },
  operator: {
    async findCaller(ports, incoming, received) {
      await requireOperator(ports, incoming, received instanceof Failure ? undefined : received)
      return undefined
    },
    admit: byAddress,
  },
}
