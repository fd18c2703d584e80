import { invalidMember, perMinute } from '../../../operation/index.ts'
import { isCharged, nothingFound, warnLeftOut, warnNotLive, type LiveStatus } from '../../../sources/index.ts'
import { askSources, buildQuestion } from '../ask-sources.ts'
import { findInstrument, type KnownInstrument } from '../find-instrument.ts'
import { input, output } from '../schema.ts'
import { findSession } from '../session.ts'
import { operation, type FinanceDeps } from '../slice.ts'
import { nothing, buildView } from '../view.ts'
import { cutWindow } from '../window.ts'

const maxNews = 5

export const financialInstrumentLookup = operation({
  id: 'financialInstrumentLookup',
  route: 'POST /v1/finance/instrument',
  tag: 'Market intelligence',
  summary: 'Look up a financial instrument',
  tasks: ['stock price, share price, market cap, ticker', 'quote of a stock, currency, index or crypto'],
  describe:
    'Answers an index, a share or fund, a pair of currencies or anything else with a symbol: its quote, prices of a window, key statistics, company, news and statements. The sources the operator configured are called first, and their answers are written to the corpus; where none has it the corpus answers, with live false, observedAt and a warning. A pair of currencies may be derived from its inverse, or from both values in US dollars. Prices of a day come every 5 minutes and of five days every 30 where prices within days are known; one and six months, the year to date and a year come by day; five years and all by the last price of each week, very long ones of each month. priceChange covers the window; for a day it counts from the last price of the day before. Charged when something is found; free otherwise, and where the corpus answers because the live source could not be read.',
  input,
  otherNames: {
    'instrument.base': 'instrument.baseCurrency',
    'instrument.quote': 'instrument.quoteCurrency',
  },
  output,
  price: (p) =>
    p.perRequest({
      key: 'financialInstrument',
      units: ({ instrument, liveStatus }) =>
        instrument !== null && isCharged(liveStatus as LiveStatus) ? 1 : 0,
    }),
  limit: perMinute(120),
  timeoutMs: 60_000,
  examples: [
    { name: 'An index', input: { instrument: { type: 'index', index: 'SP_500' }, window: '1M' } },
    {
      name: 'A pair of currencies',
      input: { instrument: { type: 'currencyPair', baseCurrency: 'EUR', quoteCurrency: 'GBP' } },
    },
    { name: 'A fund', input: { instrument: { type: 'stockOrEtf', ticker: 'XAA' }, window: '1Y' } },
  ],
  effect: 'spends',
  async handle({ input: { instrument: question, window }, call, deps }) {
    if (question.type === 'currencyPair' && question.baseCurrency === question.quoteCurrency)
      throw invalidMember('instrument.quoteCurrency', 'Expected another currency than baseCurrency.')
    const answer = await askSources(deps, buildQuestion(question, window), call.signal)
    const liveStatus: LiveStatus = answer.state === 'found' ? 'live' : answer.state
    const result = await findInstrument(deps, question, call.nowMs)
    if (result === undefined) {
      const message = nothingFound('instrument', liveStatus)
      return { ...nothing, message, live: false, liveStatus, observedAt: null, source: null }
    }
    warnNotLive(call, [liveStatus])
    if (answer.state === 'found') warnLeftOut(call, answer.leftOut)
    const fresh =
      answer.state === 'found'
        ? { live: true, liveStatus, observedAt: answer.observedAt, source: answer.source }
        : { live: false, liveStatus, observedAt: await findObservedAt(deps, result), source: null }
    const { record, series } = result
    const windowed = series === undefined ? undefined : cutWindow(series, window, findSession(record))
    return { ...buildView({ record, series, windowed, news: await readNews(deps, record) }), ...fresh }
  },
})

/** When the data on an instrument was observed; the oldest of several times. */
async function findObservedAt(
  { history, search }: FinanceDeps,
  { ids }: KnownInstrument,
): Promise<string | null> {
  const histories = await history.read('instruments', ids, await search.snapshots.newest('instruments'))
  return [...histories.values()].map(({ observedAt }) => observedAt).sort()[0] ?? null
}

async function readNews({ media }: FinanceDeps, { company_domain: domain }: KnownInstrument['record']) {
  if (domain === null) return []
  const { records } = await media.news({ companies: [{ domain }] }, { limit: maxNews })
  return records
}
