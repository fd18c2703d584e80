import './search.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Icon } from '../../parts/icon.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useSheet } from '../../parts/sheet.ts'
import { count } from '../../words.ts'
import { Chips } from './chips.tsx'
import { useCounts } from './counts.ts'
import { DownloadAll } from './download.tsx'
import { Filters } from './filter-panel.tsx'
import { questionOf, type Address, type SearchKind } from './kind.ts'
import { RequestText } from './request-text.tsx'
import { Rows } from './rows.tsx'
import { SaveSearch } from './save-search.tsx'
import { WordsBar } from './words-bar.tsx'
import { words } from './words.ts'

const defaultRows = 25

/** Filters, how many fit, and the rows that were paid for. The address holds all of it. */
export function Workbench<R>({ kind }: { kind: SearchKind<R> }) {
  const address = useSearch({ strict: false }) as Address
  const go = useNavigate()
  const { isOpen: isNarrowing, setOpen: setNarrowing, button } = useSheet()
  const counts = useCounts(kind, address)
  const set = (change: Address) =>
    void go({ to: kind.path, search: { ...address, step: undefined, rows: undefined, ...change } })
  const question = questionOf(kind, address)
  const step = Number(address['step'] ?? defaultRows)
  const total = counts.matching
  return (
    <div className="page whole workbench">
      <aside className={`filters ${isNarrowing ? 'open' : ''}`} aria-label={words.filters}>
        <button
          ref={button}
          type="button"
          className="narrow-only"
          aria-expanded={isNarrowing}
          onClick={() => setNarrowing(!isNarrowing)}
        >
          <Icon name={isNarrowing ? 'close' : 'list'} />
          {words.showFilters}
        </button>
        <div className="filter-list">
          <Filters
            filters={kind.filters}
            address={address}
            counts={counts}
            onChange={({ member }, values) => set({ [member]: values.join(',') || undefined })}
          />
        </div>
      </aside>
      <section className="results" aria-label={words.results}>
        {kind.example !== undefined && (
          <WordsBar
            kind={kind}
            text={address['q']}
            onRead={(read) => void go({ to: kind.path, search: { ...read } })}
          />
        )}
        <header className="head">
          <h1 aria-live="polite">
            {total === undefined && (counts.error ? words.uncounted : words.counting)}
            {total !== undefined && count(total, kind.one, kind.many)}
            <span className={`busy ${counts.isCounting ? 'on' : ''}`} aria-hidden="true" />
          </h1>
          <SaveSearch kind={kind} question={question} address={address} />
          <DownloadAll kind={kind} question={question} total={counts.isCounting ? undefined : total} />
          <RequestText route={kind.route} body={{ ...question, pageSize: step }} />
        </header>
        <Chips
          filters={kind.filters}
          address={address}
          onChange={set}
          onClear={() => go({ to: kind.path })}
        />
        {counts.error && <Notice tone="bad">{counts.error.message}</Notice>}
        <Rows kind={kind} address={address} total={total} step={step} onChange={set} />
      </section>
    </div>
  )
}
