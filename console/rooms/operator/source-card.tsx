import type { Schemas } from '../../call/client.ts'
import { Facts } from '../../parts/facts.tsx'
import { number } from '../../words.ts'
import { moveId } from './source-order.ts'
import { words } from './source-words.ts'

type Listed = Schemas['ListSourcesResponse']['output']
type State = Listed['sources'][number]

/** An entry of the sources file, and how its source fares; one that is paused is asked nothing and has no state. */
export interface Source {
  name: string
  kind: string
  isOff: boolean
  settings: string
  state: State | undefined
}

export const sourcesOf = ({ entries, sources }: Listed): Source[] =>
  entries.map((entry) => {
    const kind = String(entry['source'])
    const name = String(entry['name'] ?? kind)
    return {
      name,
      kind,
      isOff: entry['enabled'] === false,
      settings: JSON.stringify(entry['settings'] ?? {}, null, 1),
      state: sources.find((each) => each.name === name),
    }
  })

export type SourceVerb = 'probe' | 'earlier' | 'later' | 'pause' | 'resume' | 'remove'

export function SourceCard(card: {
  source: Source
  place: number
  count: number
  isBusy: boolean
  onAct(verb: SourceVerb): void
}) {
  const { name, kind, isOff, settings, state } = card.source
  const isAtEnd = { earlier: card.place === 1, later: card.place === card.count }
  const verbs: SourceVerb[] = isOff ? ['resume', 'remove'] : ['probe', 'pause', 'remove']
  return (
    <section className="panel" aria-label={name}>
      <h2 className="first">
        {name} {isOff && <span className="tag doubt">{words.paused}</span>}{' '}
        {state?.isPaused === true && <span className="tag bad">{words.leftAlone}</span>}
      </h2>
      <Facts
        facts={[
          [words.kind, kind],
          [words.asksFor, state?.capabilities.join(', ')],
          [words.settings, settings === '{}' ? null : <code key="settings">{settings}</code>],
          [words.outcomes, state && outcomesOf(state)],
          [words.p95, state && timeOf(state)],
          [words.spent, state && spentOf(state)],
        ]}
      />
      <div className="row">
        <span className="soft small">
          {words.place} {card.place} {words.of} {card.count}
        </span>
        {(['earlier', 'later'] as const).map((step) => (
          <button
            key={step}
            id={moveId(name, step)}
            type="button"
            className="link"
            disabled={isAtEnd[step]}
            onClick={() => card.onAct(step)}
          >
            {words[step]}
            <span className="hidden">{name}</span>
          </button>
        ))}
      </div>
      <div className="row">
        {verbs.map((verb) => (
          <button key={verb} type="button" disabled={card.isBusy} onClick={() => card.onAct(verb)}>
            {words[verb]}
            <span className="hidden">{name}</span>
          </button>
        ))}
      </div>
    </section>
  )
}

const spentOf = ({ spent }: State) => (spent === 0 ? null : number(spent))

const timeOf = ({ p95Ms }: State) => (p95Ms === null ? null : `${number(p95Ms)} ms`)

const outcomesOf = ({ attempts }: State) =>
  Object.entries(attempts)
    .map(([outcome, times]) => `${outcome} ${number(times)}`)
    .join(', ')
