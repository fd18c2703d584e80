import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { queries, renewCredits, useIsSandbox, useMay, usePrice } from '../../call/queries.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PriceButton } from '../../parts/price-button.tsx'
import { credits } from '../../words.ts'
import { archiveList, changeList, refreshList, type Watchlist } from './watchlists.ts'
import { words } from './words.ts'

export const renewList = (id: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['watchlist', id] }),
    queries.invalidateQueries({ queryKey: ['watchlists'] }),
    queries.invalidateQueries({ queryKey: ['signals'] }),
  ])

/** What can be done with a list as a whole. */
export function Actions({
  list,
  isChecking,
  onCheck,
}: {
  list: Watchlist
  isChecking: boolean
  onCheck(): void
}) {
  const go = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const change = useMutation({
    mutationFn: (isActive: boolean) => changeList(list.id, { isActive }),
    onSuccess: () => renewList(list.id),
  })
  const archive = useMutation({
    mutationFn: () => archiveList(list.id),
    async onSuccess() {
      await renewList(list.id)
      await go({ to: '/trackers' })
    },
  })
  const test = useTest(list)
  const error = change.error ?? archive.error ?? test.error
  const isWorker = useMay('work')
  if (list.isArchived || !isWorker) return null
  return (
    <>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {test.isSuccess && <Notice>{words.testSent}</Notice>}
      <CheckButton list={list} isChecking={isChecking} onCheck={onCheck} />
      <button
        type="button"
        disabled={test.isPending || list.rules.length === 0}
        onClick={() => test.mutate()}
      >
        {words.sendTest}
      </button>
      <button type="button" disabled={change.isPending} onClick={() => change.mutate(!list.isActive)}>
        {list.isActive ? words.pause : words.resume}
      </button>
      <button type="button" onClick={() => setAsking(true)}>
        {words.remove}
      </button>
      {isAsking && (
        <Confirm
          title={words.removeTitle}
          words={{ yes: words.yes, no: words.no }}
          isBusy={archive.isPending}
          onYes={() => archive.mutate()}
          onNo={() => setAsking(false)}
        >
          <p>{words.removeText}</p>
        </Confirm>
      )}
    </>
  )
}

/**
 * The most signals of a check: one of each rule and member. Where a search finds the members, each may leave instead, and
 * as many as it may find may join: the service ends a check that would cost more.
 */
function mostSignals({ rules, isDynamic, count, maxCount }: Watchlist): number {
  const ofEach = rules.filter(({ isDummy }) => isDummy !== true).length
  return isDynamic ? count * Math.max(1, ofEach) + maxCount : count * ofEach
}

/** The first check is free; later ones cost at most what stands on the button. */
function CheckButton({
  list,
  isChecking,
  onCheck,
}: {
  list: Watchlist
  isChecking: boolean
  onCheck(): void
}) {
  const isSandbox = useIsSandbox()
  const check = usePrice('trackerCheck')
  const signal = usePrice('trackerSignal')
  const isBySignal = list.billing === 'per_notification'
  const mostLater = isBySignal ? mostSignals(list) * (signal ?? 0) : list.count * (check ?? 0)
  const most = list.lastRefreshedAt === null ? 0 : mostLater
  const refresh = useMutation({
    mutationFn: () => refreshList(list.id, most),
    async onSuccess() {
      onCheck()
      await Promise.all([renewCredits(), renewList(list.id)])
    },
  })
  const price = () => {
    if (isSandbox) return words.sandbox
    if (check === undefined || signal === undefined) return '…'
    if (most === 0) return words.free
    const atMost = `${words.atMost} ${credits(most)}`
    return isBySignal ? `${atMost}, ${credits(signal)} ${words.perSignal}` : atMost
  }
  return (
    <>
      {refresh.error && <Notice tone="bad">{refresh.error.message}</Notice>}
      <PriceButton
        price={price()}
        isDisabled={isChecking || refresh.isPending || check === undefined || signal === undefined}
        onClick={() => refresh.mutate()}
      >
        {isChecking ? words.refreshing : words.refresh}
      </PriceButton>
    </>
  )
}

/** Only rules made for tests send test signals; a list without one gets a copy of its first. */
function useTest(list: Watchlist) {
  return useMutation({
    async mutationFn() {
      const [first] = list.rules
      if (first !== undefined && !list.rules.some(({ isDummy }) => isDummy === true)) {
        const { id: _id, ...rule } = first
        await changeList(list.id, { rules: [...list.rules, { ...rule, isDummy: true }] })
      }
      const params = { path: { listId: list.id } }
      return settle(api.POST('/v1/tracker/fire-dummy/{listId}', { params, body: {} }))
    },
    onSuccess: () => renewList(list.id),
  })
}
