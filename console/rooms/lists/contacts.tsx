import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { useContactPrice } from '../../call/contact-price.ts'
import { renewCredits, useCredits, useIsSandbox } from '../../call/queries.ts'
import { DrawerHead } from '../../parts/drawer-head.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PriceButton } from '../../parts/price-button.tsx'
import { count, credits } from '../../words.ts'
import { Revealed } from './revealed.tsx'
import type { Row } from './rows.ts'
import { words } from './words.ts'

type Kind = keyof typeof words.contactKinds
const kinds = Object.keys(words.contactKinds) as Kind[]

/** As the service takes them in one batch. */
const limits = { least: 10, most: 2_000 }

/** Addresses and numbers of the found people: the price before, then what came of it. */
export function Contacts(part: { runId: string; taskId: string | undefined; onStart(taskId: string): void }) {
  const { runId, taskId, onStart } = part
  const people = useQuery({ queryKey: ['list-people', runId], queryFn: () => readPeople(runId) })
  return (
    <>
      <DrawerHead title={words.contacts} close={words.close} />
      {people.error && <Notice tone="bad">{people.error.message}</Notice>}
      {taskId === undefined ? (
        <Order people={people.data && [...people.data.keys()]} onStart={onStart} />
      ) : (
        <Revealed taskId={taskId} names={people.data ?? new Map<string, string>()} />
      )}
    </>
  )
}

/** Names of the people who were found, by their pages on the network. */
async function readPeople(runId: string): Promise<ReadonlyMap<string, string>> {
  const people = new Map<string, string>()
  let cursor: string | null = null
  do {
    const page: { rows: Row[]; nextCursor: string | null } = (
      await settle(
        api.POST('/v1/enrich/rows', {
          body: { runId, state: 'matched', pageSize: 200, ...(cursor !== null && { cursor }) },
        }),
      )
    ).output
    for (const { members, record } of page.rows) {
      const name = members?.['url'] ?? members?.['primary_slug']
      if (typeof name === 'string' && people.size < limits.most) people.set(name, record?.name ?? name)
    }
    cursor = page.nextCursor
  } while (cursor !== null && people.size < limits.most)
  return people
}

function Order({
  people,
  onStart,
}: {
  people: readonly string[] | undefined
  onStart(taskId: string): void
}) {
  const [chosen, choose] = useState<readonly Kind[]>(['getWorkEmails'])
  const left = useCredits().data ?? 0
  const isSandbox = useIsSandbox()
  const each = useContactPrice({
    workEmail: chosen.includes('getWorkEmails'),
    personalEmail: chosen.includes('getPersonalEmails'),
    phone: chosen.includes('getPhoneNumbers'),
  })
  const start = useMutation({
    mutationFn: (maxCredits: number) =>
      settle(
        api.POST('/v1/contact-details/batch/start', {
          params: { header: { 'X-Max-Credits': maxCredits } },
          body: {
            personDetails: (people ?? []).map((value) => ({ pnetUrl: { value } })),
            enrichmentTypes: Object.fromEntries(kinds.map((kind) => [kind, chosen.includes(kind)])),
          },
        }),
      ),
    onSuccess({ output }) {
      void renewCredits()
      onStart(output.taskId)
    },
  })
  const total = people?.length
  const price = total === undefined || each === undefined ? undefined : total * each
  const isShort = price !== undefined && price > left
  const isFew = total !== undefined && total < limits.least
  return (
    <>
      <p className="soft">{words.contactsHint}</p>
      {start.error && <Notice tone="bad">{start.error.message}</Notice>}
      <div className="contacts">
        {kinds.map((kind) => (
          <label key={kind} className="row">
            <input
              type="checkbox"
              checked={chosen.includes(kind)}
              onChange={() =>
                choose(chosen.includes(kind) ? chosen.filter((other) => other !== kind) : [...chosen, kind])
              }
            />
            {words.contactKinds[kind]}
          </label>
        ))}
      </div>
      {isFew && <Notice tone="doubt">{words.tooFewPeople}</Notice>}
      {isShort && <Notice tone="doubt">{words.tooFewCredits}</Notice>}
      <p>
        <PriceButton
          isPrimary
          price={isSandbox ? words.free : priceText(price)}
          isDisabled={
            chosen.length === 0 || price === undefined || isShort || isFew || start.isPending || total === 0
          }
          onClick={() => start.mutate(price ?? 0)}
        >
          {words.getContacts} {total !== undefined && count(total, 'person', 'people')}
        </PriceButton>
      </p>
    </>
  )
}

const priceText = (price: number | undefined) =>
  price === undefined ? '…' : `${words.atMost} ${credits(price)}`
