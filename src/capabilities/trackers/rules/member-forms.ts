import { z } from 'zod'
import type { Rule } from './define-rule.ts'

/** How a form shows a member of a rule. */
interface MemberForm {
  title: string
  /** What a number counts. */
  unit?: string
  /** The value by which a rule goes that leaves the member out; null: it is not looked at. */
  default?: unknown
}

/** By the name of the member, which means the same in all rules. A rule adds the units that differ. */
const memberForms: Record<string, MemberForm> = {
  threshold: { title: 'Threshold' },
  milestone: { title: 'Milestone', unit: 'employees' },
  thresholdMonths: { title: 'Time', unit: 'months' },
  direction: { title: 'Direction' },
  department: { title: 'Department' },
  minPercentChange: { title: 'Smallest change', unit: 'percent' },
  minStartingHeadcount: { title: 'Fewest employees before', unit: 'employees' },
  minAmountUsd: { title: 'Smallest amount', unit: 'US dollars' },
  minPriceUsd: { title: 'Lowest price', unit: 'US dollars' },
  minPostings: { title: 'Fewest new postings', unit: 'postings', default: 1 },
  minArticles: { title: 'Fewest articles', unit: 'articles', default: 1 },
  minNewHires: { title: 'Fewest new people', unit: 'people', default: 1 },
  minReactions: { title: 'Fewest reactions', unit: 'reactions', default: 0 },
  minAbsoluteGrowth: { title: 'Fewest new followers', unit: 'followers', default: 1 },
  minPercentGrowth: { title: 'Smallest growth', unit: 'percent' },
  minStartingFollowerCount: { title: 'Fewest followers before', unit: 'followers' },
  roundTypes: { title: 'Types of rounds' },
  toStages: { title: 'Stages reached' },
  toStatuses: { title: 'Statuses reached' },
  keywords: { title: 'Keywords' },
  titleKeywords: { title: 'Words in the title' },
  toTitleKeywords: { title: 'Words in the new title' },
  seniorityKeywords: { title: 'Words in the new title' },
  certificationKeywords: { title: 'Words in the certificate' },
  searchFields: { title: 'Where to look', default: ['title'] },
  seniorityLevels: { title: 'Levels' },
  toSeniority: { title: 'Levels reached' },
  toSeniorityLevels: { title: 'Levels reached' },
  modalities: { title: 'Places of work' },
  locationTypes: { title: 'Places of work, former name' },
  jobFunctions: { title: 'Functions' },
  sentiment: { title: 'Tone' },
  technologies: { title: 'Technologies' },
  investorNames: { title: 'Investors' },
  countries: { title: 'Countries' },
  regions: { title: 'Regions' },
  states: { title: 'States' },
  cities: { title: 'Cities' },
  toCountries: { title: 'Countries moved to' },
  fromCountries: { title: 'Countries left' },
  toCompanies: { title: 'Companies joined' },
  fromCompanies: { title: 'Companies left' },
  toEmploymentTypes: { title: 'Kinds of employment' },
  toTypes: { title: 'Kinds of employment' },
  tags: { title: 'Tags' },
  skills: { title: 'Skills' },
  reactionTypes: { title: 'Kinds of reactions' },
  name: { title: 'Name of the search' },
  searchParams: { title: 'Search' },
  companyParams: { title: 'Search of the employer' },
  lookbackDays: { title: 'Compare with', unit: 'days ago' },
  cooldownDays: { title: 'Pause after a signal', unit: 'days' },
  hysteresisPercent: { title: 'Way back before the next crossing', unit: 'percent' },
  isDummy: { title: 'Test rule' },
  type: { title: 'Rule' },
  entityType: { title: 'About' },
  id: { title: 'Id' },
}

/** Members of a rule that come after its own in a form, in this order. */
const commonOrder = [
  'hysteresisPercent',
  'cooldownDays',
  'lookbackDays',
  'isDummy',
  'entityType',
  'type',
  'id',
]

/**
 * The configuration of a rule as JSON Schema from which a form can be made: each member has `title`, `x-order` from 1 on,
 * `x-unit` where it is a number, and `default` where it may be left out. It is not that of the documents, in which a member
 * with a default is one that clients always have. Throws for a member without a title.
 */
export function makeFormSchema({
  type,
  schema,
  units,
}: Pick<Rule, 'type' | 'schema' | 'units'>): Record<string, unknown> {
  const { '~standard': _, ...made } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const names = Object.keys(schema.shape)
  const last = commonOrder.filter((name) => names.includes(name))
  const order = [...names.filter((name) => !commonOrder.includes(name)), ...last]
  const properties = order.map((name, index) => {
    const form = memberForms[name]
    if (form === undefined) throw new Error(`${type}.${name} has no title in member-forms.ts`)
    const unit = units[name] ?? form.unit
    const member = schema.shape[name] as z.ZodType
    const stated = z.globalRegistry.get(member)?.['default']
    const described = {
      ...(made.properties?.[name] as object),
      title: form.title,
      'x-order': index + 1,
      ...(unit === undefined ? {} : { 'x-unit': unit }),
      ...(member.isOptional() ? { default: stated ?? form.default ?? null } : {}),
    }
    return [name, described]
  })
  return { ...made, properties: Object.fromEntries(properties) as Record<string, unknown> }
}
