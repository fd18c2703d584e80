import { openLiveRecords } from '../../sources/index.ts'
import type { SliceParts } from '../define-slice.ts'
import { openContactReads } from './contact-reads.ts'
import { openContactRefunds, type ContactRefunds } from './contact-refunds.ts'
import { corpusFinder } from './corpus-finder.ts'
import { fetchPerson } from './fetch-person.ts'
import { defineSlice } from './slice.ts'
import { waterfallFinder } from './waterfall-finder.ts'
import { openWriteBack } from './write-back.ts'

/** A cached answer older than this is requested again, since the sweep looks for later changes. */
const maxAgeMs = 12 * 3_600_000

export const contacts = defineSlice({
  open(parts) {
    const { config, corpus, network, platform, sources, clock, log, db } = parts
    const reads = openContactReads({
      db,
      windowDays: config.ALMANAC_CONTACT_REREAD_DAYS,
      refundDays: config.ALMANAC_CONTACT_REFUND_DAYS,
    })
    const finder = waterfallFinder({
      sources,
      network,
      suppressed: corpus.suppressed,
      corpus: corpusFinder({ search: corpus.search, network }),
      writeBack: openWriteBack({ writer: corpus.writer, clock, log }),
      fetchPerson: fetchPerson(openLiveRecords({ sources, writer: corpus.writer }), network),
    })
    const refunds = openRefunds(parts)
    return {
      deps: { finder, reads, refunds, db, clock, jobs: platform.jobs, network },
      tasks: [
        { name: 'purge-contact-reads', everyMs: 3_600_000, run: (nowMs) => reads.purge(nowMs) },
        // Returns 0, because the sweep continues in the background and starts again when there is more to do.
        ...(refunds === undefined
          ? []
          : [{ name: 'refund-invalid-contacts', everyMs: 300_000, run: async () => (refunds.begin(), 0) }]),
      ],
      close: async () => refunds?.close(),
    }
  },
  keeps: {
    contact_reads:
      'ids of people whose contacts were paid for: once the record is gone nothing identifies them',
    contact_claims: 'the same ids, while a request pays',
  },
})

/** Refunds by means of the sources that check addresses; undefined without such a source or with refunds off. */
function openRefunds({
  config,
  corpus,
  network,
  platform,
  sources,
  clock,
  log,
  db,
}: SliceParts): ContactRefunds | undefined {
  const days = config.ALMANAC_CONTACT_REFUND_DAYS
  if (days === 0 || sources.names('email.verify').length === 0) return undefined
  return openContactRefunds({
    db,
    clock,
    log,
    network,
    days,
    ledger: platform.ledger,
    events: platform.events,
    search: corpus.search,
    async check(email, signal) {
      const { answers } = await sources.ask(
        'email.verify',
        { email },
        {
          signal,
          maxAgeMs,
          isEnough: (provided) => provided.some(({ answer }) => answer.status !== 'unknown'),
        },
      )
      return answers.find(({ answer }) => answer.status !== 'unknown')?.answer.status ?? 'unknown'
    },
  })
}
