import type { Call } from '../../operation/index.ts'
import { buildFilter, type SearchDeps } from '../search/index.ts'
import type { Rule, RuleConfig } from './rules/define-rule.ts'
import { findRule } from './rules/rule-config.ts'

/**
 * Reads a rule of a request and replaces deprecated members, with warnings and advice. A search that cannot run throws
 * a 400.
 */
export async function readRule(
  { search }: { search: SearchDeps },
  ruleConfig: RuleConfig,
  path: string,
  call: Call,
): Promise<{ rule: Rule; config: RuleConfig }> {
  const rule = findRule(ruleConfig.type)
  if (rule === undefined)
    throw new Error(`there is no rule of type ${ruleConfig.type}, though the schema accepted it`)
  const { id: _id, ...unnamed } = ruleConfig as RuleConfig & { id?: string }
  const { config, deprecated } = rule.upgrade(unnamed)
  for (const member of deprecated)
    call.warn(`${path}.${member}`, `${member} is deprecated and was read as its successor: see the rule.`)
  const advice = rule.advice(config)
  if (advice !== undefined) call.advise(`${path}: ${advice}`)
  if (rule.asks !== undefined) {
    const searchParams = `${path}.searchParams`
    const ofCompanies = rule.entityType === 'company' ? searchParams : `${path}.companyParams`
    await buildFilter(search, call, rule.asks(config), { people: searchParams, companies: ofCompanies })
  }
  return { rule, config }
}
