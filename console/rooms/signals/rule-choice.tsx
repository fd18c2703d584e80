import { useState } from 'react'
import { Notice } from '../../parts/notice.tsx'
import { SchemaForm, type Values } from '../../parts/schema-form.tsx'
import { isMissing, membersOf } from '../../parts/schema-shape.ts'
import { findRules, ownMembers, refusedMember, usePreview, useRule, useRules } from './rules.ts'
import type { Kind, RuleConfig } from './watchlists.ts'
import { formWords, words } from './words.ts'

/** What is filled in of a rule; as its example says until somebody changes it. */
export function useRuleConfig(type: string | undefined, start?: Values) {
  const rule = useRule(type)
  const [changed, setChanged] = useState<{ type: string; values: Values }>()
  const values =
    changed !== undefined && changed.type === type ? changed.values : (start ?? rule.data?.config.example)
  const own = Object.fromEntries(
    Object.entries(values ?? {}).filter(([name]) => !['type', 'entityType', 'isDummy'].includes(name)),
  )
  const config: RuleConfig | undefined = rule.data &&
    values && { type: rule.data.name, entityType: rule.data.entityType, ...own }
  const members = membersOf(rule.data?.schema ?? {}, ownMembers)
  return {
    rule: rule.data,
    error: rule.error,
    config,
    /** The same once nothing is missing that has to be there: what the service is asked about. */
    whole: config && members.some((member) => isMissing(member, config)) ? undefined : config,
    change(next: Values) {
      if (type !== undefined) setChanged({ type, values: next })
    },
  }
}

/** Rules to choose from by what they are for; then what the chosen one is filled in with. */
export function RuleChoice(choice: {
  kind: Kind
  type: string | undefined
  chosen: ReturnType<typeof useRuleConfig>
  /** Whether another rule may be taken instead. */
  isFixed?: boolean
  onType(type: string | undefined): void
}) {
  const { kind, type, chosen } = choice
  const { error: refusal } = usePreview(chosen.whole)
  if (type === undefined) return <Rules kind={kind} onType={choice.onType} />
  if (chosen.error) return <Notice tone="bad">{chosen.error.message}</Notice>
  const { rule, config } = chosen
  if (rule === undefined || config === undefined) return <p className="soft">{words.reading}</p>
  return (
    <div>
      <div className="row">
        <strong>{rule.readableName}</strong>
        {choice.isFixed !== true && (
          <button type="button" className="link push" onClick={() => choice.onType(undefined)}>
            {words.otherRule}
          </button>
        )}
      </div>
      <p className="soft">{rule.description}</p>
      <SchemaForm
        key={type}
        schema={rule.schema}
        values={config}
        words={formWords}
        leaveOut={ownMembers}
        refusal={(name) => refusedMember(refusal, name)}
        onChange={chosen.change}
      />
    </div>
  )
}

function Rules({ kind, onType }: { kind: Kind; onType(type: string): void }) {
  const [wanted, setWanted] = useState('')
  const rules = useRules()
  if (rules.error) return <Notice tone="bad">{rules.error.message}</Notice>
  const fits = findRules(rules.data ?? [], kind, wanted)
  return (
    <div>
      <input
        type="search"
        aria-label={words.findRule}
        placeholder={words.findRule}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <ul className="rules">
        {fits.map(({ name, readableName, useCase }) => (
          <li key={name}>
            <button type="button" onClick={() => onType(name)}>
              <strong>{readableName}</strong>
              <span className="soft small">{useCase}</span>
            </button>
          </li>
        ))}
      </ul>
      {rules.data !== undefined && fits.length === 0 && <p className="soft">{words.noRule}</p>}
    </div>
  )
}
