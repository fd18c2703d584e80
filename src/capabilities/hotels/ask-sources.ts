import { nightsLine } from '../../corpus/kinds/index.ts'
import type { Call } from '../../operation/index.ts'
import { stateOfAttempts, warnLeftOut } from '../../sources/index.ts'
import type { Circle } from './destination.ts'
import type { SearchInput } from './search-input.ts'
import type { HotelsDeps } from './slice.ts'
import { toStay } from './stay.ts'

/** Time for all sources together in milliseconds, short because a search answers synchronously. */
const withinMs = 20_000

/**
 * Calls the configured sources for a place and a stay, and writes the first answer with content to the corpus, where
 * the search then finds it. Returns whether anything was written; warns where no source could answer.
 */
export async function askSources(
  { sources, writer }: Pick<HotelsDeps, 'sources' | 'writer'>,
  call: Call,
  { input, circle }: { input: SearchInput; circle: Circle },
): Promise<boolean> {
  const stay = toStay(input)
  const question = {
    latitude: circle.center.latitude,
    longitude: circle.center.longitude,
    radiusKm: circle.km,
    checkInDate: input.checkInDate,
    checkOutDate: input.checkOutDate,
    adults: stay.adults,
    childrenAges: [...stay.childrenAges],
    currency: stay.currency,
    market: stay.market,
  }
  const { answers, attempts } = await sources.ask('hotel.search', question, { signal: call.signal, withinMs })
  const [answer] = answers
  if (answer === undefined) {
    if (stateOfAttempts(attempts) === 'unavailable')
      call.warn('live', 'The live source could not be read: the answer is what the corpus has.')
    return false
  }
  warnLeftOut(call, answer.leftOut)
  const { hotels, rates } = answer.answer
  const lines = [...hotels, ...rates.map(nightsLine)]
  await writer.write(
    'hotels',
    lines.map((record, index) => ({ line: index + 1, record })),
    { source: answer.source, observedAt: new Date(answer.observedAt) },
  )
  return true
}
