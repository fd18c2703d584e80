import type { LineOf } from '../../corpus/kinds/index.ts'
import { stateOfAttempts, type LiveAnswer, type Question } from '../../sources/index.ts'
import { storable } from '../../lib/storable-text.ts'
import type { InstrumentAsked } from './schema.ts'
import type { FinanceDeps } from './slice.ts'
import type { Window } from './window.ts'

/** Time for sources in milliseconds; the rest of the operation's time is for the corpus. */
const withinMs = 25_000

/** An instrument in the form that sources take. */
export function buildQuestion(instrument: InstrumentAsked, window: Window): Question<'finance.instrument'> {
  const named = { ticker: null, exchange: null, baseCurrency: null, quoteCurrency: null, window }
  switch (instrument.type) {
    case 'index':
      return { ...named, type: 'index', ticker: instrument.index }
    case 'currencyPair':
      return {
        ...named,
        type: 'currencyPair',
        baseCurrency: instrument.baseCurrency,
        quoteCurrency: instrument.quoteCurrency,
      }
    case 'customSymbol':
      return { ...named, type: 'customSymbol', ticker: instrument.symbol }
    case 'mutualFund':
      return { ...named, type: 'mutualFund', ticker: instrument.ticker.toUpperCase() }
    default:
      return {
        ...named,
        type: 'stockOrEtf',
        ticker: instrument.ticker.toUpperCase(),
        exchange: instrument.exchange?.toUpperCase() ?? null,
      }
  }
}

/** Calls the operator's sources for an instrument and writes their answer to the corpus. */
export async function askSources(
  { sources, writer }: Pick<FinanceDeps, 'sources' | 'writer'>,
  question: Question<'finance.instrument'>,
  signal: AbortSignal,
): Promise<LiveAnswer<LineOf<'instruments'>>> {
  const { answers, attempts } = await sources.ask('finance.instrument', question, { signal, withinMs })
  const [first] = answers
  if (first === undefined) return { state: stateOfAttempts(attempts) }
  const { source, observedAt, confidence, leftOut } = first
  const record = storable({ ...first.answer.instrument, source, observed_at: observedAt, confidence })
  await writer.write('instruments', [{ line: 1, record }], { source, observedAt: new Date(observedAt) })
  return { state: 'found', answer: record, source, observedAt, confidence, leftOut }
}
