import type { Mention } from './mention.ts'
import { endHiring } from './handlers/hiring.ts'
import { joinWords } from './handlers/nearby.ts'
import { put, type Frame, type State } from './state.ts'

/** What a frame asks that nothing followed. */
export function endFrame(state: State): void {
  const { frame } = state
  state.frame = undefined
  if (frame === undefined) return
  if (frame.cue === 'hiring') endHiring(state, frame)
  else if (!frame.isUsed) endLoneFrame(state, frame)
}

/** Nouns that name money and do not say that any was raised. */
const isNoun = /^(capital|round|rounds)$/

function endLoneFrame(state: State, { cue, mention, isNegated }: Frame): void {
  const side = 'company'
  // `growing mushrooms`, `raising cattle`: what nobody understood is what is grown.
  const behind = state.words[mention.to]
  if (
    (cue === 'raised' || cue === 'grew') &&
    ((behind !== undefined && state.understood[mention.to] !== true && !/[,;]/.test(behind.gap)) ||
      isNoun.test(joinWords(state, mention.from, mention.to)))
  ) {
    state.draft.unplaced.push(mention)
    return
  }
  if (cue === 'raised')
    put(state, {
      side,
      param: 'specialFlags',
      list: isNegated ? 'noneOf' : 'anyOf',
      value: 'has-raised-funding',
      mention,
    })
  else if (cue === 'grew' || cue === 'shrank') {
    const words = state.words.slice(Math.max(0, mention.from - 1), mention.from).map(({ normal }) => normal)
    const isFast = words.some((word) =>
      [
        'fast',
        'fastest',
        'rapidly',
        'quickly',
        'hyper',
        'high',
        'schnell',
        'rapide',
        'rapido',
        'snel',
        'strong',
      ].includes(word),
    )
    // `a growing sales team`: what grows is the team.
    const team = findTeamBehind(state, mention)
    const change = cue === 'shrank' ? { upperBound: -0.01 } : { lowerBound: isFast ? 0.2 : 0.01 }
    const value = { type: 'percent_change', windowMonths: 12, change }
    const note = isFast
      ? 'is searched as at least 20 % more employees than 12 months ago.'
      : `is searched as ${cue === 'grew' ? 'more' : 'fewer'} employees than 12 months ago.`
    const ofTeam = {
      jobFunction: team,
      countCriteria: { type: 'percent_change', change, windowLookBackMonths: 12 },
    }
    put(state, {
      side,
      param: team === undefined ? 'employeeTrendsV2' : 'employeeTrends',
      list: isNegated ? 'obeysNone' : 'obeysAll',
      value: team === undefined ? value : ofTeam,
      mention: { ...mention, confidence: 0.75, note },
    })
  } else if (unspoken.includes(cue)) state.draft.unplaced.push(mention)
}

/** The department that stands between a verb of growth and `team`. */
function findTeamBehind({ mentions }: State, verb: Mention): string | undefined {
  const at = mentions.indexOf(verb)
  const [next, staff] = mentions.slice(at + 1, at + 3)
  const isTeam = staff?.is.kind === 'cue' && staff.is.cue === 'staff' && staff.from === next?.to
  return isTeam && next?.is.kind === 'function' && next.from === verb.to ? next.is.trend : undefined
}

/** Words that mean nothing without what they are about. */
const unspoken: readonly string[] = [
  'uses',
  'backed',
  'studied',
  'speaks',
  'joined',
  'left',
  'called',
  'about',
  'older',
  'younger',
]
