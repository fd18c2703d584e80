import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../call/queries.ts'
import { IfMay } from '../../call/if-may.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Notice } from '../../parts/notice.tsx'
import { membersOf, plain, readable } from '../../parts/schema-shape.ts'
import { renewList } from './list-actions.tsx'
import { RuleChoice, useRuleConfig } from './rule-choice.tsx'
import { ownMembers, useRule, useRules } from './rules.ts'
import { TryOut } from './try-out.tsx'
import { changeList, type Rule, type RuleConfig, type Watchlist } from './watchlists.ts'
import { words } from './words.ts'

/** The rules of a list; one of them, or a new one, may be open beside what it would have told. */
export function Rules({ list }: { list: Watchlist }) {
  const go = useNavigate()
  const { rule: type, edit } = useSearch({ from: '/trackers/$list' })
  const [leaving, setLeaving] = useState<Rule>()
  const save = useMutation({
    mutationFn: (rules: readonly RuleConfig[]) => changeList(list.id, { rules }),
    async onSuccess() {
      setLeaving(undefined)
      move({})
      await renewList(list.id)
    },
  })
  const move = (change: { rule?: string | undefined; edit?: string }) =>
    void go({ to: '/trackers/$list', params: { list: list.id }, search: { tab: 'rules', ...change } })
  const isWorker = useMay('work')
  const edited = list.rules.find(({ id }) => id === edit)
  const rules = useRules()
  const names = new Map((rules.data ?? []).map(({ name, readableName }) => [name, readableName]))
  if (isWorker && (edited !== undefined || type !== undefined))
    return (
      <Editor
        key={edited?.id ?? 'new'}
        list={list}
        edited={edited}
        type={edited?.type ?? (type === '' ? undefined : type)}
        isBusy={save.isPending}
        error={save.error}
        onType={(next) => move({ rule: next ?? 'choose' })}
        onSave={(config) =>
          save.mutate(
            edited === undefined
              ? [...list.rules, config]
              : list.rules.map((rule) =>
                  rule === edited ? { ...config, isDummy: edited['isDummy'] } : rule,
                ),
          )
        }
        onCancel={() => move({})}
      />
    )
  return (
    <>
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      {list.rules.length === 0 && <p className="soft">{words.noRules}</p>}
      {list.rules.map((rule) => (
        <OneRule
          key={rule.id}
          rule={rule}
          name={names.get(rule.type) ?? plain(rule.type)}
          onEdit={() => move({ edit: rule.id })}
          onRemove={() => setLeaving(rule)}
        />
      ))}
      <IfMay act="work">
        <button type="button" className="primary" onClick={() => move({ rule: 'choose' })}>
          {words.addRule}
        </button>
      </IfMay>
      {leaving && (
        <Confirm
          title={words.removeRuleTitle}
          words={{ yes: words.yes, no: words.no }}
          isBusy={save.isPending}
          onYes={() => save.mutate(list.rules.filter((rule) => rule !== leaving))}
          onNo={() => setLeaving(undefined)}
        >
          <p>{words.removeRuleText}</p>
        </Confirm>
      )}
    </>
  )
}

function OneRule(part: { rule: Rule; name: string; onEdit(): void; onRemove(): void }) {
  const { rule } = part
  return (
    <section className="panel row">
      <div>
        <strong>{part.name}</strong>{' '}
        {rule['isDummy'] === true && <span className="tag doubt">{words.testRule}</span>}
        <div className="soft small">
          <Conditions rule={rule} />
        </div>
      </div>
      <IfMay act="work">
        <div className="row push">
          <button type="button" onClick={part.onEdit}>
            {words.edit}
          </button>
          <button type="button" onClick={part.onRemove}>
            {words.remove}
          </button>
        </div>
      </IfMay>
    </section>
  )
}

/** What a rule was filled in with, in one line. */
function Conditions({ rule }: { rule: Rule }) {
  const { data } = useRule(rule.type)
  const members = membersOf(data?.schema ?? {}, ownMembers).filter(
    ({ name }) => (rule[name] ?? null) !== null,
  )
  return <>{members.map((member) => `${member.label}: ${readable(member, rule[member.name])}`).join(' · ')}</>
}

function Editor(editor: {
  list: Watchlist
  edited: Rule | undefined
  type: string | undefined
  isBusy: boolean
  error: Error | null
  onType(type: string | undefined): void
  onSave(config: RuleConfig): void
  onCancel(): void
}) {
  const { list, edited } = editor
  const type = editor.type === 'choose' ? undefined : editor.type
  const chosen = useRuleConfig(type, edited)
  const { whole: config } = chosen
  return (
    <div className="watch">
      <section className="panel">
        <RuleChoice
          kind={list.kind}
          type={type}
          chosen={chosen}
          isFixed={edited !== undefined}
          onType={editor.onType}
        />
      </section>
      <aside className="panel">
        <TryOut kind={list.kind} config={config} tried={{ listId: list.id }} listName={list.name} />
        {editor.error && <Notice tone="bad">{editor.error.message}</Notice>}
        <div className="row watch-end">
          <button
            type="button"
            className="primary"
            disabled={config === undefined || editor.isBusy}
            onClick={() => config && editor.onSave(config)}
          >
            {edited === undefined ? words.addRule : words.saveRule}
          </button>
          <button type="button" onClick={editor.onCancel}>
            {words.cancel}
          </button>
        </div>
      </aside>
    </div>
  )
}
