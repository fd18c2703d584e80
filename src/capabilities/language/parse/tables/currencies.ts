/** Not a code: an amount of a currency that a question leaves open has no worth, and is not understood. */
const unclearCurrency = '?'

/** What stands behind an amount, and the currency it names. */
export const currencyNames: readonly (readonly [code: string, phrases: string])[] = [
  ['USD', 'usd, dollar, dollars, us, us dollars, american dollars, dolares, dollari, bucks'],
  ['EUR', 'eur, euro, euros'],
  ['GBP', 'gbp, pounds, pounds sterling, british pounds, sterling, quid, libras esterlinas, pfund'],
  [
    'CHF',
    'chf, sfr, swiss francs, swiss franc, schweizer franken, franken, francs suisses, franchi svizzeri, francos suizos, francos suíços',
  ],
  ['JPY', 'jpy, yen, japanese yen'],
  ['CNY', 'cny, rmb, yuan, renminbi, chinese yuan'],
  ['KRW', 'krw, korean won'],
  ['INR', 'inr, rupees, indian rupees, rupien'],
  ['BRL', 'brl, reais, brazilian reais'],
  ['MXN', 'mxn, mexican pesos, pesos mexicanos'],
  ['ARS', 'argentine pesos, argentinian pesos, pesos argentinos'],
  ['CLP', 'clp, chilean pesos, pesos chilenos'],
  ['COP', 'colombian pesos, pesos colombianos'],
  ['SEK', 'sek, swedish kronor, swedish krona, swedish crowns, kronor'],
  ['NOK', 'nok, norwegian kroner, norwegian krone, norwegian crowns'],
  ['DKK', 'dkk, danish kroner, danish krone, danish crowns'],
  ['PLN', 'pln, zloty, zlotys, zlotych, złotych, zł, polish zloty'],
  ['CZK', 'czk, czech crowns, czech koruna, kč'],
  ['HUF', 'huf, forint, forints'],
  ['RON', 'ron, lei'],
  ['TRY', 'turkish lira, turkish liras'],
  ['ILS', 'ils, nis, shekel, shekels, israeli shekels'],
  ['ZAR', 'zar, rand'],
  ['NGN', 'ngn, naira'],
  ['KES', 'kes, kenyan shillings'],
  ['AED', 'aed, emirati dirhams, uae dirhams'],
  ['MAD', 'moroccan dirhams, dirhams marocains'],
  ['SAR', 'saudi riyals'],
  ['THB', 'thb, baht'],
  ['MYR', 'myr, ringgit'],
  ['IDR', 'idr, rupiah'],
  ['CAD', 'cad, canadian dollars, dollars canadiens'],
  ['AUD', 'aud, australian dollars, aussie dollars'],
  ['NZD', 'nzd, new zealand dollars, kiwi dollars'],
  ['SGD', 'sgd, singapore dollars, singaporean dollars'],
  ['HKD', 'hkd, hong kong dollars'],
  [
    unclearCurrency,
    'pesos, peso, francs, franc, franchi, francos, kroner, kronen, krone, krona, crowns, kr, lira, liras, dirham, dirhams, riyal, riyals, dinar, dinars, shillings, pakistani rupees, sri lankan rupees, francs cfa',
  ],
]

/** Letters that make another currency of the sign behind them: `R$ 5M`, `A$5m`. */
export const letteredDollars: Readonly<Record<string, string>> = {
  us: 'USD',
  r: 'BRL',
  a: 'AUD',
  au: 'AUD',
  c: 'CAD',
  ca: 'CAD',
  s: 'SGD',
  hk: 'HKD',
  nz: 'NZD',
  mx: 'MXN',
  nt: 'TWD',
}

/** Words before an amount: `Rs 5 crore`, `kr 50m`. */
export const currencyBefore: Readonly<Record<string, string>> = {
  rs: 'INR',
  kr: unclearCurrency,
  sfr: 'CHF',
  rp: 'IDR',
  rm: 'MYR',
}
