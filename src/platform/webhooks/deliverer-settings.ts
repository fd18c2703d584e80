import type { EventWords } from '../../operation/index.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { Mail } from '../mail/index.ts'
import type { Outbound } from '../outbound/index.ts'
import type { DisabledEndpoint } from './endpoint-rows.ts'
import type { SendTurns } from './send-turns.ts'

/** What sending needs of the service. */
export interface DelivererSettings {
  db: Postgres
  clock: Clock
  outbound: Pick<Outbound, 'stream'>
  turns: SendTurns
  /** Opens what endpoints sign with. */
  secret: Buffer
  log: Log
  /** 0 to 1, for jitter. */
  random: () => number
  notice: DisabledNotice
  parts: DestinationParts
}

/** What destinations that people read need besides. */
export interface DestinationParts {
  mail: Pick<Mail, 'sendLate'>
  /** Proven addresses of an organization. */
  listMembers(organizationId: string): Promise<string[]>
  /** An event in words. */
  describeEvent(event: { eventKey: string; body: string }): EventWords
  /** Address of the service, for links. */
  baseUrl: string
}

/** Learns that an endpoint was disabled. */
export interface DisabledNotice {
  /** In the transaction that does it. */
  tell(tx: Queryable, endpoint: DisabledEndpoint): Promise<void>
  /** After it; what it throws is logged. */
  write(endpoint: DisabledEndpoint): Promise<void>
}
