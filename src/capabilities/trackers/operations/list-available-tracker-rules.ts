import { z } from 'zod'
import { nearest } from '../../../lib/edit-suggestion.ts'
import {
  briefRecord,
  free,
  invalidMember,
  optional,
  perMinute,
  priceList,
  withDefault,
} from '../../../operation/index.ts'
import { companyRules } from '../rules/company-rules.ts'
import type { Rule, RuleConfig } from '../rules/define-rule.ts'
import { companyFilterRules, personFilterRules } from '../rules/filter-rules.ts'
import { makeFormSchema } from '../rules/member-forms.ts'
import { personRules } from '../rules/person-rules.ts'
import { makeSampleSignal, makeSignalSchema } from '../signal.ts'
import { operation, tag } from '../slice.ts'

const schema = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('JSON Schema, for the requested rule, or for all with includeSchemas.')
const example = z.record(z.string(), z.unknown())

const ruleView = z
  .object({
    name: z.string().describe('Value of `type` in a rule.'),
    readableName: z.string(),
    entityType: z.enum(['company', 'person']),
    description: z.string(),
    useCase: z.string(),
    supportsInitialSignals: z.boolean().describe('Whether it can fire for entities that were just added.'),
    creditsPerCheck: z.number().describe('Listed price of one entity checked, whatever the number of rules.'),
    config: z
      .object({ schema, example })
      .describe(
        'How a list configures the rule. Each member of the schema has a `title`, its place in a form (`x-order`), what a number counts (`x-unit`) and, where it may be left out, the `default`.',
      ),
    signal: z
      .object({ schema, example })
      .optional()
      .describe('Data of its signals, for the requested rule, or for all with includeSchemas.'),
  })
  .meta({ id: 'TrackerRuleView' })
briefRecord(ruleView, ['name', 'readableName', 'config.schema'])

export const listAvailableTrackerRules = operation({
  id: 'listAvailableTrackerRules',
  route: 'GET /v1/tracker/rules',
  tag,
  summary: 'List the rules of trackers',
  tasks: ['what can be monitored, kinds of signals'],
  describe:
    'Lists every rule that a tracker list may have: when it fires, what it is for, and a configuration that works. With `rule` it returns only that one, with configuration and signals as JSON Schema; with includeSchemas it does so for all.',
  input: z.object({
    rule: optional(z.string().min(1).max(100)).describe('Name of a rule: returns only that one, in full.'),
    includeSchemas: withDefault(z.boolean(), false).describe('Returns every rule in full, about 500 kB.'),
  }),
  output: z.object({
    companyRules: z.array(ruleView),
    personRules: z.array(ruleView),
    totalRuleCount: z.int().describe('Rules of both kinds, without additional ones.'),
    additionalRules: z.array(ruleView).describe('More rules, which watch a search of your own.'),
  }),
  price: free('Listing rules is free.'),
  limit: perMinute(120),
  examples: [
    { name: 'All rules', input: {} },
    { name: 'One rule, whole', input: { rule: 'headcount_crossed_threshold' } },
  ],
  effect: 'reads',
  isAgentTool: true,
  handle({ input: { rule, includeSchemas } }) {
    const all = Object.values(views()).flat()
    if (rule !== undefined && !all.some(({ name }) => name === rule)) {
      const meant = nearest(rule, new Set(all.map(({ name }) => name)))
      const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
      return invalidMember('rule', `There is no rule with this name.${hint}`)
    }
    const isWhole = includeSchemas || rule !== undefined
    const answered = (rules: readonly RuleView[]) =>
      rules
        .filter(({ name }) => rule === undefined || name === rule)
        .map((one) => (isWhole ? one : inShort(one)))
    const { company, person, additional } = views()
    return {
      companyRules: answered(company),
      personRules: answered(person),
      totalRuleCount: companyRules.length + personRules.length,
      additionalRules: answered(additional),
    }
  },
})

type RuleView = z.input<typeof ruleView>

const inShort = ({ signal: _signal, config: { example: sample }, ...view }: RuleView): RuleView => ({
  ...view,
  config: { example: sample },
})

let made: Record<'company' | 'person' | 'additional', RuleView[]> | undefined

/** Views of all rules. Rules do not change while the program runs, so the views are built once. */
const views = () =>
  (made ??= {
    company: companyRules.map(buildView),
    person: personRules.map(buildView),
    additional: [...companyFilterRules, ...personFilterRules].map(buildView),
  })

function buildView(rule: Rule): RuleView {
  const { type, readableName, entityType, description, useCase, supportsInitialSignals } = rule
  const config = rule.schema.parse(rule.example) as RuleConfig
  return {
    name: type,
    readableName,
    entityType,
    description,
    useCase,
    supportsInitialSignals,
    creditsPerCheck: priceList.trackerCheck.credits,
    config: { schema: makeFormSchema(rule), example: rule.example },
    signal: { schema: jsonSchema(makeSignalSchema(rule)), example: { ...makeSampleSignal(rule, config) } },
  }
}

const jsonSchema = (of: z.ZodType): Record<string, unknown> => {
  const { '~standard': _, ...made } = z.toJSONSchema(of, { io: 'input', unrepresentable: 'any' })
  return made
}
