import { expect, test } from 'vitest'
import { readNights, withNights, type Nights } from './calendar.ts'

const nights = (date: string, more: Partial<Nights> & { last?: number } = {}): Nights => ({
  ...readNights({ property_id: 'p', date, price: 100, currency: 'EUR' }),
  ...more,
})
const lay = (...all: Nights[]) =>
  all.reduce((calendars, each) => withNights(calendars, each, true), [] as ReturnType<typeof withNights>)

test('nights grow a calendar at both ends, and leave gaps unknown', () => {
  const [calendar] = lay(
    nights('2026-05-10'),
    nights('2026-05-13', { price: 130 }),
    nights('2026-05-09', { price: 90 }),
  )
  expect(calendar).toEqual({
    room_id: null,
    currency: 'EUR',
    first_date: '2026-05-09',
    prices: [90, 100, null, null, 130],
    left: [],
  })
})

test('a row may be of many nights; rooms left are kept where they are said, and 0 closes', () => {
  const row = {
    property_id: 'p',
    room_id: 'd',
    date: '2026-05-01',
    last_date: '2026-05-03',
    price: 70,
    currency: 'EUR',
    available: 4,
  }
  const closed = readNights({ ...row, date: '2026-05-02', last_date: null, price: null, available: 0 })
  expect(lay(readNights(row), closed)).toMatchObject([
    { room_id: 'd', prices: [70, -1, 70], left: [4, 0, 4] },
  ])
})

test('an older word fills what is unknown and changes nothing else', () => {
  const known = lay(nights('2026-05-10'))
  const older = { ...nights('2026-05-10', { price: 1 }), last: nights('2026-05-11').first }
  expect(withNights(known, older, false)).toMatchObject([{ prices: [100, 1] }])
})

test('in another currency a night is forgotten in the one before; other rooms stay', () => {
  const room = nights('2026-05-10', { roomId: 'd' })
  const [other, euro, dollars] = lay(
    nights('2026-05-10'),
    room,
    nights('2026-05-10', { currency: 'USD' }),
  ).toSorted(
    (a, b) => (b.room_id ?? '').localeCompare(a.room_id ?? '') || a.currency.localeCompare(b.currency),
  )
  expect([other?.prices, euro?.prices, dollars?.prices]).toEqual([[100], [null], [100]])
})

test('the newest 750 nights are kept', () => {
  const [calendar] = lay(nights('2026-01-01'), nights('2029-01-01'))
  expect(calendar?.prices).toHaveLength(750)
  expect(calendar?.prices.at(-1)).toBe(100)
  expect(calendar?.prices[0]).toBeNull()
})
