import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'
import type { PersonalStore } from '../privacy/index.ts'

const answerRow = rowShape({ number: column.int(), body: column.text() })

/** Answers read at once. */
const page = 1_000

/** Removes what receivers answered about somebody; that they were asked, and with which status they answered, stays. */
export function forgetWebhookAnswers(db: Postgres): PersonalStore {
  return {
    tables: ['webhook_attempts'],
    // Reads the whole log; a request of a person may take longer than one of a customer.
    forget: (subject) =>
      db.transact(
        async (tx) => {
          const about: number[] = []
          let after = 0
          for (;;) {
            const rows = await tx.query(sql.rows(answerRow)`
              SELECT number, response_body AS body FROM webhook_attempts
              WHERE response_body IS NOT NULL AND number > ${after} ORDER BY number LIMIT ${page}`)
            // In doubt too: nobody needs the words of an answer about a namesake, and receivers write in forms of their own.
            for (const { number, body } of rows) if (subject.couldBeIn(body)) about.push(number)
            if (rows.length < page) break
            after = rows.at(-1)?.number ?? after
          }
          await tx.query(sql`
            UPDATE webhook_attempts SET response_body = NULL WHERE number = ANY(${about}::bigint[])`)
          return about.length
        },
        { statementTimeoutMs: 0 },
      ),
  }
}
