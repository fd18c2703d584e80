import { z } from 'zod'
import { optional, type Call } from '../../operation/index.ts'
import {
  and,
  hasAll,
  or,
  profileFilters,
  profileSearchParams,
  type Condition,
  type FilterContext,
  whenInStealth,
  whenStealthLeft,
  type ProfileSearchParams,
} from '../../corpus/search/index.ts'
import { filterContext, type Moment } from './ask.ts'
import { peopleCondition } from './people-question.ts'
import { exclusionListIds } from './schema.ts'
import type { SearchDeps } from './slice.ts'

const stealthConfig = z
  .discriminatedUnion('mode', [
    z.object({ mode: z.literal('in-stealth'), ...whenInStealth }),
    z.object({ mode: z.literal('left-stealth'), ...whenStealthLeft }),
    z.object({ mode: z.literal('any') }).describe('Either of both.'),
  ])
  .meta({ id: 'StealthConfig' })

/** The members that searches and counts of founders in stealth have in common. */
export const stealthQuestion = {
  searchParams: optional(profileSearchParams).describe(
    'What else the founder must satisfy, as peopleSearch takes it.',
  ),
  stealthConfig: optional(stealthConfig).describe(
    'Founders who are in stealth now, the default, or who left it: whose last position in stealth has ended, and one of whose titles, now or before, names a founder.',
  ),
  prospectExclusionListIDs: exclusionListIds,
}

type StealthConfig = z.output<typeof stealthConfig>
type StealthQuestion = {
  searchParams?: ProfileSearchParams | undefined
  stealthConfig?: StealthConfig | undefined
}

/** People with an employer in stealth, now or before, and a title that names a founder. */
export async function stealthCondition(
  deps: SearchDeps,
  call: Call,
  { searchParams, stealthConfig }: StealthQuestion,
  moment: Moment,
): Promise<Condition> {
  const context = filterContext(deps, call, { path: 'stealthConfig', moment })
  const founder = founderIn(stealthConfig ?? inStealthNow, context)
  return and([founder, await peopleCondition(deps, call, { searchParams }, moment)])
}

const inStealthNow: StealthConfig = { mode: 'in-stealth', enteredStealthAt: undefined }
const leftSometime = { leftStealthAt: undefined, enteredStealthAt: undefined, stealthDuration: undefined }
/** Phrases of former titles, which have no levels. */
const founded = {
  anyOf: ['founder', 'cofounder'].map((title) => ({ jobTitle: [title], company: undefined })),
  allOf: undefined,
  noneOf: undefined,
}

function founderIn(config: StealthConfig, context: FilterContext): Condition {
  const foundsNow = hasAll('title_tokens', ['founder>'])
  const { stealthV2, pastJobs } = profileFilters
  switch (config.mode) {
    case 'in-stealth':
      return and([foundsNow, stealthV2.condition({ ...config, status: 'currently-in-stealth' }, context)])
    case 'left-stealth':
      return and([
        or([foundsNow, pastJobs.condition(founded, context)]),
        stealthV2.condition({ ...config, status: 'left-stealth' }, context),
      ])
    default:
      return or([
        founderIn(inStealthNow, context),
        founderIn({ mode: 'left-stealth', ...leftSometime }, context),
      ])
  }
}
