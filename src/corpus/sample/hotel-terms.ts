/** Ids of getHotelBrands that hotels of each class may have. */
export const brandsOfStars: Record<number, readonly number[]> = {
  5: [
    33_001, 33_003, 33_004, 289_001, 28_001, 28_002, 37_001, 17_001, 17_003, 46_001, 46_003, 46_004, 424_001,
  ].concat([493_001, 169_001, 174_001, 202_001]),
  4: [
    33_009, 33_017, 28_006, 28_008, 37_010, 37_007, 17_009, 17_006, 46_009, 46_010, 46_011, 163_003, 174_005,
  ].concat([169_004, 53_004, 202_002, 18_003, 493_003]),
  3: [
    33_019, 33_022, 18_001, 18_002, 20_001, 20_003, 28_015, 28_016, 37_014, 17_011, 17_012, 46_019, 46_025,
  ].concat([163_008, 53_011]),
  2: [33_024, 33_025, 20_013, 20_014, 311_001, 53_021, 53_022, 53_023, 18_011],
}

/** Brands that exist in one country alone. */
export const brandsOfCountry: Record<string, readonly number[]> = {
  GBR: [353_001, 353_002, 312_001],
  IRL: [312_003],
  ESP: [312_004, 202_002],
  USA: [311_008, 311_009, 53_014],
  IND: [311_001, 311_002],
}

/** Share of the hotels of each class that belong to a chain. */
export const brandedShare: Record<number, number> = { 5: 0.6, 4: 0.55, 3: 0.45, 2: 0.3 }

/** Ids of getHotelPropertyTypes by class. */
export const typesOfStars: Record<number, readonly number[]> = {
  5: [17, 18, 13, 20, 20],
  4: [20, 20, 13, 18, 17, 21],
  3: [20, 20, 20, 13, 15, 19, 21],
  2: [14, 15, 16, 19, 20],
}
export const typesOfJapan: readonly number[] = [22, 23, 23, 24]
/** Cities with a beach, where hotels may be. */
export const beachCities = new Set(
  'Miami,San Diego,Honolulu,Barcelona,Valencia,Lisbon,Porto,Nice,Rio de Janeiro,Sydney,Gold Coast,Dubai,Cape Town,Mumbai,Cancún,Tel Aviv,Athens,Brighton'.split(
    ',',
  ),
)

/** Cities that attract more travellers than their size suggests. */
export const travelled = new Set(
  'Kyoto,Venezia,Firenze,Napoli,Nice,Bordeaux,Sevilla,Granada,Porto,Salzburg,Genève,Brugge,Dubrovnik,Edinburgh,Bath,Honolulu,Miami,New Orleans,Las Vegas,Orlando,Québec,Cancún,Cusco,Marrakech,Cape Town,Queenstown,Cairns,Chiang Mai,Phuket'.split(
    ',',
  ),
)

/** US dollars for a night in midweek, in an average city. */
export const nightOfStars: Record<number, number> = { 5: 320, 4: 165, 3: 95, 2: 55 }

/** Price of a night compared with the average, by country; 0.75 elsewhere. */
export const levelOf: Record<string, number> = Object.fromEntries(
  (
    'USA 1.25,CAN 1,GBR 1.2,IRL 1.15,FRA 1.1,DEU 1,AUT 1,CHE 1.5,NLD 1.15,BEL 1,ISL 1.4,SWE 1.1,NOR 1.3,DNK 1.2,FIN 1,' +
    'ITA 1,ESP 0.9,PRT 0.85,JPN 0.9,SGP 1.2,HKG 1.1,AUS 1.1,ARE 1.1,SAU 1,NZL 1,KOR 0.9,IND 0.45,PAK 0.4,BGD 0.4,' +
    'VNM 0.45,IDN 0.5,PHL 0.5,EGY 0.5'
  )
    .split(',')
    .map((each) => [each.slice(0, 3), Number(each.slice(4))]),
)

/** Currency of a country and its rough rate to the dollar. Prices elsewhere are in dollars. */
const euro: [string, number] = ['EUR', 0.9]
export const currencyOf: Record<string, [code: string, perDollar: number]> = {
  ...Object.fromEntries(
    'FRA,DEU,AUT,NLD,BEL,ESP,PRT,ITA,FIN,GRC,IRL,EST'.split(',').map((code) => [code, euro]),
  ),
  GBR: ['GBP', 0.78],
  CHE: ['CHF', 0.85],
  JPN: ['JPY', 148],
  CAN: ['CAD', 1.37],
  AUS: ['AUD', 1.5],
  SWE: ['SEK', 9.8],
  NOR: ['NOK', 10.2],
  DNK: ['DKK', 6.7],
  POL: ['PLN', 3.8],
  CZE: ['CZK', 21.5],
  BRA: ['BRL', 5.4],
  MEX: ['MXN', 18.5],
  IND: ['INR', 86],
  CHN: ['CNY', 7.1],
  SGP: ['SGD', 1.3],
  ARE: ['AED', 3.67],
  ZAF: ['ZAR', 17.6],
}

/** Names of hotels, with `{stem}` and `{city}`. A name without a language is the same in all. */
export const nameForms: readonly { en: string; fr?: string; de?: string; es?: string; it?: string }[] = [
  {
    en: 'Hotel {stem} {city}',
    fr: 'Hôtel {stem} {city}',
    de: 'Hotel {stem} {city}',
    es: 'Hotel {stem} {city}',
    it: 'Hotel {stem} {city}',
  },
  {
    en: 'The {stem} House',
    fr: 'La Maison {stem}',
    de: 'Haus {stem}',
    es: 'Casa {stem}',
    it: 'Casa {stem}',
  },
  {
    en: 'Grand Hotel {stem}',
    fr: 'Grand Hôtel {stem}',
    de: 'Grandhotel {stem}',
    es: 'Gran Hotel {stem}',
    it: 'Grand Hotel {stem}',
  },
  { en: '{stem} Suites {city}' },
  { en: '{stem} Garden Hotel', fr: 'Hôtel du Jardin {stem}', de: 'Gartenhotel {stem}' },
]

export const nearbyNames: readonly string[] = [
  'Central Station',
  'Old Town',
  'Airport',
  'Museum Quarter',
  'Convention Centre',
]

export const reviewTopics: readonly [name: string, description: string][] = [
  ['Location', 'Where it is and how one gets around from there'],
  ['Cleanliness', 'Rooms, bathrooms and what all guests use'],
  ['Service', 'How guests are received and helped'],
  ['Breakfast', 'What is served in the morning'],
]
