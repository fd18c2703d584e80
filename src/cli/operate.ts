import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { ActRefused, type Operator, type Refusal } from '../capabilities/operator-accounts/index.ts'
import { openAudit } from '../platform/audit/index.ts'
import { openKeys } from '../platform/keys/index.ts'
import { openLedger } from '../platform/ledger/index.ts'
import { openLimits } from '../platform/limits/index.ts'
import { openOrganizations } from '../platform/organizations/index.ts'
import { openSubscriptions } from '../platform/subscriptions/index.ts'
import { OperatorError, type CliContext } from './context.ts'

/** Opens the platform for one command and closes it, however the command ends. */
export async function operate<T>(context: CliContext, work: (operator: Operator) => Promise<T>): Promise<T> {
  const { db, clock, secret, close } = await context.open()
  try {
    const audit = openAudit({ db, clock, secret })
    const keys = openKeys({ db, clock, secret, audit })
    const ledger = openLedger({ db, clock, process: { instanceId: 'cli', bootId: randomUUID() } })
    const organizations = openOrganizations({ db, clock, keys, ledger })
    const limits = openLimits({ db, clock })
    const subscriptions = openSubscriptions({ db, clock, audit })
    const by = { actor: `operator:${userName()}` }
    return await work({ clock, db, audit, by, keys, ledger, organizations, limits, subscriptions })
  } catch (error) {
    if (!(error instanceof ActRefused)) throw error
    throw new OperatorError(
      [error.message, hints[error.refusal]].filter((part) => part !== undefined).join(' '),
    )
  } finally {
    await close()
  }
}

/** Where what is not there can be looked up. */
const hints: Partial<Record<Refusal, string>> = {
  organization: 'List them with: almanac org list',
  key: "List an organization's keys with: almanac key list ORGANIZATION",
}

/** The account on the machine; a container may run under an id without a name. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
