import './records.css'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { settle } from '../call/answer.ts'
import { api, type Schemas } from '../call/client.ts'
import { idempotencyKey } from '../call/idempotency.ts'
import { renewCredits, useCredits, useIsSandbox, usePrice } from '../call/queries.ts'
import { Notice } from '../parts/notice.tsx'
import { PriceButton } from '../parts/price-button.tsx'
import { Segments } from '../parts/segments.tsx'
import { credits } from '../words.ts'
import { outcomes, statuses, words } from './words.ts'

export type ContactWish = keyof typeof words.kinds

/** What a wish asks for, and the unit that it costs at most. */
export const wishes: Readonly<Record<ContactWish, { price: string; type: Record<string, boolean> }>> = {
  work_email: {
    price: 'workEmailReveal',
    type: { getWorkEmails: true, getPersonalEmails: false, getPhoneNumbers: false },
  },
  email: {
    price: 'allEmailReveal',
    type: { getWorkEmails: true, getPersonalEmails: true, getPhoneNumbers: false },
  },
  phone: {
    price: 'phoneReveal',
    type: { getWorkEmails: false, getPersonalEmails: false, getPhoneNumbers: true },
  },
  all: {
    price: 'combinedReveal',
    type: { getWorkEmails: true, getPersonalEmails: true, getPhoneNumbers: true },
  },
}

const route = '/v1/contact-details/single'

/** The addresses of one person, at the price on the button. */
export function Contacts({ profile }: { profile: string }) {
  const [wish, setWish] = useState<ContactWish>('work_email')
  const price = usePrice(wishes[wish].price)
  const left = useCredits().data ?? 0
  const isSandbox = useIsSandbox()
  const reveal = useMutation({
    mutationFn: (maxCredits: number) => {
      const body = { pnetUrl: profile, enrichmentType: wishes[wish].type, includeAttempts: true }
      const header = { 'Idempotency-Key': idempotencyKey(route, body), 'X-Max-Credits': maxCredits }
      return settle(api.POST(route, { params: { header }, body }))
    },
    onSuccess: () => void renewCredits(),
  })
  const text = price === undefined ? '…' : credits(price)
  return (
    <section aria-label={words.contacts}>
      <h3>{words.contacts}</h3>
      <p className="soft small">{words.contactsLead}</p>
      <div className="row">
        <Segments<ContactWish> label={words.what} options={words.kinds} value={wish} onChange={setWish} />
        <PriceButton
          isPrimary
          price={isSandbox ? words.free : text}
          isDisabled={price === undefined || (price > left && !isSandbox) || reveal.isPending}
          onClick={() => reveal.mutate(price ?? 0)}
        >
          {words.reveal}
        </PriceButton>
      </div>
      {reveal.error && <Notice tone="bad">{reveal.error.message}</Notice>}
      {reveal.data && <Reveal profile={reveal.data.output.profile} charged={reveal.data.charged} />}
    </section>
  )
}

type Revealed = Schemas['RevealedProfile']

function Reveal({ profile, charged }: { profile: Revealed; charged: number }) {
  const isNone = profile.emails.length === 0 && profile.phoneNumbers.length === 0
  return (
    <Notice>
      {isNone && <p>{words.nothing}</p>}
      <ContactList profile={profile} />
      {!isNone && (
        <p className="soft small">
          {charged === 0 ? words.paidEarlier : `${credits(charged)} ${words.charged}`}
        </p>
      )}
      <Attempts attempts={profile.attempts ?? []} />
    </Notice>
  )
}

/** Addresses and numbers, each with what is known of it. */
export function ContactList({ profile }: { profile: Pick<Revealed, 'emails' | 'phoneNumbers'> }) {
  return (
    <ul className="contacts">
      {profile.emails.map(({ email, type, status, source }) => {
        const [tone, text] = statuses[status] ?? ['', status]
        return (
          <li key={email}>
            <a href={`mailto:${email}`}>{email}</a> <span className={`tag ${tone}`}>{text}</span>{' '}
            <span className="soft small">{[type, source].filter(Boolean).join(', ')}</span>
          </li>
        )
      })}
      {profile.phoneNumbers.map(({ number, type, source }) => (
        <li key={number}>
          <a href={`tel:${number}`}>{number}</a>{' '}
          <span className="soft small">{[type, source].filter(Boolean).join(', ')}</span>
        </li>
      ))}
    </ul>
  )
}

function Attempts({ attempts }: { attempts: readonly Schemas['SourceAttempt'][] }) {
  if (attempts.length === 0) return null
  return (
    <details>
      <summary>{words.asked}</summary>
      <ul className="contacts">
        {attempts.map(({ source, capability, outcome, ms }) => (
          <li key={`${source} ${capability}`}>
            {source}: {outcomes[outcome] ?? outcome} <span className="soft small">{ms} ms</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
