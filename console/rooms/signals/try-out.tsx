import { useState } from 'react'
import type { Schemas } from '../../call/client.ts'
import { dayText, timeText } from '../../days.ts'
import { Notice } from '../../parts/notice.tsx'
import { Segments } from '../../parts/segments.tsx'
import { isSaidAtFields, useBacktest, usePreview, type Tried } from './rules.ts'
import type { Kind, RuleConfig } from './watchlists.ts'
import { toldText, triedText, words } from './words.ts'

type Backtest = Schemas['BacktestTrackerRuleResponse']['output']

const shownFirings = 8
const yearMs = 365 * 86_400_000

/** How many signals of a trial are of the last year; at least, where it shows only its newest. */
export function ofLastYear({ firings, fireCount }: Backtest): { amount: number; isAtLeast: boolean } {
  const amount = firings.filter(({ observedAt }) => Date.now() - Date.parse(observedAt) < yearMs).length
  return { amount, isAtLeast: amount === firings.length && fireCount > firings.length }
}

/** What a rule would have told, and how its signals look, after each change of it. */
export function TryOut(trial: {
  kind: Kind
  config: RuleConfig | undefined
  tried: Tried
  listName: string
}) {
  const { kind, config, tried } = trial
  if (config === undefined) return <p className="soft">{words.chooseRule}</p>
  const isEmpty = tried.listId === undefined && (tried.names ?? []).length === 0
  return (
    <>
      {isEmpty ? (
        <p className="soft">{words.nobodyYet}</p>
      ) : (
        <Past kind={kind} config={config} tried={tried} />
      )}
      <Message config={config} listName={trial.listName} />
    </>
  )
}

function Past({ kind, config, tried }: { kind: Kind; config: RuleConfig; tried: Tried }) {
  const { data, error, isFetching } = useBacktest(config, kind, tried)
  if (error && isSaidAtFields(error, config)) return null
  if (error) return <Notice tone="doubt">{error.message}</Notice>
  if (data === undefined) return <p className="soft">{words.reading}</p>
  const { amount, isAtLeast } = ofLastYear(data)
  return (
    <section aria-busy={isFetching}>
      <h2 aria-live="polite">
        {toldText(amount, isAtLeast)}
        <span className={`busy ${isFetching ? 'on' : ''}`} />
      </h2>
      <ol className="firings">
        {data.firings.slice(0, shownFirings).map(({ entityId, observedAt, summary }) => (
          <li key={`${entityId} ${observedAt} ${summary}`}>
            <span className="soft small">{dayText(observedAt)}</span>
            {summary}
          </li>
        ))}
      </ol>
      {data.fireCount > shownFirings && <p className="soft small">{words.andMore}</p>}
      <p className="soft small">{triedText(kind, data.entitiesChecked, data.entitiesWithHistory)}</p>
    </section>
  )
}

/** As a channel of Slack shows it, and as a webhook gets it. */
function Message({ config, listName }: { config: RuleConfig; listName: string }) {
  const [look, setLook] = useState<keyof typeof words.looks>('slack')
  const { data: signal, error } = usePreview(config)
  if (error && isSaidAtFields(error, config)) return <p className="soft">{words.atField}</p>
  if (error) return <Notice tone="bad">{error.message}</Notice>
  if (signal === undefined) return null
  return (
    <section>
      <div className="row">
        <h2>{words.asSlack}</h2>
        <div className="push">
          <Segments<keyof typeof words.looks>
            label={words.asSlack}
            options={words.looks}
            value={look}
            onChange={setLook}
          />
        </div>
      </div>
      {look === 'slack' ? (
        <SlackMessage signal={signal} listName={listName} foundAt={signal.observedAt} />
      ) : (
        <pre className="json" tabIndex={0}>
          {JSON.stringify(signal, null, 2)}
        </pre>
      )}
    </section>
  )
}

/** The same facts as in the message that the service sends. */
export function SlackMessage(message: {
  signal: Pick<Schemas['TrackerSignal'], 'summary' | 'type' | 'domain' | 'pnetUrl'>
  listName: string
  foundAt: string
}) {
  const { signal } = message
  const facts = [
    [words.chat.list, message.listName],
    [words.chat.rule, signal.type],
    [words.chat.domain, signal.domain],
    [words.chat.page, signal.pnetUrl],
    [words.chat.observed, timeText(message.foundAt)],
  ].filter(([, value]) => value)
  return (
    <blockquote className="chat">
      <p>{signal.summary}</p>
      {facts.map(([name, value]) => (
        <span key={name} className="small">
          <span className="soft">{name}:</span> {value}
        </span>
      ))}
    </blockquote>
  )
}
