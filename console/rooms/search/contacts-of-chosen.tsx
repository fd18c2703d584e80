import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { settle, type Answer } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { onEvent } from '../../call/events.ts'
import { idempotencyKey } from '../../call/idempotency.ts'
import { renewCredits, useCredits, useIsSandbox, useMay, usePrice } from '../../call/queries.ts'
import { Notice } from '../../parts/notice.tsx'
import { PriceButton } from '../../parts/price-button.tsx'
import { Segments } from '../../parts/segments.tsx'
import { ContactList, wishes, type ContactWish } from '../../records/contacts.tsx'
import { words as contactWords } from '../../records/words.ts'
import { credits } from '../../words.ts'
import type { SearchKind } from './kind.ts'
import { words } from './words.ts'

type Revealed = Pick<Schemas['RevealedProfile'], 'pnetUrl' | 'name' | 'emails' | 'phoneNumbers'>

/** From so many on they are looked up in the background. */
const batchSize = 10
const perCall = 5

const singleRoute = '/v1/contact-details/single'
const batchRoute = '/v1/contact-details/batch/start'

/** Sums of prices, without what binary fractions add to them. */
const hundredths = (amount: number) => Math.round(amount * 100) / 100

/** Contact details of the chosen people: what they cost at most stands on the button, what is not found is free. */
export function ContactsOfChosen<R>({ kind, chosen }: { kind: SearchKind<R>; chosen: readonly R[] }) {
  const [wish, setWish] = useState<ContactWish>('work_email')
  const [task, setTask] = useState<string>()
  const unit = usePrice(wishes[wish].price)
  const left = useCredits().data ?? 0
  const isSandbox = useIsSandbox()
  const isWorker = useMay('work')
  const profiles = chosen.flatMap((row) => kind.profileOf?.(row) ?? [])
  // Work in the background is begun by those alone who may change something.
  const isOffered = isWorker || profiles.length < batchSize
  const ceiling = unit === undefined ? undefined : hundredths(unit * profiles.length)
  const reveal = useMutation({
    mutationFn: async (maxCredits: number) => {
      setTask(undefined)
      if (profiles.length < batchSize) return revealFew(profiles, wish, unit ?? 0)
      const { output } = await startBatch(profiles, wish, maxCredits)
      setTask(output.taskId)
      return undefined
    },
    onSettled: () => void renewCredits(),
  })
  return (
    <section className="panel" aria-label={words.contacts}>
      <div className="row">
        <Segments<ContactWish>
          label={contactWords.what}
          options={contactWords.kinds}
          value={wish}
          onChange={setWish}
        />
        {isOffered && (
          <PriceButton
            isPrimary
            price={isSandbox ? words.free : words.atMost(ceiling === undefined ? '…' : credits(ceiling))}
            isDisabled={ceiling === undefined || (ceiling > left && !isSandbox) || reveal.isPending}
            onClick={() => reveal.mutate(ceiling ?? 0)}
          >
            {words.revealChosen}
          </PriceButton>
        )}
      </div>
      <p className="soft small">{contactWords.contactsLead}</p>
      {!isOffered && <Notice tone="doubt">{words.fewerChosen(batchSize - 1)}</Notice>}
      {reveal.error && <Notice tone="bad">{reveal.error.message}</Notice>}
      {reveal.data && <People people={reveal.data.people} charged={reveal.data.charged} />}
      {task !== undefined && <Batch task={task} />}
    </section>
  )
}

async function revealFew(profiles: readonly string[], wish: ContactWish, unit: number) {
  const people: Revealed[] = []
  let charged = 0
  for (let start = 0; start < profiles.length; start += perCall) {
    const body = { pnetUrls: profiles.slice(start, start + perCall), enrichmentType: wishes[wish].type }
    const header = {
      'Idempotency-Key': idempotencyKey(singleRoute, body),
      'X-Max-Credits': hundredths(unit * body.pnetUrls.length),
    }
    // One after the other, so that a refusal ends it.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await settle(api.POST(singleRoute, { params: { header }, body }))
    people.push(...(answer.output.profiles ?? []))
    charged += answer.charged
  }
  return { people, charged }
}

function startBatch(
  profiles: readonly string[],
  wish: ContactWish,
  maxCredits: number,
): Promise<Answer<Schemas['StartBatchContactDetailsResponse']['output']>> {
  const body = {
    personDetails: profiles.map((value) => ({ pnetUrl: { value } })),
    enrichmentTypes: wishes[wish].type,
  }
  const header = { 'Idempotency-Key': idempotencyKey(batchRoute, body), 'X-Max-Credits': maxCredits }
  return settle(api.POST(batchRoute, { params: { header }, body }))
}

/** A task of the background; the event of its end says when to read it. */
function Batch({ task }: { task: string }) {
  const poll = useQuery({
    queryKey: ['contacts-of', task],
    staleTime: 0,
    queryFn: () => settle(api.POST('/v1/contact-details/batch/poll', { body: { taskId: task } })),
  })
  const { refetch } = poll
  useEffect(
    () =>
      onEvent((name) => {
        if (name !== 'batch_contact_enrich.completed') return
        void refetch()
        void renewCredits()
      }),
    [refetch],
  )
  if (poll.error) return <Notice tone="bad">{poll.error.message}</Notice>
  const output = poll.data?.output
  if (output?.done !== true) return <Notice>{words.lookingUp(output?.progressPercent ?? 0)}</Notice>
  return (
    <People
      people={output.pageResults.flatMap(({ outputs }) => outputs ?? [])}
      charged={poll.data?.charged}
    />
  )
}

function People({ people, charged }: { people: readonly Revealed[]; charged: number | undefined }) {
  return (
    <>
      <ul className="contacts revealed">
        {people.map((person) => (
          <li key={person.pnetUrl}>
            <strong>{person.name ?? person.pnetUrl}</strong>
            {person.emails.length + person.phoneNumbers.length === 0 ? (
              <span className="soft">{words.nothingFound}</span>
            ) : (
              <ContactList profile={person} />
            )}
          </li>
        ))}
      </ul>
      {charged !== undefined && (
        <p className="soft small">
          {charged === 0 ? words.paidEarlier : `${credits(charged)} ${words.charged}`}
        </p>
      )}
    </>
  )
}
