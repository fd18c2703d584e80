import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/clock.ts'
import { formatCredits, isTenthAtMost, noCredits, toMilli } from '../../lib/credits.ts'
import type { BalanceView } from '../../operation/index.ts'
import { column, rowShape, sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import type { Events } from '../events/index.ts'
import type { CreditLedger } from '../ledger/index.ts'
import type { Mail } from '../mail/index.ts'
import { creditsLow } from './events.ts'

/** How far credits have to fall to be told of: 500 credits, a tenth of the period's credits. */
export type AlertLevel = '500' | '10%'

const fixed = toMilli(500)
const sweepBatch = 200

export interface CreditAlerts {
  /** Tells of every level the organization has fallen below since it was above; answers which it told. */
  check(organizationId: string): Promise<AlertLevel[]>
  /** Checks the organizations whose levels are not those that were told. */
  sweep(nowMs: number): Promise<number>
}

export interface CreditAlertsSettings {
  db: Postgres
  clock: Clock
  ledger: CreditLedger
  mail: Mail
  /** Addresses an organization is written to. */
  recipients(organizationId: string): Promise<string[]>
  events: Pick<Events, 'append'>
  /** Where credits are bought. */
  moreCredits: string
  log: Log
}

/** Levels a balance is at or below. 500 credits only count as a fall for an organization that had more. */
export function listLevels({ available, allocation }: BalanceView): AlertLevel[] {
  const levels: AlertLevel[] = []
  if (available <= fixed && allocation > fixed) levels.push('500')
  if (isTenthAtMost(available, allocation) && allocation > noCredits) levels.push('10%')
  return levels
}

const idRow = rowShape({ id: column.text() })

export function openCreditAlerts(settings: CreditAlertsSettings): CreditAlerts {
  const { db, clock, ledger, log } = settings

  async function check(organizationId: string): Promise<AlertLevel[]> {
    const balance = await ledger.balance(organizationId)
    // A restricted organization learns it from every request; its credits have not fallen.
    if (balance.restricted === true) return []
    const levels = listLevels(balance)
    const fallen = await db.transact(async (tx) => {
      const news = await noteLevels(tx, { organizationId, levels, raisedAt: new Date(clock.now()) })
      for (const level of news) {
        const available_credits = Number(formatCredits(balance.available))
        const data = { level, available_credits, success: true as const }
        await settings.events.append(tx, creditsLow, { organizationId, data })
      }
      return news
    })
    // The mail may be lost with this process, the event may not.
    if (fallen.length > 0) {
      await write(settings, organizationId, balance).catch((error: unknown) =>
        log('credit alert not mailed', { level: 'error', organizationId, cause: String(error) }),
      )
    }
    return fallen
  }

  return {
    check,
    async sweep(nowMs) {
      const stale = await db.query(sql.rows(idRow)`
        WITH balances AS (
          SELECT b.organization_id AS id, sum(b.available) AS available,
            sum(b.issued - s.spent_before_period) AS credit
          FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
          WHERE subscription_usable(s, ${new Date(nowMs)}) GROUP BY 1
        ), wanted AS (
          SELECT id, '500' AS level FROM balances WHERE available <= ${fixed} AND credit > ${fixed}
          UNION ALL SELECT id, '10%' FROM balances WHERE available * 10 <= credit AND credit > 0
        )
        SELECT DISTINCT COALESCE(w.id, a.organization_id) AS id
        FROM wanted w FULL JOIN credit_alerts a ON a.organization_id = w.id AND a.level = w.level
          LEFT JOIN balances b ON b.id = a.organization_id
        WHERE a.organization_id IS NULL OR (w.id IS NULL AND b.id IS NOT NULL)
        LIMIT ${sweepBatch}`)
      for (const { id } of stale) await check(id)
      return stale.length
    },
  }
}

const levelRow = rowShape<{ level: AlertLevel }>({ level: column.text() })

/** Brings the noted levels to `levels`; answers the new ones. */
async function noteLevels(
  tx: Queryable,
  { organizationId, levels, raisedAt }: { organizationId: string; levels: AlertLevel[]; raisedAt: Date },
): Promise<AlertLevel[]> {
  await tx.query(sql`
    DELETE FROM credit_alerts WHERE organization_id = ${organizationId} AND level <> ALL(${levels})`)
  const rows = await tx.query(sql.rows(levelRow)`
    INSERT INTO credit_alerts (organization_id, level, raised_at)
    SELECT ${organizationId}, level, ${raisedAt} FROM unnest(${levels}::text[]) AS level
    ON CONFLICT DO NOTHING RETURNING level`)
  return rows.map(({ level }) => level)
}

async function write(
  { mail, recipients, moreCredits }: CreditAlertsSettings,
  organizationId: string,
  { available, allocation }: BalanceView,
): Promise<void> {
  for (const to of await recipients(organizationId)) {
    await mail.send({
      to,
      subject: `${formatCredits(available)} credits are left`,
      paragraphs: [
        `${formatCredits(available)} of ${formatCredits(allocation)} credits are left in this billing period.`,
        'When they are used up, requests that cost credits answer 402 until you get more.',
      ],
      link: { label: 'Get more credits', url: moreCredits },
    })
  }
}
