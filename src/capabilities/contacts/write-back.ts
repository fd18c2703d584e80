import type { Log } from '../../lib/log.ts'
import type { NativePerson } from '../../corpus/records/index.ts'
import type { CorpusWriter } from '../../corpus/write/index.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Brought } from './gathered-contacts.ts'

/** Stores the results of outside sources in the corpus, so that the next reveal needs none. */
export interface WriteBack {
  /**
   * Resolves when the details are written or the write failed: the answer does not depend on it. Details that arrive
   * while a commit is being written go into the next one together.
   */
  keep(slug: string, brought: Brought): Promise<void>
}

const maxPeople = 500
const emailTypes = ['work', 'personal', 'other'] as const

export function openWriteBack(settings: { writer: CorpusWriter; clock: Clock; log: Log }): WriteBack {
  const { writer, clock, log } = settings
  const waiting: NativePerson[] = []
  let next: Promise<void> | undefined
  let last: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    await last
    const people = waiting.splice(0, maxPeople)
    next = undefined
    if (waiting.length > 0) next = last = write()
    const items = people.map((record, index) => ({ line: index + 1, record }))
    await writer
      .write('people', items, { source: 'sources', observedAt: new Date(clock.now()) })
      .catch((cause: unknown) => log('contact details not stored', { level: 'error', cause: String(cause) }))
  }

  return {
    async keep(slug, { emails, phoneNumbers }) {
      if (emails.length + phoneNumbers.length === 0) return
      waiting.push({
        primary_slug: slug,
        emails: emails.map(({ email, type, ...from }) => ({
          email,
          type: keptType(type),
          ...toStoredOrigin(from),
        })),
        phone_numbers: phoneNumbers.map(({ number, type, ...from }) => ({
          number,
          type: type === 'mobile' ? 'mobile' : null,
          ...toStoredOrigin(from),
        })),
      })
      next ??= last = write()
      await next
    },
  }
}

/** Types that the corpus does not have are derived again when the address is read. */
const keptType = (type: string) => emailTypes.find((each) => each === type) ?? null

const toStoredOrigin = ({
  source,
  observedAt,
  confidence,
}: Omit<Brought['emails'][number], 'email' | 'type'>) => ({
  source,
  observed_at: observedAt,
  confidence,
})
