import { z } from 'zod'
import { Failure, optional, pageToken, type Call } from '../../operation/index.ts'
import { companySearchParams, profileSearchParams } from '../../corpus/search/index.ts'
import {
  combinedPaths,
  companyConfig,
  excludedBy,
  profileConfig,
  type CombinedPaths,
} from './combined-question.ts'
import { exclusionListIds } from './schema.ts'

const defaultSize = 20
/** Omitted differs from given: beside a config the member would be ignored. */
const size = optional(z.number().int().min(0).max(1000)).meta({ default: defaultSize })

/** Both sides without a member of their own each, as clients send them that know no pages. */
const flatMembers = {
  companyParams: optional(companySearchParams).describe('The same as companyConfig.searchParams.'),
  companyItemLimit: size.describe('Maximum companies, with companyParams; 0 for none.'),
  companyExclusionListIDs: exclusionListIds.describe('The same as companyConfig.exclusionListIDs.'),
  profileParams: optional(profileSearchParams).describe('The same as profileConfig.searchParams.'),
  profileItemLimit: size.describe('Maximum profiles, with companyParams or profileParams; 0 for none.'),
  prospectExclusionListIDs: exclusionListIds.describe('The same as profileConfig.exclusionListIDs.'),
}

const sideConfigs = { companyConfig: optional(companyConfig), profileConfig: optional(profileConfig) }

const cursorMember = {
  cursor: pageToken(131_072).describe(
    'nextCursor of the previous page: both sides continue where they were. A side that has ended stays ended.',
  ),
}

/** The input of a page of a combined search. Its type is named, since the compiler does not serialize one of this length. */
export const combinedInput: z.ZodObject<typeof sideConfigs & typeof cursorMember & typeof flatMembers> =
  z.object({ ...sideConfigs, ...cursorMember, ...flatMembers })

const { companyItemLimit: _company, profileItemLimit: _profile, ...countedMembers } = flatMembers

const estimateMember = {
  getFastEstimate: optional(z.boolean()).describe(
    'Accepted from clients that allow an estimate. Counts are always exact.',
  ),
}

/** The input of a count: the same, without the limits and the cursor of a page. */
export const combinedCountInput: z.ZodObject<
  typeof sideConfigs & typeof countedMembers & typeof estimateMember
> = z.object({ ...sideConfigs, ...countedMembers, ...estimateMember })

type CombinedInput = z.output<typeof combinedInput>
type CountedInput = Pick<CombinedInput, keyof z.output<typeof combinedCountInput> & keyof CombinedInput> &
  Partial<CombinedInput>
type CompanySide = z.output<typeof companyConfig>
type ProfileSide = z.output<typeof profileConfig>

/** The sides of a request, and where their members stand in it. */
export interface Sides {
  companyConfig: CompanySide | undefined
  profileConfig: ProfileSide | undefined
  paths: CombinedPaths
}

const ofMembers: CombinedPaths = {
  searchParams: 'profileParams',
  companyParams: 'companyParams',
  companyLists: 'companyExclusionListIDs',
  profileLists: 'prospectExclusionListIDs',
}

/**
 * The sides of a request in either form, each with its cursor. Throws Failure `invalid-request` where a side is given in
 * both forms, `invalid-cursor`.
 */
export function readSides(input: CountedInput): Sides {
  const { companyConfig: company, profileConfig: profile, cursor } = input
  const isFlat = input.companyParams !== undefined || input.profileParams !== undefined
  if (!isFlat) return besideConfigs(input)
  if (company !== undefined || profile !== undefined) {
    const path = input.companyParams === undefined ? 'profileParams' : 'companyParams'
    throw refused(path, 'Give companyConfig and profileConfig, or companyParams and profileParams, not both.')
  }
  const flat = {
    company: withLists(
      input.companyParams && {
        searchParams: input.companyParams,
        pageSize: input.companyItemLimit ?? defaultSize,
        ...noLists,
      },
      input.companyExclusionListIDs,
      ofMembers.companyLists,
    ),
    profile: withLists(
      {
        searchParams: input.profileParams,
        pageSize: input.profileItemLimit ?? defaultSize,
        ...noLists,
      },
      input.prospectExclusionListIDs,
      ofMembers.profileLists,
    ),
  }
  return { ...addCursors(cursor, flat), paths: ofMembers }
}

const noLists = { exclusionListIDs: [], exclusionListIds: [] }

const refused = (path: string, message: string) =>
  new Failure('invalid-request', { issues: [{ path, message, code: 'custom' }] })

/** Sides by their configs; of the members of the other form, lists stand for those of a config, and limits for nothing. */
function besideConfigs(input: CountedInput): Sides {
  const { companyConfig: company, profileConfig: profile, cursor } = input
  for (const path of ['companyItemLimit', 'profileItemLimit'] as const)
    if (input[path] !== undefined)
      throw refused(
        path,
        'Goes with companyParams or profileParams; companyConfig and profileConfig have pageSize.',
      )
  const { companyExclusionListIDs: companyLists, prospectExclusionListIDs: profileLists } = input
  const sides = {
    company: withLists(company, companyLists, 'companyExclusionListIDs'),
    profile: withLists(profile, profileLists, 'prospectExclusionListIDs'),
  }
  const paths = {
    ...combinedPaths,
    ...(companyLists.length > 0 && { companyLists: ofMembers.companyLists }),
    ...(profileLists.length > 0 && { profileLists: ofMembers.profileLists }),
  }
  return { ...addCursors(cursor, sides), paths }
}

function withLists<S extends CompanySide | ProfileSide>(
  side: S | undefined,
  lists: string[],
  path: string,
): S | undefined {
  if (lists.length === 0) return side
  if (side === undefined) throw refused(path, 'This has no effect: that side is not requested.')
  if (excludedBy(side).length > 0) throw refused(path, 'Give the lists here or in the config, not both.')
  return { ...side, exclusionListIDs: lists }
}

interface BothSides {
  company: CompanySide | undefined
  profile: ProfileSide | undefined
}

/** The cursor of both is that of each side, empty where the side has ended. */
function addCursors(cursor: string | undefined, { company, profile }: BothSides) {
  if (cursor === undefined) return { companyConfig: company, profileConfig: profile }
  const [own, other, ...more] = cursor.split('.')
  if (own === undefined || other === undefined || more.length > 0 || cursor === '.')
    throw new Failure('invalid-cursor')
  return {
    companyConfig: company && { ...company, companyCursor: chooseCursor(company.companyCursor, own) },
    profileConfig: profile && { ...profile, profileCursor: chooseCursor(profile.profileCursor, other) },
  }
}

/** The cursor that a side has itself, else its part of the one of both. */
const chooseCursor = (own: string | null | undefined, part: string) =>
  own === undefined ? part || null : own

/** Where both sides continue; null if neither does. */
export const cursorOfBoth = (company: string | null, profile: string | null): string | null =>
  company === null && profile === null ? null : `${company ?? ''}.${profile ?? ''}`

/** The cursor of each side: null if it was given as null, undefined if it was not given. */
export const readCursors = ({ companyConfig: company, profileConfig: profile }: Partial<Sides>) => ({
  company:
    company?.companyCursor ??
    company?.companiesCursor ??
    findNull(company?.companyCursor, company?.companiesCursor),
  profile:
    profile?.profileCursor ??
    profile?.profilesCursor ??
    findNull(profile?.profileCursor, profile?.profilesCursor),
})

const findNull = (...cursors: (string | null | undefined)[]) => (cursors.includes(null) ? null : undefined)

/** The sides that are answered: not one of no rows, nor one whose cursor is null beside the live one of the other. */
export function answeredSides(sides: Sides): BothSides {
  const { companyConfig: company, profileConfig: profile } = sides
  const cursors = readCursors(sides)
  const hasEnded = (own: string | null | undefined, other: string | null | undefined) =>
    own === null && typeof other === 'string'
  const isLeftOut = (side: { pageSize: number } | undefined, ended: boolean) => ended || side?.pageSize === 0
  return {
    company: isLeftOut(company, hasEnded(cursors.company, cursors.profile)) ? undefined : company,
    profile: isLeftOut(profile, hasEnded(cursors.profile, cursors.company)) ? undefined : profile,
  }
}

/** Said where a combined question asks for neither side. */
export function adviseOfNoSide(call: Call, { companyConfig, profileConfig }: Sides): void {
  if (companyConfig === undefined && profileConfig === undefined)
    call.advise(
      'Neither side was requested. Give companyConfig or profileConfig, or companyParams or profileParams.',
    )
}

/** Most rows of each side, of a request that may yet be refused. */
export function countMost(input: CombinedInput): { companies: number; profiles: number } {
  try {
    const { company, profile } = answeredSides(readSides(input))
    return { companies: company?.pageSize ?? 0, profiles: profile?.pageSize ?? 0 }
  } catch (error) {
    if (error instanceof Failure) return { companies: 0, profiles: 0 }
    throw error
  }
}
