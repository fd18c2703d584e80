import { z } from 'zod'
import { companyRules } from './company-rules.ts'
import type { Rule, RuleConfig } from './define-rule.ts'
import { companyFilterRules, personFilterRules } from './filter-rules.ts'
import { personRules } from './person-rules.ts'
import type { EntityType } from './states.ts'

/** Every rule there is. */
export const allRules: readonly Rule[] = [
  ...companyRules,
  ...personRules,
  ...companyFilterRules,
  ...personFilterRules,
]

const of = (entityType: EntityType) => allRules.filter((rule) => rule.entityType === entityType)

const byType = new Map(allRules.map((rule) => [rule.type, rule]))

/** Finds a rule by its type. */
export const findRule = (type: string): Rule | undefined => byType.get(type)

const named = new Map<string, z.ZodObject>()

/** The schema of a rule under its name in the documents; each rule has one. */
function nameSchema({ type, schema }: Rule): z.ZodObject {
  const namedSchema = named.get(type) ?? schema.meta({ id: `TrackerRule_${type}` })
  named.set(type, namedSchema)
  return namedSchema
}

/** Makes the schema of several rules, which `type` tells apart. A rule itself refuses members that contradict each other. */
function makeConfigSchema(rules: readonly Rule[], id: string): z.ZodType<RuleConfig> {
  const [first, ...rest] = rules.map(nameSchema)
  if (first === undefined) throw new Error('there are no rules to choose from')
  const union = z.discriminatedUnion('type', [first, ...rest], { error: unknownType(rules) })
  const checked = union.superRefine((config, context) => {
    const ruleConfig = config as RuleConfig
    const refused = byType.get(ruleConfig.type)?.check(ruleConfig)
    if (refused !== undefined)
      context.addIssue({ code: 'custom', path: [refused.path], message: refused.message })
  })
  // Every schema of the union has the common members, which their joint type no longer says.
  return checked.meta({ id }) as unknown as z.ZodType<RuleConfig>
}

const unknownType = (rules: readonly Rule[]) => (issue: { code?: string | undefined }) =>
  issue.code === 'invalid_union'
    ? `Expected a type of rule as listAvailableTrackerRules lists them, for example ${rules[0]?.type ?? ''}.`
    : undefined

/** A rule of a list of companies. */
export const companyRuleConfig = makeConfigSchema(of('company'), 'TrackerCompanyRule')

/** A rule of a list of people. */
export const personRuleConfig = makeConfigSchema(of('person'), 'TrackerPersonRule')

/** Any rule. */
export const anyRuleConfig = makeConfigSchema(allRules, 'TrackerRule')

/** The schema of the rules of each type of entity. */
export const configOfType: Record<EntityType, z.ZodType<RuleConfig>> = {
  company: companyRuleConfig,
  person: personRuleConfig,
}
