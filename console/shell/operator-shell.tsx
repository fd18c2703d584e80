import './operator-shell.css'
import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  closeOperator,
  openOperator,
  operatorQueries,
  takeOperatorCode,
  useOperator,
  type OperatorSession,
} from '../call/operator.ts'
import { Refused } from '../call/answer.ts'
import { Field } from '../parts/field.tsx'
import { Notice } from '../parts/notice.tsx'
import { operatorPlaces } from './operator-places.ts'
import { words } from './operator-words.ts'
import { Brand, Layout, Loading, Places } from './shell.tsx'

/** Taken once, before anything renders twice. */
const code = takeOperatorCode()
let isCodeUsed = false

/** The frame of the pages of whoever operates the installation: a red band, and a session of its own. */
export const OperatorShell = ({ path }: { path: string }) => (
  <QueryClientProvider client={operatorQueries}>
    <Session path={path} />
  </QueryClientProvider>
)

function Session({ path }: { path: string }) {
  const operator = useOperator()
  if (operator.isPending) return <Loading />
  if (operator.error) return <Notice tone="bad">{operator.error.message}</Notice>
  if (operator.data === null) return <SignIn />
  return <Inside path={path} session={operator.data} />
}

const Inside = ({ path, session }: { path: string; session: OperatorSession }) => (
  <Layout path={path} look="operator" side={<Side path={path} session={session} />}>
    <div className="operator-band">{words.band}</div>
  </Layout>
)

const Side = ({ path, session }: { path: string; session: OperatorSession }) => (
  <nav className="side" aria-label={words.main}>
    <Brand />
    <Places places={operatorPlaces} path={path} />
    <div className="foot">
      <Link to="/lists">{words.back}</Link>
      <div className="row">
        <span className="who">{session.actor}</span>
        <button type="button" className="link push" onClick={() => void closeOperator()}>
          {words.leave}
        </button>
      </div>
    </div>
  </nav>
)

/** A wrong token or link, in words of this page; anything else as the service says it. */
function sentenceOf(error: Error, isByCode: boolean): string {
  if (isByCode) return words.badCode
  return error instanceof Refused && error.status === 401 ? words.badToken : error.message
}

/** By the token of the settings; a link of the machine signs in by itself. */
function SignIn() {
  const [token, setToken] = useState('')
  const enter = useMutation({ mutationFn: openOperator })
  useEffect(() => {
    if (code === undefined || isCodeUsed) return
    isCodeUsed = true
    enter.mutate({ code })
  })
  const isByCode = enter.variables !== undefined && 'code' in enter.variables
  if (isByCode && enter.isPending) return <Loading />
  return (
    <main className="sign-in">
      <h1>{words.title}</h1>
      {enter.error && <Notice tone="bad">{sentenceOf(enter.error, isByCode)}</Notice>}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          enter.mutate({ token: token.trim() })
        }}
      >
        <Field label={words.token} hint={words.hint}>
          <input
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </Field>
        <button type="submit" className="primary" disabled={token.trim() === '' || enter.isPending}>
          {words.signIn}
        </button>
      </form>
      <Link to="/lists">{words.back}</Link>
    </main>
  )
}
