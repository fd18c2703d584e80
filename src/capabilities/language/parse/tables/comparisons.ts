/** How a number bounds what it counts. */
export type Comparison = 'more' | 'least' | 'less' | 'most' | 'about' | 'exactly' | 'between'

/** Words before a number that make it a bound. */
export const comparisons: readonly (readonly [Comparison, string])[] = [
  [
    'more',
    'more than, just over, well over, over, above, greater than, bigger than, larger than, exceeding, exceeds, north of, mehr als, mehr wie, über, ponad, więcej niż, powyżej, plus de, plus que, de plus de, de más de, con más de, com mais de, di più di, más de, más que, mais de, mais que, mais do que, acima de, più di, più che, oltre, meer dan, meer als, upwards of, in excess of',
  ],
  [
    'least',
    'at least, minimum, min, no less than, no fewer than, not less than, not fewer than, not under, not below, nicht weniger als, nicht unter, pas moins de, no menos de, não menos de, non meno di, niet minder dan, nie mniej niż, from, starting at, mindestens, ab, co najmniej, au moins, minimum de, al menos, como mínimo, pelo menos, no mínimo, almeno, minstens, ten minste, a minimum of, minimum of',
  ],
  [
    'less',
    'less than, fewer than, just under, well under, under, below, smaller than, beneath, weniger als, weniger wie, unter, mniej niż, poniżej, moins de, moins que, de moins de, de menos de, con menos de, com menos de, di meno di, menos de, menos que, menos do que, abaixo de, meno di, meno che, minder dan, minder als, onder',
  ],
  [
    'most',
    'at most, up to, maximum, max, no more than, not more than, no greater than, no larger than, not above, not over, nicht mehr als, nicht über, pas plus de, no más de, não mais de, non più di, niet meer dan, nie więcej niż, höchstens, bis zu, najwyżej, maximal, au plus, d au plus, de maximum, jusqu à, como máximo, hasta, no máximo, até, al massimo, fino a, hoogstens, tot, maximaal, a maximum of',
  ],
  [
    'about',
    'about, nearly, almost, close to, fast, presque, casi, quase, quasi, bijna, around, roughly, approximately, approx, circa, ca, etwa, ungefähr, environ, unos, alrededor de, cerca de, circa di, ongeveer, some, near',
  ],
  ['exactly', 'exactly, precisely, genau, exactement, exactamente, exatamente, esattamente, precies'],
  ['between', 'between, zwischen, od, entre, tra, fra, tussen, from, de, von, da, anywhere from'],
]

/** The same after a number, or behind what it counts: `50 or more`, `50 employees minimum`. */
export const comparisonsBehind: readonly (readonly [Comparison, string])[] = [
  [
    'least',
    'or more, and more, or above, and above, or over, and over, or up, and up, or upwards, and upwards, or higher, or greater, or larger, or bigger, minimum, min, at least, oder mehr, und mehr, oder darüber, ou plus, et plus, ou davantage, minimum, o más, y más, en adelante, ou mais, o più, e più, of meer, en meer, lub więcej',
  ],
  [
    'most',
    'or less, or fewer, or under, or below, or smaller, and under, and below, maximum, max, at most, tops, oder weniger, oder darunter, ou moins, et moins, o menos, ou menos, o meno, of minder, lub mniej',
  ],
]
