import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { useAct } from '../../call/operator.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Notice } from '../../parts/notice.tsx'
import { number } from '../../words.ts'
import { OperatorPage } from './frame.tsx'
import { AddSource, type SourceKind } from './source-add.tsx'
import { SourceCard, sourcesOf, type SourceVerb } from './source-card.tsx'
import { useOrder } from './source-order.ts'
import { words } from './source-words.ts'
import { Table } from './table.tsx'

type Probed = Schemas['ProbeSourcesResponse']['output']['sources']
type Change = 'pause' | 'resume' | 'remove'
/** What is asked once more; without a name it is about all sources. */
type Question = { verb: 'probe'; name?: string } | { verb: 'remove'; name: string }

const of = (sourceName: string) => ({ params: { path: { sourceName } } })
const changes = {
  pause: (name: string) => settle(api.POST('/operator/v1/sources/{sourceName}/pause', of(name))),
  resume: (name: string) => settle(api.POST('/operator/v1/sources/{sourceName}/resume', of(name))),
  remove: (name: string) => settle(api.DELETE('/operator/v1/sources/{sourceName}', of(name))),
}

function useSources() {
  const read = useQuery({
    queryKey: ['sources'],
    queryFn: () => settle(api.GET('/operator/v1/sources', {})),
  })
  const kinds = useQuery({
    queryKey: ['source-kinds'],
    queryFn: () => settle(api.GET('/operator/v1/sources/kinds', {})),
    staleTime: Infinity,
  })
  const list = read.data?.output
  const sources = list === undefined ? [] : sourcesOf(list)
  const order = useOrder(sources.map(({ name }) => name))
  const probe = useAct((name: string | undefined) =>
    settle(api.POST('/operator/v1/sources/probe', { body: name === undefined ? {} : { name } })),
  )
  const change = useAct(({ verb, name }: { verb: Change; name: string }) => changes[verb](name))
  const errors = [read.error, kinds.error, probe.error, change.error, order.error]
  return { list, sources, kinds: kinds.data?.output.kinds ?? [], order, probe, change, errors }
}

/** Outside services: set up, tried, ordered, left alone, and how each fares. */
export function Page() {
  const { add } = useSearch({ from: '/operator/sources' })
  const go = useNavigate()
  const choose = (kind: string | undefined) => void go({ to: '/operator/sources', search: { add: kind } })
  const [question, ask] = useState<Question>()
  const [fresh, setFresh] = useState<string>()
  const { list, sources, kinds, order, probe, change, errors } = useSources()
  const act = (verb: SourceVerb, name: string) => {
    if (verb === 'earlier' || verb === 'later') order.move(name, verb)
    else if (verb === 'pause' || verb === 'resume') change.mutate({ verb, name })
    else ask({ verb, name })
  }
  return (
    <OperatorPage
      title={words.title}
      lead={words.lead}
      command="almanac sources list, add, test, order, pause, resume, remove"
      errors={errors}
      actions={
        <Actions
          isOpen={add !== undefined}
          isProbing={probe.isPending || sources.length === 0}
          onAdd={() => choose(add === undefined ? 'new' : undefined)}
          onProbe={() => ask({ verb: 'probe' })}
        />
      }
    >
      {add !== undefined && (
        <AddSource
          kinds={kinds}
          chosen={add}
          onChoose={choose}
          onDone={(name) => {
            setFresh(name)
            choose(undefined)
          }}
        />
      )}
      {fresh !== undefined && sources.some(({ name }) => name === fresh) && (
        <Notice>
          {fresh} {words.added}
        </Notice>
      )}
      {list?.file && (
        <p>
          {words.file}: <code>{list.file}</code>
        </p>
      )}
      {list !== undefined && sources.length === 0 && <p className="soft">{words.empty}</p>}
      {probe.data !== undefined && <Tried sources={probe.data.output.sources} />}
      <div className="cards">
        {sources.map((source, index) => (
          <SourceCard
            key={source.name}
            source={source}
            place={index + 1}
            count={sources.length}
            isBusy={probe.isPending || change.isPending}
            onAct={(verb) => act(verb, source.name)}
          />
        ))}
      </div>
      <Kinds kinds={kinds} onChoose={choose} />
      {question !== undefined && (
        <LastQuestion
          question={question}
          onNo={() => ask(undefined)}
          onYes={() => {
            ask(undefined)
            if (question.verb === 'probe') probe.mutate(question.name)
            else change.mutate(question)
          }}
        />
      )}
    </OperatorPage>
  )
}

const Actions = (buttons: { isOpen: boolean; isProbing: boolean; onAdd(): void; onProbe(): void }) => (
  <>
    <button type="button" disabled={buttons.isProbing} onClick={buttons.onProbe}>
      {words.probeAll}
    </button>
    <button type="button" className="primary" aria-expanded={buttons.isOpen} onClick={buttons.onAdd}>
      {words.add}
    </button>
  </>
)

function LastQuestion({ question, onYes, onNo }: { question: Question; onYes(): void; onNo(): void }) {
  const { verb, name } = question
  const probeTitle = name === undefined ? words.probeTitle : words.probeOneTitle
  const probeYes = name === undefined ? words.probeAll : words.probe
  return (
    <Confirm
      title={verb === 'remove' ? words.removeTitle : probeTitle}
      words={{ yes: verb === 'remove' ? words.remove : probeYes, no: words.no }}
      onNo={onNo}
      onYes={onYes}
    >
      {name !== undefined && (
        <p>
          <strong>{name}</strong>
        </p>
      )}
      <p>{verb === 'remove' ? words.removeText : words.probeText}</p>
    </Confirm>
  )
}

const Tried = ({ sources }: { sources: Probed }) => (
  <section aria-label={words.tried}>
    <h2>{words.tried}</h2>
    <Table
      label={words.tried}
      rows={sources}
      keyOf={({ name, capability }) => `${name} ${capability}`}
      empty={words.noCall}
      columns={[
        { name: words.name, cell: ({ name }) => name },
        { name: words.asksFor, cell: ({ capability }) => capability },
        { name: words.outcome, cell: ({ outcome, reason }) => `${outcome} ${reason}` },
        { name: 'ms', cell: ({ ms }) => number(ms), isNumber: true },
      ]}
    />
  </section>
)

const Kinds = ({ kinds, onChoose }: { kinds: readonly SourceKind[]; onChoose(id: string): void }) => (
  <section aria-label={words.kinds}>
    <h2>{words.kinds}</h2>
    <Table
      label={words.kinds}
      rows={kinds}
      keyOf={({ id }) => id}
      empty={words.none}
      isReading
      columns={[
        { name: words.kind, cell: ({ id }) => <code>{id}</code> },
        { name: words.what, cell: ({ summary }) => summary },
        {
          name: words.add,
          cell: ({ id }) => (
            <button type="button" className="link" onClick={() => onChoose(id)}>
              {words.add}
              <span className="hidden">{id}</span>
            </button>
          ),
        },
      ]}
    />
  </section>
)
