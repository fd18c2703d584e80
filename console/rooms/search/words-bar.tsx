import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { idempotencyKey } from '../../call/idempotency.ts'
import { renewCredits, useIsSandbox, useMay, usePrice } from '../../call/queries.ts'
import { Notice } from '../../parts/notice.tsx'
import { credits } from '../../words.ts'
import { addressOf, type Address, type SearchKind } from './kind.ts'
import { words } from './words.ts'

type Reading = Schemas['NlpSearchParseResponse']['output']

const route = '/v1/nlp-search/parse'

/** A sentence becomes filters; what was understood is shown, and what was not. */
export function WordsBar<R>(bar: {
  kind: SearchKind<R>
  text: string | undefined
  onRead(address: Address): void
}) {
  const [text, setText] = useState(bar.text ?? '')
  const price = usePrice('languageParse')
  const isSandbox = useIsSandbox()
  const isSpender = useMay('spend')
  const query = text.trim()
  const read = useMutation({
    mutationFn: (maxCredits: number) => {
      const body = { query }
      const header = { 'Idempotency-Key': idempotencyKey(route, body), 'X-Max-Credits': maxCredits }
      return settle(api.POST(route, { params: { header }, body }))
    },
    onSuccess({ output }) {
      void renewCredits()
      const { profileSearchParams: profile, companySearchParams: company } = output
      const isOfPeople = bar.kind.type === 'people'
      const question = {
        searchParams: (isOfPeople ? profile : company) ?? {},
        ...(isOfPeople && company !== null && { companyParams: company }),
      }
      bar.onRead({ ...addressOf(bar.kind, question), q: query })
    },
  })
  if (!isSpender) return null
  // Until the price is read there is none, not even nothing.
  const unitText = price === undefined ? '…' : credits(price)
  const priceText = isSandbox ? words.free : unitText
  return (
    <form
      className="words-bar"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (price !== undefined) read.mutate(price)
      }}
    >
      <input
        aria-label={words.describe}
        placeholder={`${words.describe}: ${bar.kind.example}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" disabled={query === '' || price === undefined || read.isPending}>
        {words.fill}
        <span className="price">{priceText}</span>
      </button>
      {read.error && <Notice tone="bad">{read.error.message}</Notice>}
      {read.data && <Understood reading={read.data.output} />}
    </form>
  )
}

function Understood({ reading }: { reading: Reading }) {
  const { spans, notUnderstood, notices } = reading
  return (
    <Notice>
      {spans.length > 0 && (
        <>
          {words.understood}{' '}
          {spans.map(({ start, text }) => (
            <span key={start} className="tag good">
              {text}
            </span>
          ))}{' '}
        </>
      )}
      {notUnderstood.length > 0 && (
        <>
          {words.notUnderstood}{' '}
          {notUnderstood.map(({ start, text }) => (
            <span key={start} className="tag doubt">
              {text}
            </span>
          ))}{' '}
        </>
      )}
      {notices.map((notice) => (
        <div key={notice} className="soft small">
          {notice}
        </div>
      ))}
    </Notice>
  )
}
