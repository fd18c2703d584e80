import { z } from 'zod'
import type { HotelRecord } from '../../../corpus/records/index.ts'
import { hotelIdentifiers } from '../../../corpus/search-index/index.ts'
import { invalidMember, listedPrice, outsideId, paid, perMinute } from '../../../operation/index.ts'
import { detailView } from '../detail-view.ts'
import { hotelFailures } from '../failures.ts'
import { converterTo } from '../money.ts'
import { otherThanSearched, readPropertyToken } from '../property-token.ts'
import { hotelDetail } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { checkStay, refusePast, stayMembers, stayOf, tooLarge } from '../stay.ts'

const lookup = [{ key: 'hotelPropertyLookup' as const, units: 1 }]

export const hotelProperty = operation({
  id: 'hotelProperty',
  route: 'POST /v1/hotels/property',
  tag,
  summary: 'Get a hotel or vacation rental',
  tasks: ['details, rates and reviews of one hotel'],
  describe: `Answers the whole of a property that hotelSearch found: address, telephone number, every offer for the stay with its source, what nights of the year cost, reviews by stars. Give the stay of the search: prices are of the stay that is given, and a warning says where it is another. A stay that cannot be had has no offers. Each lookup costs ${listedPrice('hotelPropertyLookup')}; an unknown propertyToken answers 404 and is charged.`,
  input: z
    .object({
      propertyToken: outsideId(z.string().min(1).max(2_000)).describe('Of a property of hotelSearch.'),
      ...stayMembers,
    })
    .superRefine(checkStay),
  output: z.object({ property: hotelDetail }),
  price: (p) => p.perRequest({ key: 'hotelPropertyLookup' }),
  limit: perMinute(120),
  fails: ['unknown-property'],
  examples: [
    {
      name: 'A property of the sample',
      input: {
        propertyToken: Buffer.from('["sample/h1"]').toString('base64url'),
        checkInDate: '2030-06-14',
        checkOutDate: '2030-06-17',
      },
    },
  ],
  effect: 'spends',
  async handle({ input, call, deps }) {
    refusePast(input.checkInDate, undefined, call.nowMs)
    const token = readPropertyToken(input.propertyToken)
    const snapshot = await deps.search.snapshots.newest('hotels')
    const [hotel] =
      token === undefined
        ? []
        : await deps.search.lookup('hotels', {
            tokens: hotelIdentifiers({ property_id: token.propertyId }),
            perToken: 1,
            snapshot,
            signal: call.signal,
          })
    if (token === undefined || hotel === undefined) return paid(hotelFailures.of('unknown-property'), lookup)
    const record = JSON.parse(hotel.body) as HotelRecord
    const large = tooLarge(input, record.category === 'vacation_rental' ? 'vacationRental' : 'hotel')
    if (large !== undefined) throw invalidMember(input.children > 0 ? 'children' : 'adults', large)
    refusePast(input.checkInDate, record.location?.timezone, call.nowMs)
    const stay = stayOf(input)
    const other = otherThanSearched(token, stay)
    if (other.length > 0)
      call.warn(
        'propertyToken',
        `It is from a search with another stay (${other.join(', ')}): the rates here are of the stay given and differ from those of the search.`,
      )
    const property = detailView(record, {
      stay,
      language: input.languageCode,
      convert: converterTo(stay.currency),
    })
    if (property.offers.length === 0)
      call.advise('The property has no rates for these nights and this party. Try other nights.')
    return { property }
  },
})
