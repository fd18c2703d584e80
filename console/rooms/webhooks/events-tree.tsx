import { Notice } from '../../parts/notice.tsx'
import { signalGroup, useEventTypes, type EventType } from './endpoints.ts'
import { words } from './words.ts'

/** Events by their subject, each with an example; a subject stands for all its events, later ones too. */
export function EventsTree({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange(chosen: string[]): void
}) {
  const { data = [], error } = useEventTypes()
  if (error) return <Notice tone="bad">{error.message}</Notice>
  // What most webhooks are made for comes first.
  const first = data.filter(({ group }) => group === signalGroup)
  const rest = data.filter(({ group }) => group !== signalGroup)
  const groups = Map.groupBy([...first, ...rest], ({ group }) => group)
  return (
    <>
      {chosen.length === 0 && data.length > 0 && <p className="soft small">{words.noneChosen}</p>}
      <div className="event-tree">
        {[...groups].map(([group, events]) => (
          <Group key={group} group={group} events={events} chosen={chosen} onChange={onChange} />
        ))}
      </div>
    </>
  )
}

function Group(part: {
  group: string
  events: readonly EventType[]
  chosen: readonly string[]
  onChange(chosen: string[]): void
}) {
  const { group, events, chosen } = part
  const isWhole = chosen.includes(group)
  const keys = events.map(({ eventType }) => eventType)
  const others = chosen.filter((name) => name !== group)
  const toggle = (name: string) =>
    part.onChange(others.includes(name) ? others.filter((each) => each !== name) : [...others, name])
  return (
    <fieldset className="facet">
      <legend className="hidden">{group}</legend>
      <label>
        <input
          type="checkbox"
          checked={isWhole}
          onChange={() =>
            part.onChange(isWhole ? others : [...others.filter((name) => !keys.includes(name)), group])
          }
        />
        <strong>{group}</strong>
      </label>
      {events.map(({ eventType, description, example }) => (
        <div key={eventType} className="event">
          <label>
            <input
              type="checkbox"
              checked={isWhole || chosen.includes(eventType)}
              disabled={isWhole}
              onChange={() => toggle(eventType)}
            />
            <span className="name">{eventType}</span>
          </label>
          <details>
            <summary className="small">
              {words.example}
              <span className="hidden"> {eventType}</span>
            </summary>
            <p className="soft small">{description}</p>
            <Json value={example} />
          </details>
        </div>
      ))}
    </fieldset>
  )
}

export const Json = ({ value }: { value: unknown }) => (
  <pre className="json" tabIndex={0}>
    {JSON.stringify(value, null, 2)}
  </pre>
)
