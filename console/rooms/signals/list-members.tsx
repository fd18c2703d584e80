import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../call/queries.ts'
import { IfMay } from '../../call/if-may.tsx'
import { usePages } from '../../call/pages.ts'
import { dayText } from '../../days.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Grid, Pair, type Column } from '../../parts/grid.tsx'
import { Notice } from '../../parts/notice.tsx'
import { renewList } from './list-actions.tsx'
import { MembersForm, useWhom, type Source } from './members-form.tsx'
import { removalName } from './members.ts'
import { addMembers, readMembers, removeMember, type ListMember, type Watchlist } from './watchlists.ts'
import { addedText, words } from './words.ts'

const nothing: Source = { way: 'paste', text: '', id: '' }

/** Who is in a list; others are added, and taken out again. */
export function Members({ list }: { list: Watchlist }) {
  const [leaving, setLeaving] = useState<ListMember>()
  const pages = usePages(
    ['members', list.id],
    (cursor) => readMembers(list.id, cursor),
    ({ members }) => members,
  )
  const remove = useMutation({
    mutationFn: (member: ListMember) => removeMember(list.id, removalName(member) ?? {}),
    async onSuccess() {
      setLeaving(undefined)
      await Promise.all([pages.refetch(), renewList(list.id)])
    },
  })
  const isWorker = useMay('work')
  const error = pages.error ?? remove.error
  return (
    <>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {list.isDynamic ? (
        <p className="soft">{words.found}</p>
      ) : (
        <IfMay act="work">
          <Add list={list} onAdded={() => void pages.refetch()} />
        </IfMay>
      )}
      <Grid
        label={words.tabs.members}
        rows={pages.rows}
        columns={columnsOf(list.isDynamic || !isWorker ? undefined : setLeaving)}
        leastWidthPx={620}
        onEnd={pages.readMore}
        empty={pages.isPending ? words.reading : words.noMembers}
      />
      {leaving && (
        <Confirm
          title={words.removeMemberTitle}
          words={{ yes: words.yes, no: words.no }}
          isBusy={remove.isPending}
          onYes={() => remove.mutate(leaving)}
          onNo={() => setLeaving(undefined)}
        >
          <p>
            <strong>{nameOf(leaving)}</strong> {words.removeMemberText}
          </p>
        </Confirm>
      )}
    </>
  )
}

const nameOf = ({ name, givenAs, entityId }: ListMember) => name ?? givenAs ?? entityId ?? words.removed

function Add({ list, onAdded }: { list: Watchlist; onAdded(): void }) {
  const [source, setSource] = useState(nothing)
  const whom = useWhom(list.kind, source)
  const add = useMutation({
    mutationFn: () => addMembers(list.id, whom.names),
    async onSuccess() {
      setSource(nothing)
      onAdded()
      await renewList(list.id)
    },
  })
  return (
    <details className="panel">
      <summary>{words.addMembers}</summary>
      <div className="add">
        <MembersForm
          kind={list.kind}
          source={source}
          whom={whom}
          maySearch={false}
          onChange={(change) => setSource({ ...source, ...change })}
        />
        <button
          type="button"
          className="primary"
          disabled={whom.names.length === 0 || add.isPending}
          onClick={() => add.mutate()}
        >
          {words.add}
        </button>
        {add.error && <Notice tone="bad">{add.error.message}</Notice>}
        {add.data && (
          <Notice {...(add.data.unknown > 0 && { tone: 'doubt' as const })}>
            {addedText(list.kind, add.data)}
          </Notice>
        )}
      </div>
    </details>
  )
}

const columnsOf = (onRemove: ((member: ListMember) => void) | undefined): readonly Column<ListMember>[] => [
  {
    name: words.member,
    width: 'minmax(180px, 2fr)',
    isMain: true,
    cell: (member) => (
      <Pair
        over={nameOf(member)}
        under={member.isKnown ? (member.domain ?? member.pnetSlug) : words.unknown}
      />
    ),
  },
  { name: words.addedBy, width: 'minmax(140px, 1fr)', cell: ({ givenAs }) => <Pair over={givenAs ?? ''} /> },
  { name: words.addedAt, width: '130px', cell: ({ addedAt }) => <Pair over={dayText(addedAt)} /> },
  {
    name: words.remove,
    width: '110px',
    isMain: true,
    cell: (member) =>
      onRemove !== undefined &&
      removalName(member) !== undefined && (
        <button type="button" className="link" onClick={() => onRemove(member)}>
          {words.remove}
          <span className="hidden"> {nameOf(member)}</span>
        </button>
      ),
  },
]
