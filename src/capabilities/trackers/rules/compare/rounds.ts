import type { Change } from '../define-rule.ts'
import { isOldNews } from './event-age.ts'
import type { CompanyState, KeptRound } from '../states.ts'
import { dayMs } from '../../../../lib/time.ts'

/** Types of rounds that rules name; a round of another type matches none of them. */
export const roundTypes = [
  'pre_seed',
  'seed',
  'angel',
  'series_a',
  'series_b',
  'series_c',
  'series_d',
  'series_e',
  'series_f',
  'series_g',
  'private_equity',
  'debt_financing',
  'grant',
  'convertible_note',
  'corporate_round',
  'undisclosed',
] as const

/** Rounds in which shares are sold, or what becomes shares. */
export const defaultRoundTypes = [
  'pre_seed',
  'seed',
  'angel',
  'series_a',
  'series_b',
  'series_c',
  'series_d',
  'series_e',
  'series_f',
  'series_g',
  'private_equity',
  'convertible_note',
] as const

/** A round as `changeData` shows it. */
export const roundData = ({ round_type, round_date, round_raised_usd, investors }: KeptRound) => ({
  type: round_type,
  amountUsd: round_raised_usd,
  date: round_date,
  investors: investors.map(({ investor_name, investor_type }) => ({
    name: investor_name,
    type: investor_type === null ? [] : [investor_type],
  })),
})

/** Within this many days two reports of one type are one round. */
const sameRoundDays = 60
type RoundChange = Change & { data: ReturnType<typeof roundData> & { kind: 'funding_round' } }

/** Rounds that were not there before: a day or an amount that another source tells otherwise makes no other round. */
export function findNewRounds(before: CompanyState, after: CompanyState): RoundChange[] {
  const [was, is] = [before.company.rounds, after.company.rounds]
  if (!was || !is) return []
  return is
    .filter(
      (round) => !was.some((other) => isSameRound(other, round)) && !isOldNews(round.round_date, before),
    )
    .map((round) => ({
      key: `${round.round_type} ${round.round_date}`,
      data: { kind: 'funding_round', ...roundData(round) },
      eventDate: round.round_date,
    }))
}

function isSameRound(one: KeptRound, other: KeptRound): boolean {
  if (one.round_type !== other.round_type) return false
  if (one.round_date === null || other.round_date === null) return true
  return Math.abs(Date.parse(one.round_date) - Date.parse(other.round_date)) <= sameRoundDays * dayMs
}

/** Types that are no kind of round in words: what was raised, or that nobody says. */
const raised: Readonly<Record<string, string>> = {
  undisclosed: 'a round of a type that is not told',
  pre_seed: 'a pre-seed round',
  angel: 'an angel round',
  private_equity: 'private equity',
  debt_financing: 'debt financing',
  grant: 'a grant',
  convertible_note: 'a convertible note',
}

/** A round behind the word `raised`: `a series A round`. */
export function roundInWords(type: string | null): string {
  if (type === null) return 'a round'
  const words = type
    .replaceAll('_', ' ')
    .replace(/^(series )(\w)$/, (_, series, letter: string) => series + letter.toUpperCase())
  return raised[type] ?? `a ${words} round`
}

/** For previews and test signals. */
export const sampleRound = (round_type: string, round_raised_usd: number): KeptRound => ({
  round_type,
  round_date: '2026-01-15',
  round_raised_usd,
  investors: [{ investor_name: 'Example Ventures', investor_type: 'venture_capital' }],
})
