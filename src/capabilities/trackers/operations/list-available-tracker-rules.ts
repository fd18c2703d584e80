import { z } from 'zod'
import { free, perMinute, priceList } from '../../../operation/index.ts'
import { companyRules } from '../rules/company-rules.ts'
import type { Rule, RuleConfig } from '../rules/define-rule.ts'
import { companyFilterRules, personFilterRules } from '../rules/filter-rules.ts'
import { personRules } from '../rules/person-rules.ts'
import { sampleSignal, signalSchemaOf } from '../signal.ts'
import { operation, tag } from '../slice.ts'

const described = z.object({
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema.'),
  example: z.record(z.string(), z.unknown()),
})

const ruleView = z
  .object({
    name: z.string().describe('What a rule says as `type`.'),
    readableName: z.string(),
    entityType: z.enum(['company', 'person']),
    description: z.string(),
    useCase: z.string(),
    supportsInitialSignals: z
      .boolean()
      .describe('Whether it can tell of entities that were only just added.'),
    creditsPerCheck: z.number().describe('Listed price of one entity checked, whatever the number of rules.'),
    config: described,
    signal: described,
  })
  .meta({ id: 'TrackerRuleView' })

export const listAvailableTrackerRules = operation({
  id: 'listAvailableTrackerRules',
  route: 'GET /v1/tracker/rules',
  tag,
  summary: 'List the rules of trackers',
  tasks: ['what can be monitored, kinds of signals'],
  describe:
    'Lists every rule that a tracker list may have: when it fires, what it is for, its configuration and its signals as JSON Schema, each with an example that works.',
  input: z.object({}),
  output: z.object({
    companyRules: z.array(ruleView),
    personRules: z.array(ruleView),
    totalRuleCount: z.int().describe('Rules of both, without the additional ones.'),
    additionalRules: z.array(ruleView).describe('Rules beyond these, that watch a search of your own.'),
  }),
  price: free('Listing rules is free.'),
  limit: perMinute(120),
  examples: [{ name: 'All rules', input: {} }],
  effect: 'reads',
  handle: () => ({
    companyRules: views().company,
    personRules: views().person,
    totalRuleCount: companyRules.length + personRules.length,
    additionalRules: views().additional,
  }),
})

let made: Record<'company' | 'person' | 'additional', z.input<typeof ruleView>[]> | undefined

/** Rules do not change while the program runs; their schemas are worked out once. */
const views = () =>
  (made ??= {
    company: companyRules.map((rule) => viewOf(rule as unknown as Rule)),
    person: personRules.map((rule) => viewOf(rule as unknown as Rule)),
    additional: [...companyFilterRules, ...personFilterRules].map((rule) => viewOf(rule as unknown as Rule)),
  })

function viewOf(rule: Rule): z.input<typeof ruleView> {
  const { type, readableName, entityType, description, useCase, supportsInitialSignals, schema, example } =
    rule
  const config = schema.parse(example) as unknown as RuleConfig
  return {
    name: type,
    readableName,
    entityType,
    description,
    useCase,
    supportsInitialSignals,
    creditsPerCheck: priceList.trackerCheck.credits,
    config: { schema: jsonSchema(schema), example },
    signal: { schema: jsonSchema(signalSchemaOf(rule)), example: { ...sampleSignal(rule, config) } },
  }
}

const jsonSchema = (schema: z.ZodType): Record<string, unknown> => {
  const { '~standard': _, ...made } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return made
}
