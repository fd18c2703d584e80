import { useSearch, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { useAct } from '../../call/operator.ts'
import { Notice } from '../../parts/notice.tsx'
import { Segments } from '../../parts/segments.tsx'
import { percent } from '../../words.ts'
import { words } from './data-words.ts'
import { Entity } from './entity.tsx'
import { OperatorPage } from './frame.tsx'
import { readPairs, type Decision, type Pair } from './pairs.ts'
import { TaskState } from './task-state.tsx'
import { useTask } from './tasks.ts'

type Kind = 'companies' | 'people'

/** Two records beside each other, what agrees, and a key for each answer. */
export function Page() {
  const { kind = 'companies', pair = '1' } = useSearch({ from: '/operator/duplicates' })
  const of: Kind = kind === 'people' ? 'people' : 'companies'
  const go = useNavigate()
  const task = useTask('find-duplicates')
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map())
  const pairs = readPairs(task.result, of)
  const index = Math.max(0, Math.min(pairs.length - 1, Number(pair) - 1 || 0))
  const current = pairs[index]
  const show = (next: number) =>
    void go({
      to: '/operator/duplicates',
      search: { kind: of, pair: String(Math.max(1, Math.min(pairs.length, next + 1))) },
    })
  const decide = useDecide(of, (key, decision) => {
    setDecisions(new Map(decisions).set(key, decision))
  })
  const decision = current && decisions.get(current.key)
  const keys: Record<string, () => void> = {
    m: () => current && decision === undefined && decide.mutate({ pair: current, verb: 'same' }),
    d: () => current && decision === undefined && decide.mutate({ pair: current, verb: 'different' }),
    u: () =>
      current && decision?.mergeId !== undefined && decide.mutate({ pair: current, verb: 'undo', decision }),
    j: () => show(index + 1),
    k: () => show(index - 1),
  }
  useKeys(keys)
  return (
    <OperatorPage
      title={words.duplicates}
      lead={words.duplicatesLead}
      command="almanac identity possible"
      errors={[task.error, decide.error]}
      actions={
        <button
          type="button"
          className="primary"
          disabled={task.isUnderway}
          onClick={() => task.ask({ records: of })}
        >
          {words.find}
        </button>
      }
    >
      <div className="toolbar">
        <Segments
          label={words.duplicates}
          options={words.kinds}
          value={of}
          onChange={(value) => void go({ to: '/operator/duplicates', search: { kind: value } })}
        />
      </div>
      <TaskState task={task} />
      {task.result !== undefined && pairs.length === 0 && (
        <p className="soft">{task.result['records'] === of ? words.noPairs : words.otherKind}</p>
      )}
      {current !== undefined && (
        <Comparison
          key={current.key}
          kind={of}
          pair={current}
          place={`${words.pairs} ${index + 1} ${words.of} ${pairs.length}`}
          decision={decision}
          isBusy={decide.isPending}
          keys={keys}
        />
      )}
    </OperatorPage>
  )
}

function Comparison(part: {
  kind: Kind
  pair: Pair
  place: string
  decision: Decision | undefined
  isBusy: boolean
  keys: Record<string, () => void>
}) {
  const { pair, decision, keys } = part
  const isJoined = pair.mergeId !== undefined
  const buttons = [
    ['m', isJoined ? words.stay : words.same, decision === undefined],
    ['d', isJoined ? words.split : words.different, decision === undefined],
    ['u', words.undo, decision?.mergeId !== undefined],
    ['k', words.before, true],
    ['j', words.next, true],
  ] as const
  return (
    <>
      <h2>
        {part.place}, {words.sureness} {percent(pair.score)}{' '}
        {isJoined && <span className="tag doubt">{words.joined}</span>}
      </h2>
      <p>
        {words.agrees}: {pair.evidence.join(', ')}
      </p>
      <div className="toolbar">
        {buttons.map(([key, text, isPossible]) => (
          <button key={key} type="button" disabled={!isPossible || part.isBusy} onClick={keys[key]}>
            {text} <kbd>{key.toUpperCase()}</kbd>
          </button>
        ))}
      </div>
      {decision !== undefined && <Notice>{decision.text}</Notice>}
      <div className="cards">
        {pair.ids.map((id) => (
          <Entity key={id} kind={part.kind} id={id} />
        ))}
      </div>
      {!isJoined && <p className="soft small">{words.firstRemains}</p>}
    </>
  )
}

/** Keys of the page, except where somebody writes. */
function useKeys(keys: Record<string, () => void>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isWriting =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog')
      if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return
      keys[event.key]?.()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

type Order = { pair: Pair; verb: 'same' | 'different' } | { pair: Pair; verb: 'undo'; decision: Decision }

/** Merges, takes apart, or leaves as it is. What is only set aside is remembered by this page alone. */
function useDecide(kind: Kind, onDecision: (key: string, decision: Decision) => void) {
  const merge = async ([into, from]: readonly [string, string]): Promise<Decision> => {
    const body = { kind, into, from, reason: words.reason }
    const { output } = await settle(api.POST('/operator/v1/identity/merge', { body }))
    return { text: words.mergedNow, mergeId: output.mergeId }
  }
  const split = async (mergeId: string): Promise<Decision> => {
    await settle(api.POST('/operator/v1/identity/split', { body: { mergeId } }))
    return { text: words.splitNow }
  }
  return useAct(async (order: Order) => {
    const { pair, verb } = order
    const done = async () => {
      if (verb === 'undo') return split(order.decision.mergeId ?? '')
      if (pair.mergeId === undefined) return verb === 'same' ? merge(pair.ids) : { text: words.setAside }
      return verb === 'different' ? split(pair.mergeId) : { text: words.leftNow }
    }
    onDecision(pair.key, await done())
  })
}
