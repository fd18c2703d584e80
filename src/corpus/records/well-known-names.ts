import { companyNameKey } from '../names/index.ts'
import { memo } from '../../lib/memo.ts'
import { normalText } from '../../lib/text-normal.ts'
import lists from '../../../data/records/known-names.json' with { type: 'json' }

// Short lists of names as sources write them, of schools and firms that labels are about; `a|b` are names of one.
const spelt = (rows: readonly string[]) => rows.flatMap((row) => row.split('|'))

/** Names of well-known schools, employers and investors, `a|b` those of one. */
export const knownNames: Readonly<Record<keyof typeof lists, readonly string[]>> = lists

const usSchools = new Set(spelt(lists.topUsUniversities).map(normalText))
const otherSchools = new Set(spelt(lists.topUniversitiesElsewhere).map(normalText))
const techCompanies = new Set(spelt(lists.majorTechCompanies).map(companyNameKey))
const ventureFirms = new Set(spelt(lists.topVentureFirms).map(companyNameKey))

/** Whether a school is among the best known: of the United States, or of the rest of the world. */
export const topSchool: (name: string) => 'us' | 'elsewhere' | undefined = memo((name) => {
  // `University of California, Berkeley, Haas School of Business`: a part of the school comes after a comma or dash.
  const [head = ''] = name.split(/ [-–—|] /)
  for (const each of [name, head].map(normalText)) {
    if (usSchools.has(each)) return 'us'
    if (otherSchools.has(each)) return 'elsewhere'
  }
  return undefined
})

/** Whether an employer's name is that of one of the largest technology companies. */
export const isMajorTech: (name: string) => boolean = memo((name) => techCompanies.has(companyNameKey(name)))

/** Whether an investor's name is that of a leading venture capital firm. */
export const isTopVentureFirm: (name: string) => boolean = memo((name) =>
  ventureFirms.has(companyNameKey(name)),
)
