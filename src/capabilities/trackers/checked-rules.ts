import type { Call } from '../../operation/index.ts'
import { buildFilter, type SearchDeps } from '../search/index.ts'
import type { Rule, RuleConfig } from './rules/define-rule.ts'
import { findRule } from './rules/rule-config.ts'

/**
 * A rule that was read, with current members in place of deprecated ones; warnings and advice say what to know.
 * Throws a 400 at the search of one that cannot be asked.
 */
export async function checkedRule(
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
