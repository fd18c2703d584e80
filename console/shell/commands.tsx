import { useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent } from 'react'
import { settle } from '../call/answer.ts'
import { api } from '../call/client.ts'
import { useMay } from '../call/queries.ts'
import { useDialog } from '../parts/dialog.ts'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { letters, useGo, usePathOf, usePlaces } from './paths.ts'
import { words } from './words.ts'

interface Entry {
  name: string
  kind: string
  to: string
  search?: Record<string, string>
}

const maxPlaces = 12
const leastLetters = 2

function usePages(): Entry[] {
  const { main, developers } = usePlaces()
  return [...main, ...developers].map(({ name, to }) => ({ name, kind: words.page, to }))
}

/** Lists, audiences and saved searches by name, those that have pages. */
function useThings(): { entries: Entry[]; error: Error | null } {
  const pathOf = usePathOf()
  const isLooker = useMay('look')
  const lists = useQuery({
    queryKey: ['runs', 'names'],
    enabled: isLooker,
    queryFn: () => settle(api.GET('/v1/enrich/runs', {})),
    select: ({ output }) =>
      output.runs.map(({ runId, fileName }) => ({ id: runId, name: fileName ?? words.list })),
  })
  const audiences = useQuery({
    queryKey: ['audiences', 'names'],
    queryFn: () => settle(api.GET('/v1/audiences', {})),
    enabled: isLooker && pathOf('/audiences', '') !== undefined,
    select: ({ output }) => output.audiences.map(({ audienceId, name }) => ({ id: audienceId, name })),
  })
  const kinds = [
    { place: '/lists', kind: words.list, read: lists },
    { place: '/audiences', kind: words.audience, read: audiences },
  ]
  const entries = kinds.flatMap(({ place, kind, read }) =>
    (read.data ?? []).flatMap(({ id, name }) => {
      const to = pathOf(place, id)
      return to === undefined ? [] : [{ name, kind, to }]
    }),
  )
  return { entries, error: lists.error ?? audiences.error }
}

/** Companies whose name begins so; free. */
function useCompanies(text: string): Entry[] {
  const pathOf = usePathOf()
  const isLooker = useMay('look')
  const read = useQuery({
    queryKey: ['suggest', 'company', text],
    queryFn: ({ signal }) =>
      settle(api.POST('/v1/search/suggest', { body: { type: 'company', text, limit: 5 }, signal })),
    enabled: isLooker && text.length >= leastLetters,
    select: ({ output }) => output.suggestions,
    retry: false,
  })
  return (read.data ?? []).map(({ label, website }) => {
    const own = website ? pathOf('/company', website) : undefined
    const entry = { name: label, kind: words.company }
    return own === undefined ? { ...entry, to: '/companies', search: { name: label } } : { ...entry, to: own }
  })
}

/** Any page, list, audience or company by its name. */
export function Commands({ onClose }: { onClose(): void }) {
  const dialog = useDialog()
  const id = useId()
  const go = useGo()
  const [text, setText] = useState('')
  const [place, setPlace] = useState(0)
  const wanted = text.trim().toLowerCase()
  const pages = usePages()
  const things = useThings()
  const companies = useCompanies(wanted)
  const named = [...pages, ...things.entries].filter(({ name }) => name.toLowerCase().includes(wanted))
  const entries = [...named.slice(0, maxPlaces), ...companies]
  const chosen = Math.min(place, entries.length - 1)
  const open = (entry: Entry | undefined) => {
    if (entry === undefined) return
    // While it is open nothing beside it takes the focus.
    dialog.current?.close()
    onClose()
    go(entry.to, entry.search)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') open(entries[chosen])
    if (step === undefined) return
    event.preventDefault()
    setPlace((chosen + step + entries.length) % Math.max(1, entries.length))
  }
  return (
    <dialog ref={dialog} className="confirm commands" aria-label={words.goTo} onClose={onClose}>
      <div className="row">
        <input
          type="text"
          role="combobox"
          aria-label={words.goToLabel}
          aria-expanded={entries.length > 0}
          aria-controls={id}
          aria-activedescendant={entries.length > 0 ? `${id}-${chosen}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={words.goToLabel}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setPlace(0)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" aria-label={words.close} onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </div>
      {things.error && <Notice tone="bad">{things.error.message}</Notice>}
      <ul id={id} role="listbox" aria-label={words.goTo}>
        {entries.map((entry, index) => (
          // The field above has the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <li
            key={`${entry.to} ${entry.name}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => open(entry)}
          >
            {entry.name}
            <span className="soft small push">{entry.kind}</span>
          </li>
        ))}
      </ul>
      {entries.length === 0 && <p className="soft">{words.nowhere}</p>}
    </dialog>
  )
}

/** What the keys do. */
export function Keys({ onClose }: { onClose(): void }) {
  const dialog = useDialog()
  const names = new Map<string, string>(usePages().map(({ to, name }) => [to, name]))
  const going = Object.entries(letters).flatMap(([letter, to]) => {
    const name = names.get(to)
    return name === undefined ? [] : [[`g ${letter}`, name] as const]
  })
  return (
    <dialog ref={dialog} className="confirm" aria-label={words.keys} onClose={onClose}>
      <header className="head">
        <h2>{words.keys}</h2>
        <form method="dialog">
          <button type="submit">{words.close}</button>
        </form>
      </header>
      <dl className="facts">
        {[...words.keyList, ...going].map(([keys, name]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  )
}
