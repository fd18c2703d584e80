import type { Snapshot } from '../commits/index.ts'
import { notLeft, unknownDay } from '../search-index/index.ts'
import { and, type Bind, type Condition } from '../search/index.ts'
import { tenuresWith, type Employer } from './employer.ts'
import { ask, type AnalyticsStores, counted, type Counted, type PairsText } from './ask.ts'

/** Days since 1970 from the first up to, not including, the second. */
export interface DayWindow {
  from: number
  to: number
}

export type Direction = 'joiners' | 'leavers'

export interface FlowRequest {
  employer: Employer
  direction: Direction
  window: DayWindow
  /** Today, up to which tenures that continue are counted. */
  today: number
  snapshot: Snapshot
  signal?: AbortSignal | undefined
}

/** Statistics of some durations; all but the count are null if none is known. */
export interface Spread {
  /** People of whom it is known. */
  count: number
  median: number | null
  mean: number | null
  stdDev: number | null
  p25: number | null
  p75: number | null
  min: number | null
  max: number | null
}

/** People who joined or left an employer in a window, each once, by what they are distinguished by. */
export interface Flow {
  people: number
  /** With the employer up to leaving, or up to today. */
  tenureMonths: Spread
  /** Since the career began, when they joined or left. */
  experienceYears: Spread
  /** By employer number (`employerNumber`) of where they came from or went to; `0` none that is known. */
  byOther: Counted[]
  /** By place of the level of the position they began or ended with; `0` unknown. */
  byLevel: Counted[]
  /** By place of its first function; `0` unknown. */
  byFunction: Counted[]
  /** By country, alpha-3; empty unknown. */
  byCountry: Counted[]
  /** By `lat,lon` of where they live, to the hundredth of a degree; empty unknown. */
  byPoint: Counted[]
  /** By school number (`schoolNumber`); a person may have several. */
  bySchool: Counted[]
  /** By whole years of experience; -1 unknown. */
  byYears: Counted[]
}

/** Days of a month and a year, on average. */
const monthDays = 30.436_875
const yearDays = 365.2425

/** People who joined or left an employer in a window; if somebody joined twice, the last time counts. */
export async function readFlow(stores: AnalyticsStores, request: FlowRequest): Promise<Flow> {
  const { employer, direction, window, today } = request
  const [day, other, side] =
    direction === 'joiners' ? ['first_day', 'origin', 'entry'] : ['last_day', 'destination', 'exit']
  const moved: Condition = { kind: 'sql', text: (bind) => within(day, window, bind) }
  const [row] = await ask<FlowRow>(stores, {
    tag: 'talent-flow',
    condition: and([tenuresWith(employer), moved]),
    snapshot: request.snapshot,
    signal: request.signal,
    sql: (where) => `SELECT count() AS people,
      ${spreadSql('months')} AS tenure, ${spreadSql('years')} AS experience,
      ${pairsSql('other')} AS others, ${pairsSql('level')} AS levels, ${pairsSql('job_function')} AS functions,
      ${pairsSql('country')} AS countries, ${pairsSql('point')} AS points, ${pairsSql('whole_years')} AS by_years,
      ${pairsSql('schools', 'list')} AS by_school
    FROM (
      SELECT id, country, schools, ${other} AS other, ${side}_level AS level, ${side}_function AS job_function,
        if(first_day = ${unknownDay} OR last_day = ${unknownDay}, nan,
          greatest(0, least(last_day, ${Math.floor(today)}) - first_day) / ${monthDays}) AS months,
        if(began = ${unknownDay} OR ${day} < began, nan, (${day} - began) / ${yearDays}) AS years,
        if(isNaN(years), -1, toInt32(floor(years))) AS whole_years,
        if(isNaN(lat) OR isNaN(lon), '', concat(toString(round(lat, 2)), ',', toString(round(lon, 2)))) AS point
      FROM tenures WHERE ${where} ORDER BY id, place DESC LIMIT 1 BY id)`,
  })
  return toFlow(row as FlowRow)
}

interface FlowRow {
  people: string
  tenure: SpreadText
  experience: SpreadText
  others: PairsText
  levels: PairsText
  functions: PairsText
  countries: PairsText
  points: PairsText
  by_years: PairsText
  by_school: PairsText
}

const toFlow = (row: FlowRow): Flow => ({
  people: Number(row.people),
  tenureMonths: readSpread(row.tenure),
  experienceYears: readSpread(row.experience),
  byOther: counted(row.others),
  byLevel: counted(row.levels),
  byFunction: counted(row.functions),
  byCountry: counted(row.countries),
  byPoint: counted(row.points),
  bySchool: counted(row.by_school),
  byYears: counted(row.by_years),
})

/** SQL that is true for days in a window; unknown days and those that have not come are in none. */
function within(day: string, window: DayWindow, bind: Bind): string {
  const from = bind.value('Int32', Math.max(window.from, unknownDay + 1))
  return `(${day} >= ${from} AND ${day} < ${bind.value('Int32', Math.min(window.to, notLeft))})`
}

/** SQL for values, how many have each, and one who has it. */
const pairsSql = (value: string, form: 'one' | 'list' = 'one') => {
  const values = form === 'one' ? `[${value}]` : value
  const ones = form === 'one' ? '[1]' : `arrayMap(each -> 1, ${value})`
  const ids = form === 'one' ? '[id]' : `arrayMap(each -> id, ${value})`
  return `(sumMap(${values}, ${ones}), maxMap(${values}, ${ids}))`
}

type SpreadText = [
  count: string,
  quantiles: (number | null)[],
  mean: number | null,
  deviation: number | null,
  min: number | null,
  max: number | null,
]

const spreadSql = (value: string) => `tuple(countIf(NOT isNaN(${value})),
  quantilesExactInclusiveIf(0.25, 0.5, 0.75)(${value}, NOT isNaN(${value})), avgIf(${value}, NOT isNaN(${value})),
  stddevPopIf(${value}, NOT isNaN(${value})), minIf(${value}, NOT isNaN(${value})), maxIf(${value}, NOT isNaN(${value})))`

function readSpread([count, [p25, median, p75], mean, stdDev, min, max]: SpreadText): Spread {
  const size = Number(count)
  const rounded = (value: number | null | undefined) =>
    size === 0 || typeof value !== 'number' ? null : Math.round(value * 10) / 10
  return {
    count: size,
    median: rounded(median),
    mean: rounded(mean),
    stdDev: rounded(stdDev),
    p25: rounded(p25),
    p75: rounded(p75),
    min: rounded(min),
    max: rounded(max),
  }
}

export interface ExchangeRequest extends Omit<FlowRequest, 'direction' | 'today'> {}

/** Gains from and losses to other employers in a window, each move of a person counted separately. */
export interface StaffExchange {
  /** How many times somebody joined; … */
  joiners: number
  /** … left. */
  leavers: number
  /** People who came, by the number of their previous employer. */
  gained: Counted[]
  lost: Counted[]
}

export async function readExchange(
  stores: AnalyticsStores,
  request: ExchangeRequest,
): Promise<StaffExchange> {
  const { employer, window } = request
  let [joined, left] = ['', '']
  const moved: Condition = {
    kind: 'sql',
    text: (bind) => {
      joined = within('first_day', window, bind)
      left = within('last_day', window, bind)
      return `(${joined} OR ${left})`
    },
  }
  const [row] = await ask<{ joiners: string; leavers: string; gained: PairsText; lost: PairsText }>(stores, {
    tag: 'talent-flow-rivals',
    condition: and([tenuresWith(employer), moved]),
    snapshot: request.snapshot,
    signal: request.signal,
    // A tenure lies under each number of its employer, and counts once.
    sql: (where) => `SELECT sum(has_joined) AS joiners, sum(has_left) AS leavers,
      ${pairsSql('origins', 'list')} AS gained, ${pairsSql('destinations', 'list')} AS lost
    FROM (
      SELECT id, toUInt64(${joined}) AS has_joined, toUInt64(${left}) AS has_left,
        if(has_joined AND origin != 0, [origin], []) AS origins,
        if(has_left AND destination != 0, [destination], []) AS destinations
      FROM tenures WHERE ${where} LIMIT 1 BY id, place)`,
  })
  const { joiners, leavers, gained, lost } = row as NonNullable<typeof row>
  return {
    joiners: Number(joiners),
    leavers: Number(leavers),
    gained: counted(gained),
    lost: counted(lost),
  }
}
