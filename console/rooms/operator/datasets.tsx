import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { useAct } from '../../call/operator.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Notice } from '../../parts/notice.tsx'
import { number } from '../../words.ts'
import { words } from './data-words.ts'
import { instant, OperatorPage } from './frame.tsx'
import { Table, type TableColumn } from './table.tsx'

type Dataset = Schemas['ListDatasetsResponse']['output']['datasets'][number]
type Verb = 'add' | 'remove'

/** While something is loaded its state is read again. */
const pollMs = 5_000
const isUnderway = ({ added }: Dataset) => added !== null && added.state !== 'ready'

/** Open registers: those that are here, and those that can be. */
export function Page() {
  const [wanted, setWanted] = useState('')
  const [question, ask] = useState<{ verb: Verb; of: Dataset }>()
  const read = useQuery({
    queryKey: ['datasets'],
    queryFn: () => settle(api.GET('/v1/datasets', {})),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.output.datasets.some(isUnderway) === true ? pollMs : false),
  })
  const add = useAct(({ name, notice }: Dataset) =>
    settle(api.POST('/v1/datasets/add', { body: { name, personalData: notice !== null } })),
  )
  const update = useAct((name: string) => settle(api.POST('/v1/datasets/update', { body: { name } })))
  const remove = useAct((name: string) => settle(api.POST('/v1/datasets/remove', { body: { name } })))
  const check = useAct((name: string) => settle(api.POST('/v1/datasets/check', { body: { name } })))
  const fits = ({ name, title, publisher, brings }: Dataset) =>
    `${name} ${title} ${publisher} ${brings ?? ''}`.toLowerCase().includes(wanted.toLowerCase())
  const rows = (read.data?.output.datasets ?? [])
    .filter(fits)
    .toSorted((one, other) => Number(other.added !== null) - Number(one.added !== null))
  const acts: TableColumn<Dataset> = {
    name: '…',
    cell: (dataset) => (
      <Acts
        of={dataset}
        onAct={(verb) => {
          if (verb === 'update') update.mutate(dataset.name)
          else if (verb === 'check') check.mutate(dataset.name)
          else if (verb === 'add' && dataset.notice === null) add.mutate(dataset)
          else ask({ verb, of: dataset })
        }}
      />
    ),
  }
  return (
    <OperatorPage
      title={words.datasets}
      lead={words.lead}
      command="almanac data add NAME"
      errors={[read.error, add.error, update.error, remove.error, check.error]}
    >
      <div className="toolbar">
        <input
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
      {check.data?.output.addresses.map(({ address, state, detail }) => (
        <Notice key={address} {...(state === 'expected' ? {} : { tone: 'doubt' as const })}>
          {address}: {words.checked[state]} {detail}
        </Notice>
      ))}
      <Table
        label={words.datasets}
        rows={rows}
        keyOf={({ name }) => name}
        empty={words.none}
        isReading={read.data === undefined}
        columns={[...columns, acts]}
      />
      {question !== undefined && (
        <Ask
          {...question}
          onNo={() => ask(undefined)}
          onYes={() => {
            if (question.verb === 'add') add.mutate(question.of)
            else remove.mutate(question.of.name)
            ask(undefined)
          }}
        />
      )}
    </OperatorPage>
  )
}

/** Personal data are added by somebody who read their notice. */
const Ask = (question: { verb: Verb; of: Dataset; onYes(): void; onNo(): void }) => (
  <Confirm
    title={question.verb === 'add' ? words.addTitle : words.removeTitle}
    words={{ yes: words[question.verb], no: words.no }}
    onNo={question.onNo}
    onYes={question.onYes}
  >
    <p>
      <strong>{question.of.title}</strong>
    </p>
    <p>{question.verb === 'add' ? question.of.notice : words.removeText}</p>
  </Confirm>
)

function Acts({ of, onAct }: { of: Dataset; onAct(verb: Verb | 'update' | 'check'): void }) {
  const verbs = of.added === null ? (['add', 'check'] as const) : (['update', 'remove'] as const)
  return (
    <div className="row">
      {verbs.map((verb) => (
        <button
          key={verb}
          type="button"
          className="link"
          disabled={of.added?.state === 'leaving'}
          onClick={() => onAct(verb)}
        >
          {words[verb]}
          <span className="hidden">{of.name}</span>
        </button>
      ))}
    </div>
  )
}

const about = (text: string, { least, most }: { least: number; most: number }, by = 1) =>
  `${number(Math.ceil(least / by))}–${number(Math.ceil(most / by))} ${text}`

const columns: TableColumn<Dataset>[] = [
  {
    name: words.name,
    cell: ({ name, title, publisher, homepage, brings, rhythm }) => (
      <>
        <a href={homepage} target="_blank" rel="noreferrer">
          {title}
        </a>{' '}
        <code className="soft small">{name}</code>
        <div className="soft small">
          {publisher}, {rhythm}
        </div>
        {brings !== null && <div className="small">{brings}</div>}
      </>
    ),
  },
  {
    name: words.licence,
    cell: ({ licence, notice }) => (
      <>
        {licence.id} {licence.asksAttribution && <span className="tag">{words.asksAttribution}</span>}{' '}
        {licence.shareAlike && <span className="tag doubt">{words.shareAlike}</span>}{' '}
        {licence.nonCommercial && <span className="tag bad">{words.nonCommercial}</span>}{' '}
        {notice !== null && <span className="tag doubt">{words.personal}</span>}
      </>
    ),
  },
  {
    name: words.size,
    cell: ({ rows, bytes }) => (
      <>
        <div>{rows !== null && about(words.rows, rows)}</div>
        <div className="soft small">{bytes !== null && about('MB', bytes, 1e6)}</div>
      </>
    ),
  },
  { name: words.state, cell: (dataset) => <State of={dataset} /> },
]

function State({ of: { added } }: { of: Dataset }) {
  if (added === null) return <span className="soft">{words.notAdded}</span>
  const { state, publishedAt, problem, records } = added
  return (
    <>
      <span className={`tag ${state === 'ready' ? 'good' : 'doubt'}`}>{words.states[state]}</span>
      {publishedAt !== null && (
        <div className="soft small">
          {words.published} {instant(publishedAt)}
        </div>
      )}
      <div className="small">
        {Object.entries(records)
          .map(([kind, amount]) => `${number(amount)} ${kind}`)
          .join(', ')}
      </div>
      {problem !== null && <div className="field-error small">{problem}</div>}
    </>
  )
}
