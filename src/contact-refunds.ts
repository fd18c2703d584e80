import type { Log } from './lib/log.ts'
import { openContactRefunds, type ContactRefunds } from './capabilities/contacts/index.ts'
import type { Config } from './config.ts'
import type { Clock } from './lib/clock.ts'
import type { Events } from './platform/events/index.ts'
import type { CreditLedger } from './platform/ledger/index.ts'
import type { CorpusSearch } from './corpus/search/index.ts'
import type { Sources } from './sources/index.ts'
import type { Stores } from './stores.ts'

/** An answer older than this is asked for again: the point is what has changed since. */
const maxAgeMs = 12 * 3_600_000

/** Refunds over the sources that check addresses; undefined where none is set up, or refunds are turned off. */
export function contactRefunds(parts: {
  config: Config
  stores: Stores
  clock: Clock
  log: Log
  ledger: CreditLedger
  events: Events
  search: CorpusSearch
  sources: Sources
}): ContactRefunds | undefined {
  const { config, stores, sources } = parts
  const days = config.ALMANAC_CONTACT_REFUND_DAYS
  if (days === 0 || sources.names('email.verify').length === 0) return undefined
  return openContactRefunds({
    ...{ ...parts, db: stores.db, days, network: { hosts: config.ALMANAC_NETWORK_HOSTS } },
    async check(email, signal) {
      const { answers } = await sources.ask(
        'email.verify',
        { email },
        { signal, maxAgeMs, isEnough: (given) => given.some(({ answer }) => answer.status !== 'unknown') },
      )
      return answers.find(({ answer }) => answer.status !== 'unknown')?.answer.status ?? 'unknown'
    },
  })
}
