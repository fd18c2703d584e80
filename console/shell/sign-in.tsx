import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { settle } from '../call/answer.ts'
import { api } from '../call/client.ts'
import { renewSession, useOffers } from '../call/queries.ts'
import { openSession, takeLink, type SignInWay } from '../call/session.ts'
import { Notice } from '../parts/notice.tsx'
import { words } from './words.ts'

/** Taken once, before anything renders twice. */
const link = takeLink()
let isLinkUsed = false

const badLink = link !== undefined && 'invitation' in link ? words.badInvitation : words.badCode

/** With the code of a link by itself, else by the company's provider, a mail or a key, as the installation offers. */
export function SignIn() {
  const offers = useOffers()
  const enter = useMutation({ mutationFn: openSession, onSuccess: () => renewSession() })
  useEffect(() => {
    if (link === undefined || isLinkUsed) return
    isLinkUsed = true
    enter.mutate(link)
  })
  const isByLink = enter.variables !== undefined && enter.variables === link
  if (isByLink && enter.isPending)
    return <div className="loading" role="progressbar" aria-label={words.loading} />
  return (
    <main className="sign-in">
      <h1>{words.signInTitle}</h1>
      {enter.error && <Notice tone="bad">{isByLink ? badLink : enter.error.message}</Notice>}
      {offers?.provider && (
        <a className="button primary" href={offers.provider.startUrl}>
          {words.signInBy} {offers.provider.name}
        </a>
      )}
      {offers?.mail && <ByMail isEntering={enter.isPending} onEnter={(way) => enter.mutate(way)} />}
      <ByKey isEntering={enter.isPending} onEnter={(way) => enter.mutate(way)} />
      {offers?.operator === true && <Link to="/operator">{words.asOperator}</Link>}
    </main>
  )
}

interface Way {
  isEntering: boolean
  onEnter(way: SignInWay): void
}

function ByKey({ isEntering, onEnter }: Way) {
  const [apiKey, setKey] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onEnter({ apiKey: apiKey.trim() })
      }}
    >
      <label htmlFor="key">{words.key}</label>
      <input
        id="key"
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={apiKey}
        onChange={(event) => setKey(event.target.value)}
      />
      <p className="soft">{words.signInHint}</p>
      <button type="submit" className="primary" disabled={apiKey.trim() === '' || isEntering}>
        {words.signIn}
      </button>
    </form>
  )
}

/** A six-digit code is mailed to the address, then it is entered. */
function ByMail({ isEntering, onEnter }: Way) {
  const [email, setEmail] = useState('')
  const [otp, setOtp] = useState('')
  const sending = useMutation({
    mutationFn: () => settle(api.POST('/v1/account/send-otp', { body: { email: email.trim() } })),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (sending.isSuccess) onEnter({ email: email.trim(), otp: otp.trim() })
        else sending.mutate()
      }}
    >
      <label htmlFor="email">{words.email}</label>
      <input
        id="email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => {
          setEmail(event.target.value)
          sending.reset()
        }}
      />
      {sending.error && <Notice tone="bad">{sending.error.message}</Notice>}
      {sending.isSuccess && (
        <>
          <label htmlFor="otp">{words.otp}</label>
          <input
            id="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={otp}
            onChange={(event) => setOtp(event.target.value)}
          />
        </>
      )}
      <button type="submit" disabled={email.trim() === '' || sending.isPending || isEntering}>
        {sending.isSuccess ? words.signInByMail : words.sendCode}
      </button>
    </form>
  )
}
