import type { EmploymentType, JobFunction } from '../records/index.ts'
import { pastStint, type Anchor, type Career, type SamplePosition, type Stint } from './stints.ts'
import { director } from './trades.ts'

const boardFunctions: JobFunction[] = ['Management', 'Strategy / Planning']
const adviceFunctions: JobFunction[] = ['Consulting']

/** Gives some people a second current role, placed after the main one: boards, advice, work of one's own. */
export function addSideRole(anchor: Anchor, career: Career): void {
  const { world, random } = anchor
  const isSenior = career.level >= director
  if (!random.chance(isSenior ? 0.14 : 0.04)) return
  const main = career.stints[0] as Stint
  const start = Math.max(main.start, world.month - 1 - random.below(48))
  const end = world.month
  const choice = random.unit()
  if (isSenior && choice < 0.75) {
    const stint = pastStint(anchor, career, start, end)
    stint.isCurrent = true
    stint.positions.push(role(choice < 0.4 ? 'Board Member' : 'Advisor', isSenior, 'Part-time', stint))
    career.stints.splice(1, 0, stint)
    return
  }
  const stint: Stint = {
    ...main,
    company: undefined,
    name: 'Self-employed',
    orgId: null,
    start,
    end,
    positions: [],
  }
  const position = role(
    choice < 0.5 ? 'Freelance Consultant' : 'Independent Consultant',
    isSenior,
    'Contract',
    stint,
  )
  stint.positions.push(position)
  career.stints.splice(1, 0, stint)
}

function role(
  title: string,
  isSenior: boolean,
  employmentType: EmploymentType,
  stint: Stint,
): SamplePosition {
  // Boards are executive posts, advice is not.
  const isBoard = title === 'Board Member'
  const adviceLevel = isSenior ? 4 : 3
  return {
    title,
    level: isBoard ? 7 : adviceLevel,
    functions: isBoard ? boardFunctions : adviceFunctions,
    employmentType,
    start: stint.start,
    end: stint.end,
  }
}
