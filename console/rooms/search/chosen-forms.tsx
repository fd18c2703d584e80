import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { renewCredits, useCredits, useIsSandbox, usePrice } from '../../call/queries.ts'
import { Ask } from '../../parts/ask.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pick } from '../../parts/pick.tsx'
import { credits, number } from '../../words.ts'
import type { Acts } from './acts.ts'
import { words } from './words.ts'

/** What is to be known before; `checks`: the price of a check of the rows. */
const hints: Record<keyof Acts<never>, (checks: string) => string> = {
  audience: () => words.audienceHint,
  watch: words.watchCost,
  leaveOut: () => words.leaveOutHint,
}

function priceText(most: number | undefined, isSandbox: boolean): string {
  if (isSandbox) return words.free
  return words.atMost(most === undefined ? '…' : credits(most)).toLowerCase()
}

const newList = ''

/** Puts rows on a list of the organization, or on a new one. */
export function ListForm<R>(form: {
  name: keyof Acts<R>
  act: Acts<R>['watch']
  rows: readonly R[]
  onAdded(sentence: string, listId: string): void
  onNo(): void
}) {
  const { act, rows } = form
  const [chosen, setChosen] = useState<string>()
  const [name, setName] = useState('')
  const check = usePrice('trackerCheck')
  const price = usePrice(act.price ?? '')
  const left = useCredits().data ?? 0
  const isSandbox = useIsSandbox()
  const isPaid = act.price !== undefined
  const most = isPaid ? price && price * rows.length : 0
  const isShort = !isSandbox && most !== undefined && most > left
  const lists = useQuery({ queryKey: ['lists-of', form.name, act], staleTime: 0, queryFn: () => act.lists() })
  const existing = lists.data ?? []
  const listId = chosen ?? existing[0]?.id ?? newList
  const isNew = listId === newList
  const add = useMutation({
    mutationFn: async () => {
      const list = isNew ? await act.create(name.trim()) : existing.find(({ id }) => id === listId)
      const id = list?.id ?? listId
      const { numAdded, numRefused } = await act.add(id, rows, most ?? 0)
      const refused = numRefused === 0 ? '' : number(numRefused)
      return { id, text: words.added(list?.name ?? '', number(numAdded), refused) }
    },
    onSuccess({ id, text }) {
      if (isPaid) void renewCredits()
      form.onAdded(text, id)
    },
  })
  const options = Object.fromEntries([
    ...existing.map((list) => [list.id, list.name]),
    [newList, words.newList],
  ])
  return (
    <Ask
      title={words[form.name]}
      words={{ yes: words.putThere, no: words.cancel }}
      isBusy={add.isPending || lists.isPending}
      {...(isPaid && { price: priceText(most, isSandbox) })}
      isDisabled={(isNew && name.trim() === '') || most === undefined || isShort}
      error={add.error ?? lists.error}
      onYes={() => add.mutate()}
      onNo={form.onNo}
    >
      <Field label={words.list}>
        <Pick label={words.list} options={options} value={listId} onChange={setChosen} />
      </Field>
      {isNew && (
        <Field label={words.name}>
          <input type="text" maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      )}
      <Notice>{hints[form.name](check === undefined ? '…' : credits(check * rows.length))}</Notice>
      {isShort && <Notice tone="doubt">{words.tooFew}</Notice>}
    </Ask>
  )
}
