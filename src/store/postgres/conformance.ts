import { afterAll, beforeAll, describe } from 'vitest'
import { databaseGuarantees } from './conformance/database-guarantees.ts'
import { errorGuarantees } from './conformance/error-guarantees.ts'
import { listenGuarantees } from './conformance/listen-guarantees.ts'
import { migrationGuarantees } from './conformance/migration-guarantees.ts'
import { poolGuarantees } from './conformance/pool-guarantees.ts'
import { transactionGuarantees } from './conformance/transaction-guarantees.ts'
import { valueGuarantees } from './conformance/value-guarantees.ts'
import type { Postgres } from './index.ts'

/** What a driver hands to the suite: a store open on a server the suite may fill, and its end. */
export interface ConformanceSubject {
  db: Postgres
  close(): Promise<void>
}

/** No guarantee here is about speed; a loaded machine gets the time it needs. */
const patient = { timeout: 60_000 }

/** The guarantees of the Postgres seam; every driver has to show all of them. */
export function postgresConformance(open: () => Promise<ConformanceSubject>): void {
  let subject: ConformanceSubject
  let db: Postgres
  beforeAll(async () => {
    subject = await open()
    db = subject.db
  })
  afterAll(async () => {
    await subject?.close()
  })
  const store = (): Postgres => db
  describe('values', patient, () => valueGuarantees(store))
  describe('typed errors', patient, () => errorGuarantees(store))
  describe('transactions', patient, () => transactionGuarantees(store))
  describe('pool', patient, () => poolGuarantees(store))
  describe('listen', patient, () => listenGuarantees(store))
  describe('migrations', patient, () => migrationGuarantees(store))
  describe('databases', patient, () => databaseGuarantees(store))
}
