import type { Clock } from '../../lib/clock.ts'
import { formatCredits, toCredits, type MilliCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import type { Log } from '../../lib/log.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import type { Audit, AuditOrigin } from '../audit/index.ts'
import type { Events } from '../events/index.ts'
import type { Mail } from '../mail/index.ts'
import {
  countBudgets,
  deleteBudget,
  insertBudget,
  lockBudgets,
  noteReached,
  selectBudgets,
  selectReached,
  type BudgetAlert,
  type BudgetPeriod,
  type ReachedBudget,
} from './budget-rows.ts'
import { budgetReached } from './events.ts'

/** Of one organization. */
const maxBudgets = 100
const sweepBatch = 200

export interface NewBudget {
  organizationId: string
  keyId: string | null
  memberId: string | null
  period: BudgetPeriod
  credits: MilliCredits
}

export interface BudgetAlerts {
  /** Oldest first, with what was used in the period of now. */
  list(organizationId: string): Promise<BudgetAlert[]>
  /** The same budget twice is one. Undefined for an organization that has as many as there may be. */
  create(budget: NewBudget, by: AuditOrigin): Promise<BudgetAlert | undefined>
  /** False for an unknown one. */
  remove(organizationId: string, id: string, by: AuditOrigin): Promise<boolean>
  /** Tells of a batch of budgets that were reached in this period, which nobody was told yet; answers how many. */
  sweep(nowMs: number): Promise<number>
}

export interface BudgetAlertsSettings {
  db: Postgres
  clock: Clock
  audit: Audit
  events: Pick<Events, 'append'>
  mail: Mail
  /** Addresses an organization is written to. */
  recipients(organizationId: string): Promise<string[]>
  /** Where the guide tells of budgets and limits. */
  guide: string
  log: Log
}

export function openBudgetAlerts(settings: BudgetAlertsSettings): BudgetAlerts {
  const { db, clock, audit, log } = settings
  const list = (organizationId: string) => selectBudgets(db, organizationId, clock.now())
  return {
    list,
    async create(budget, by) {
      const { organizationId } = budget
      const id = await db
        .transact(async (tx) => {
          await lockBudgets(tx, organizationId)
          const made = { ...budget, id: newId('bud', clock), createdAt: new Date(clock.now()) }
          const stored = await insertBudget(tx, made)
          if (stored !== made.id) return stored
          if ((await countBudgets(tx, organizationId)) > maxBudgets) throw new TooManyBudgets()
          const { keyId, memberId, period } = budget
          const detail = { keyId, memberId, period, credits: toCredits(budget.credits) }
          const entry = { organizationId, by, action: 'budget-alert.created', subject: stored, detail }
          await audit.append(tx, entry)
          return stored
        })
        .catch((error: unknown) => {
          if (error instanceof TooManyBudgets) return undefined
          throw error
        })
      return (await list(organizationId)).find((each) => each.id === id)
    },
    remove: (organizationId, id, by) =>
      db.transact(async (tx) => {
        if (!(await deleteBudget(tx, organizationId, id))) return false
        await audit.append(tx, { organizationId, by, action: 'budget-alert.deleted', subject: id })
        return true
      }),
    async sweep(nowMs) {
      const reached = await selectReached(db, nowMs, sweepBatch)
      let count = 0
      for (const budget of reached) {
        if (!(await tell(settings, budget, nowMs))) continue
        count += 1
        // The mail may be lost with this process, the event may not.
        await write(settings, budget).catch((error: unknown) =>
          log('budget alert not mailed', { level: 'error', budget: budget.id, cause: String(error) }),
        )
      }
      return count
    },
  }
}

/** Undoes the transaction that would make one too many. */
class TooManyBudgets extends Error {
  override readonly name = 'TooManyBudgets'
}

/** False where another process told it first. */
function tell({ db, events }: BudgetAlertsSettings, budget: ReachedBudget, nowMs: number): Promise<boolean> {
  const { id, organizationId, keyId, memberId, period, periodStart, credits, used } = budget
  return db.transact(async (tx) => {
    if (!(await noteReached(tx, budget, nowMs))) return false
    const data = {
      budget_alert_id: id,
      about: readAbout(budget),
      key_id: keyId,
      member_id: memberId,
      name: budget.name,
      period,
      period_start: periodStart,
      credits: toCredits(credits),
      credits_used: toCredits(used),
      success: true as const,
    }
    await events.append(tx, budgetReached, { organizationId, data })
    return true
  })
}

/** What a budget is about. */
export const readAbout = ({
  keyId,
  memberId,
}: Pick<NewBudget, 'keyId' | 'memberId'>): 'organization' | 'key' | 'person' => {
  if (keyId !== null) return 'key'
  return memberId === null ? 'organization' : 'person'
}

async function write(
  { mail, recipients, guide }: BudgetAlertsSettings,
  budget: ReachedBudget,
): Promise<void> {
  const { organizationId, name, period, periodStart, credits, used } = budget
  const whose = { organization: 'Your organization', key: `The key ${name}`, person: String(name) }
  const since = period === 'day' ? `on ${periodStart}` : `in ${periodStart.slice(0, 7)}`
  for (const to of await recipients(organizationId)) {
    await mail.send({
      to,
      subject: `${formatCredits(credits)} credits of a ${period} were used`,
      paragraphs: [
        `${whose[readAbout(budget)]} used ${formatCredits(used)} credits ${since} (UTC); the budget is ${formatCredits(credits)}.`,
        `Nothing is stopped by it. You are told once a ${period}.`,
      ],
      link: { label: 'Usage, budgets and limits', url: guide },
    })
  }
}
