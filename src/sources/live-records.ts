import type { NativeCompany, NativePerson } from '../corpus/records/index.ts'
import type { CorpusWriter } from '../corpus/write/index.ts'
import type { AskOptions } from './ask-options.ts'
import type { Attempt } from './attempt.ts'
import type { Question } from './capabilities.ts'
import type { Sources } from './open-sources.ts'

type Options = Pick<AskOptions<'person.live'>, 'signal' | 'withinMs' | 'maxAgeMs'>

/** What became of fetching one record. */
export interface FetchedRecord {
  /** Whether a source had it and the corpus took it: reading it there gives what is true now. */
  isKept: boolean
  attempts: readonly Attempt[]
}

/** Fetches people and companies as they are now into the corpus, where a change keeps the state before it. */
export interface LiveRecords {
  /** Whether any source is set up for it. */
  isSetUp(capability: 'person.live' | 'company.live'): boolean
  person(question: Question<'person.live'>, options: Options): Promise<FetchedRecord>
  company(question: Question<'company.live'>, options: Options): Promise<FetchedRecord>
}

/** Without live sources: nothing is fetched. */
export const noLiveRecords: LiveRecords = {
  isSetUp: () => false,
  person: async () => ({ isKept: false, attempts: [] }),
  company: async () => ({ isKept: false, attempts: [] }),
}

export function openLiveRecords({
  sources,
  writer,
}: {
  sources: Sources
  writer: CorpusWriter
}): LiveRecords {
  return {
    isSetUp: (capability) => sources.names(capability).length > 0,
    async person(question, options) {
      const { answers, attempts } = await sources.ask('person.live', question, options)
      const [found] = answers
      if (found === undefined) return { isKept: false, attempts }
      const { source, observedAt: observed_at, confidence } = found
      const record = { ...named(found.answer.record, question), source, observed_at, confidence }
      return { isKept: await keep('people', record), attempts }
    },
    async company(question, options) {
      const { answers, attempts } = await sources.ask('company.live', question, options)
      const [found] = answers
      if (found === undefined) return { isKept: false, attempts }
      const { source, observedAt: observed_at, confidence } = found
      const record = { ...namedCompany(found.answer.record, question), source, observed_at, confidence }
      return { isKept: await keep('companies', record), attempts }
    },
  }

  async function keep(
    kind: 'people' | 'companies',
    record: { source: string; observed_at: string },
  ): Promise<boolean> {
    const { source, observed_at } = record
    const at = { source, observedAt: new Date(observed_at) }
    const { rejected, suppressed = 0 } = await writer.write(kind, [{ line: 1, record }], at)
    return rejected.length + suppressed === 0
  }
}

/** With the identifiers it was asked by, so that it is recognised: its page may go by another slug now. */
function named(record: NativePerson, { slug, userId }: Question<'person.live'>): NativePerson {
  const primary_slug = record.primary_slug ?? slug
  const isFormer = slug !== null && primary_slug !== slug
  return {
    ...record,
    ...(primary_slug === null ? {} : { primary_slug }),
    ...(isFormer ? { slugs: [...(record.slugs ?? []), slug] } : {}),
    ...(userId === null ? {} : { user_id: record.user_id ?? userId }),
  }
}

function namedCompany(record: NativeCompany, { slug, orgId }: Question<'company.live'>): NativeCompany {
  const pnet_primary_slug = record.pnet_primary_slug ?? slug
  const isFormer = slug !== null && pnet_primary_slug !== slug
  return {
    ...{ ...record, pnet_primary_slug, li_org_id: record.li_org_id ?? orgId },
    ...(isFormer ? { pnet_slugs: [...(record.pnet_slugs ?? []), slug] } : {}),
  }
}
