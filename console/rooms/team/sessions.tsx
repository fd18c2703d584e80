import { useState } from 'react'
import { timeText } from '../../days.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useEndSession, useSessions, type Session } from './people-of.ts'
import { words } from './words.ts'

/** Browsers that are signed in; one or all of them are signed out. */
export function Sessions() {
  const sessions = useSessions()
  const end = useEndSession()
  const [isAsking, ask] = useState(false)
  const error = sessions.error ?? end.error
  return (
    <>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {sessions.isPending && <p className="soft">{words.reading}</p>}
      <ul className="people">
        {(sessions.data ?? []).map((session) => (
          <li key={session.sessionId} className="row">
            <div className="who">
              <strong>{whoOf(session)}</strong>
              <div className="soft small">{browserOf(session.browser)}</div>
            </div>
            {session.isCurrent && <span className="tag good">{words.current}</span>}
            {session.mode === 'test' && <span className="tag doubt">{words.sandbox}</span>}
            <span className="soft small">
              {words.from} {session.address}, {words.lastUsed} {timeText(session.lastSeenAt)}
            </span>
            <button
              type="button"
              className="push"
              disabled={end.isPending}
              onClick={() => end.mutate(session.sessionId)}
            >
              {words.end}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="danger" onClick={() => ask(true)}>
        {words.endAll}
      </button>
      {isAsking && (
        <Confirm
          title={words.endAllTitle}
          words={{ yes: words.endAllYes, no: words.stay }}
          isBusy={end.isPending}
          onYes={() => end.mutate(undefined, { onSettled: () => ask(false) })}
          onNo={() => ask(false)}
        >
          <p>{words.endAllText}</p>
        </Confirm>
      )}
    </>
  )
}

const whoOf = ({ actor, keyId }: Session) =>
  keyId === null ? actor.replace(/^person:/, '') : `${actor} (${words.key})`

/** Of what browsers call themselves, the name that people know. */
function browserOf(text: string | null): string {
  if (text === null) return ''
  const name = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((part) => text.includes(part))
  const system = ['Windows', 'Android', 'iPhone', 'Mac OS', 'Linux'].find((part) => text.includes(part))
  if (name === undefined) return text
  const browser = { Edg: 'Edge', OPR: 'Opera' }[name] ?? name
  return system === undefined ? browser : `${browser}, ${system}`
}
