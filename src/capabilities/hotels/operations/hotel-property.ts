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
import { checkStay, refusePast, stayMembers, toStay, tooLarge } from '../stay.ts'

const lookup = [{ key: 'hotelPropertyLookup' as const, units: 1 }]

export const hotelProperty = operation({
  id: 'hotelProperty',
  route: 'POST /v1/hotels/property',
  tag,
  summary: 'Get a hotel or vacation rental',
  tasks: ['details, rates and reviews of one hotel'],
  describe: `Answers all details of a property from hotelSearch: address, telephone number, every offer for the stay with its source, prices of nights over the year, reviews by stars. Send the stay of the search: prices are for the stay sent, and a warning says if it differs. A stay that is not available has no offers. Each lookup costs ${listedPrice('hotelPropertyLookup')}; an unknown propertyToken answers 404 and is charged.`,
  input: z
    .object({
      propertyToken: outsideId(z.string().min(1).max(2_000)).describe('From a property of hotelSearch.'),
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
    const stay = toStay(input)
    const other = otherThanSearched(token, stay)
    if (other.length > 0)
      call.warn(
        'propertyToken',
        `It comes from a search with another stay (${other.join(', ')}): these rates are for the stay sent and differ from those of the search.`,
      )
    const property = detailView(record, {
      stay,
      language: input.languageCode,
      convert: converterTo(stay.currency),
    })
    if (property.offers.length === 0)
      call.advise('The property has no rates for these nights and guests. Try other nights.')
    return { property }
  },
})
