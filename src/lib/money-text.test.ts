import { expect, test } from 'vitest'
import { moneyOfHeading, readMoneyText } from './money-text.ts'

test.each([
  ['£3bn', 3e9, '£'],
  ['¥900,000,000', 9e8, '¥'],
  ['SEK 10M', 1e7, 'sek'],
  ['€4.5M', 4.5e6, '€'],
  ["CHF 2'500'000", 2.5e6, 'chf'],
  ['Rs. 5 crore', 5e7, 'rs'],
  ['1.2 Mrd. EUR', 1.2e9, 'eur'],
  ['12 Mio. €', 12e6, '€'],
  ['500 T€', 5e5, '€'],
  ['R$ 3 mi', 3e6, 'r$'],
  ['PLN 4 mln', 4e6, 'pln'],
  ['800 tys. PLN', 8e5, 'pln'],
  ['T€ 750', 7.5e5, '€'],
  ['2,000 TEUR', 2e6, 'eur'],
  ['₹25 lakh', 2.5e6, '₹'],
  ['approx. US$ 40 million p.a.', 4e7, 'us$'],
  ['90億円', 9e9, '円'],
  ['-€5k', -5e3, '€'],
  ['7 million', 7e6, undefined],
  ['15 000 kr', 15e3, 'kr'],
])('%s', (text, amount, currency) => {
  expect(readMoneyText(text)).toMatchObject({ amount, currency })
})

test.each([
  ['500 tkr', 5e5, 'kr'],
  ['10 mkr', 1e7, 'kr'],
  ['3 Md€', 3e9, '€'],
  ["3 milliards d'euros", 3e9, 'euros'],
  ['15 mil millones de euros', 15e9, 'euros'],
  ['5 milj. €', 5e6, '€'],
  ['5 milyon TL', 5e6, 'tl'],
  ['5 млн руб.', 5e6, 'руб'],
  ['1,2 млрд рублей', 1.2e9, 'рублей'],
  ['5억원', 5e8, '원'],
  ['人民币500万元', 5e6, '元'],
  ['３００万円', 3e6, '円'],
  ['￥１２３', 123, '¥'],
  ['€٥٠٠', 500, '€'],
  ['RM 5 juta', 5e6, 'rm'],
  ['CHF 4’500’000.-', 4.5e6, 'chf'],
  ['1\u202f500\u202f000 €', 1.5e6, '€'],
  ['\u200e$5M', 5e6, '$'],
  ['1.0E7', 1e7, undefined],
])('in other languages, scripts and programs: %s', (text, amount, currency) => {
  expect(readMoneyText(text)).toMatchObject({ amount, currency })
})

test.each(['R$ 500 mil', 'Rp 5 M', '10k-50k', '>$1B', '($1,200)'])('%s is in doubt', (text) =>
  expect(readMoneyText(text)).toBeUndefined(),
)

test.each(['€1M-€5M', 'n/a', '3 apples of 5', '$5 EUR', 'about', '1e6', 'between 3 and 4 EUR'])(
  '%s says no amount',
  (text) => expect(readMoneyText(text)).toBeUndefined(),
)

test.each([
  ['Revenue (EUR)', 'eur', undefined],
  ['Umsatz in T€', '€', 1e3],
  ['Revenue ($M)', '$', 1e6],
  ['Revenue (USD mn)', 'usd', 1e6],
  ['Revenue in millions', undefined, 1e6],
  ['Turnover £000', '£', 1e3],
  ['Annual Revenue', undefined, undefined],
])('the heading %s', (heading, currency, scale) => {
  expect(moneyOfHeading(heading)).toEqual({ currency, scale })
})

test.each([
  ['1.250.000,00 €', 1_250_000],
  ['1,250,000.00 EUR', 1_250_000],
  ['2,1 Mio. EUR', 2_100_000],
  ['€180,50', 180.5],
  ['1.250.000 EUR', 1_250_000],
])('digits that can mean one number alone say their decimal sign: %s', (text, amount) => {
  expect(readMoneyText(text)?.amount).toBe(amount)
})
