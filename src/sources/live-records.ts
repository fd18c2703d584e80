import type { NativeCompany, NativePerson } from '../corpus/records/index.ts'
import type { CorpusWriter } from '../corpus/write/index.ts'
import type { AskOptions } from './ask-options.ts'
import type { Attempt } from './attempt.ts'
import type { Question } from './capabilities.ts'
import type { Sources } from './open-sources.ts'
import { namedCompany, namedPerson, otherCompany, otherPerson, type Recorded } from './answer-identity.ts'
import { yieldTo } from './yielding.ts'

interface Options<R> extends Pick<AskOptions<'person.live'>, 'signal' | 'withinMs' | 'maxAgeMs'> {
  /** The corpus record of the subject; an answer about somebody else is refused. */
  recorded?: Recorded<R> | undefined
}

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
  person(question: Question<'person.live'>, options: Options<NativePerson>): Promise<FetchedRecord>
  company(question: Question<'company.live'>, options: Options<NativeCompany>): Promise<FetchedRecord>
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
    async person(question, { recorded, ...options }) {
      const { answers, attempts } = await sources.ask('person.live', question, {
        ...options,
        refuses: ({ record }) => otherPerson(question, recorded, record),
      })
      const [answer] = answers
      if (answer === undefined) return { isKept: false, attempts }
      const { source, observedAt: observed_at, confidence } = answer
      const record = {
        ...namedPerson(answer.answer.record, question, recorded),
        source,
        observed_at,
        confidence,
      }
      return { isKept: await keep('people', record), attempts }
    },
    async company(question, { recorded, ...options }) {
      const { answers, attempts } = await sources.ask('company.live', question, {
        ...options,
        refuses: ({ record }) => otherCompany(question, recorded, record),
      })
      const [answer] = answers
      if (answer === undefined) return { isKept: false, attempts }
      const { source, observedAt: observed_at, confidence } = answer
      const record = {
        ...namedCompany(yieldTo(answer.answer, recorded).record, question, recorded),
        source,
        observed_at,
        confidence,
      }
      return { isKept: await keep('companies', record), attempts }
    },
  }

  async function keep(
    kind: 'people' | 'companies',
    record: { source: string; observed_at: string },
  ): Promise<boolean> {
    const { source, observed_at } = record
    const options = { source, observedAt: new Date(observed_at) }
    const { rejected, suppressed = 0 } = await writer.write(kind, [{ line: 1, record }], options)
    return rejected.length + suppressed === 0
  }
}
