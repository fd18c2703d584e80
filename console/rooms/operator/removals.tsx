import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { saveText } from '../../call/file.ts'
import { useAct, useOperatorPages } from '../../call/operator.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/field.tsx'
import { More } from '../../parts/more.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pick } from '../../parts/pick.tsx'
import { number } from '../../words.ts'
import { words } from './data-words.ts'
import { instant, OperatorPage } from './frame.tsx'
import { Table } from './table.tsx'

type Suppression = Schemas['Suppression']

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** People who are out of the corpus and stay out. */
export function Page() {
  const read = useOperatorPages(
    ['removals'],
    (cursor) => settle(api.GET('/v1/privacy/suppressions', { params: { query: cursor } })),
    ({ suppressions }) => suppressions,
  )
  return (
    <OperatorPage
      title={words.removals}
      lead={words.removalsLead}
      command="almanac suppress"
      errors={[read.error]}
    >
      <Remove />
      <Table
        label={words.removals}
        rows={read.rows}
        keyOf={({ suppressionId }) => suppressionId}
        empty={words.noRemovals}
        isReading={read.isPending || read.error !== null}
        columns={[
          { name: words.when, cell: ({ createdAt }) => instant(createdAt) },
          { name: words.reasonLabel, cell: ({ reason }) => words.reasons[reason] },
          { name: words.note, cell: ({ note }) => note },
          { name: words.by, cell: ({ createdBy }) => createdBy },
          {
            name: words.covers,
            cell: ({ identifiers }) =>
              Object.entries(identifiers)
                .filter(([, amount]) => amount > 0)
                .map(([sort, amount]) => `${number(amount)} ${sort}`)
                .join(', '),
          },
          { name: words.people, cell: ({ numPeopleKnown }) => number(numPeopleKnown), isNumber: true },
        ]}
      />
      <More pages={read}>{words.more}</More>
    </OperatorPage>
  )
}

const sorts = { emails: words.emails, phoneNumbers: words.phones, profiles: words.profiles } as const
type Sort = keyof typeof sorts

function Remove() {
  const [texts, setTexts] = useState<Record<Sort, string>>({ emails: '', phoneNumbers: '', profiles: '' })
  const [reason, setReason] = useState<Suppression['reason']>('erasure')
  const [note, setNote] = useState('')
  const [isAsking, ask] = useState(false)
  const subject = Object.fromEntries(
    Object.entries(texts)
      .map(([sort, text]) => [sort, linesOf(text)] as const)
      .filter(([, lines]) => lines.length > 0),
  )
  const take = useAct(
    () =>
      settle(
        api.POST('/v1/privacy/suppressions', {
          body: { ...subject, reason, ...(note.trim() !== '' && { note: note.trim() }) },
        }),
      ),
    () => setTexts({ emails: '', phoneNumbers: '', profiles: '' }),
  )
  const save = useAct(
    () => settle(api.POST('/v1/privacy/export', { body: subject })),
    ({ output }) => saveText('person.json', 'application/json', JSON.stringify(output, null, 2)),
  )
  const isNobody = Object.keys(subject).length === 0
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault()
        ask(true)
      }}
    >
      <Identifiers texts={texts} onChange={setTexts} />
      <div className="form-row">
        <Field label={words.reasonLabel}>
          <Pick
            label={words.reasonLabel}
            options={words.reasons}
            value={reason}
            onChange={(value) => setReason(value as Suppression['reason'])}
          />
        </Field>
        <Field label={words.note}>
          <input type="text" value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <button type="button" disabled={isNobody || save.isPending} onClick={() => save.mutate(undefined)}>
          {words.export}
        </button>
        <button type="submit" className="danger" disabled={isNobody || take.isPending}>
          {words.takeOut}
        </button>
      </div>
      {take.error && <Notice tone="bad">{take.error.message}</Notice>}
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      {save.data && (
        <Notice>
          {number(save.data.output.people.length)} {words.exported}
        </Notice>
      )}
      {take.data && (
        <Notice>
          {take.data.output.isNew
            ? `${words.takenOut} ${number(take.data.output.numPeopleRemoved)}`
            : words.wasCovered}
        </Notice>
      )}
      {isAsking && (
        <Ask
          who={Object.values(subject).flat().join(', ')}
          onNo={() => ask(false)}
          onYes={() => {
            ask(false)
            take.mutate(undefined)
          }}
        />
      )}
    </form>
  )
}

const Ask = (question: { who: string; onYes(): void; onNo(): void }) => (
  <Confirm
    title={words.takeOutTitle}
    words={{ yes: words.takeOut, no: words.no }}
    onNo={question.onNo}
    onYes={question.onYes}
  >
    <p>{words.takeOutText}</p>
    <p>{question.who}</p>
  </Confirm>
)

function Identifiers(part: { texts: Record<Sort, string>; onChange(texts: Record<Sort, string>): void }) {
  const { texts, onChange } = part
  return (
    <div className="cards">
      {(Object.keys(sorts) as Sort[]).map((sort) => (
        <Field key={sort} label={sorts[sort]} hint={words.oneALine}>
          <textarea
            rows={2}
            value={texts[sort]}
            onChange={(event) => onChange({ ...texts, [sort]: event.target.value })}
          />
        </Field>
      ))}
    </div>
  )
}
