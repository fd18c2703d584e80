import { useIsFetching } from '@tanstack/react-query'
import { Link, Navigate, Outlet, useRouterState, type ErrorComponentProps } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { leaveAll, useCredits, useIsSandbox, useMay, useOffers, useSession } from '../call/queries.ts'
import { endSession, setMode } from '../call/session.ts'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { Pick } from '../parts/pick.tsx'
import { MaySpend } from '../parts/price-button.tsx'
import { useSheet } from '../parts/sheet.ts'
import { number } from '../words.ts'
import { useHome, usePlaces } from './paths.ts'
import type { Place } from './places.ts'
import { SignIn } from './sign-in.tsx'
import { Tools } from './tools.tsx'
import { keepTheme, readTheme, type Theme } from './theme.ts'
import { words } from './words.ts'

/** The frame of every page of an organization. */
export function Shell() {
  const session = useSession()
  const isSandbox = useIsSandbox()
  const isSpender = useMay('spend')
  const path = useRouterState({ select: ({ location }) => location.pathname })
  if (session.isPending) return <Loading />
  if (session.error) return <Notice tone="bad">{session.error.message}</Notice>
  if (session.data === null) return <SignIn />
  return (
    <MaySpend value={isSpender}>
      <Layout path={path} look={isSandbox ? 'sandbox' : ''} side={<Side path={path} />}>
        {isSandbox && <div className="sandbox-band">{words.sandboxOn}</div>}
      </Layout>
    </MaySpend>
  )
}

/** The page between its navigation and a band over it. On a telephone a button opens the navigation, and a new page closes it. */
export function Layout(layout: { path: string; look: string; side: ReactNode; children: ReactNode }) {
  const { isOpen, setOpen, button } = useSheet()
  useEffect(() => setOpen(false), [setOpen, layout.path])
  return (
    <div className={`shell ${layout.look} ${isOpen ? 'open' : ''}`}>
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <header className="top">
        <button ref={button} type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'close' : 'menu'} />
          {words.menu}
        </button>
        <Brand />
      </header>
      {layout.side}
      <main id="main" tabIndex={-1}>
        <Reading />
        {layout.children}
        <Suspense fallback={<Loading />}>
          <Outlet key={layout.look} />
        </Suspense>
      </main>
    </div>
  )
}

/** A line at the top while something is read that is not there yet. */
function Reading() {
  const count = useIsFetching({ predicate: ({ state }) => state.data === undefined })
  return count > 0 && <div className="reading" role="progressbar" aria-label={words.loading} />
}

export const Brand = () => (
  <div className="brand">
    <span className="mark" aria-hidden="true">
      A
    </span>
    {words.product}
  </div>
)

export const Loading = () => <div className="loading" role="progressbar" aria-label={words.loading} />

function Side({ path }: { path: string }) {
  const places = usePlaces()
  const mode = useSession().data?.mode
  const offers = useOffers()
  return (
    <nav className="side" aria-label={words.main}>
      <Brand />
      <Tools key={mode} />
      {places.main.length > 0 && <Places places={places.main} path={path} />}
      <h2>{words.developers}</h2>
      <Places places={places.developers} path={path} />
      <ul>
        <li>
          <a className="nav" href="/guide">
            <Icon name="book" />
            {words.guide}
          </a>
        </li>
        <li>
          <a className="nav" href="/docs">
            <Icon name="request" />
            {words.reference}
          </a>
        </li>
        {offers?.operator === true && (
          <li>
            <Link to="/operator" className="nav">
              <Icon name="company" />
              {words.operator}
            </Link>
          </li>
        )}
      </ul>
      <Foot />
    </nav>
  )
}

export function Places({ places: group, path }: { places: readonly Place[]; path: string }) {
  return (
    <ul>
      {group.map(({ to, name, icon }) => (
        <li key={to}>
          <Link to={to} className="nav" aria-current={isWithin(path, to) ? 'page' : undefined}>
            <Icon name={icon} />
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Whether a path is a place of the navigation or below it. */
const isWithin = (path: string, place: string) => `${path}/`.includes(`${place}/`)

function Foot() {
  const credits = useCredits()
  const session = useSession()
  const isSandbox = useIsSandbox()
  const [theme, setTheme] = useState(readTheme)
  const { person, organization } = session.data ?? {}
  const who = person?.name ?? person?.email ?? organization?.name
  const change = async (act: Promise<unknown>) => {
    await act
    await leaveAll()
  }
  return (
    <div className="foot">
      <div aria-live="polite">
        <strong>{credits.data === undefined ? '…' : number(credits.data)}</strong> {words.creditsLeft}
      </div>
      <label className="row">
        <input
          type="checkbox"
          checked={isSandbox}
          onChange={() => void change(setMode(isSandbox ? 'live' : 'test'))}
        />
        {words.sandbox}
      </label>
      <Pick
        label={words.theme}
        options={words.themes}
        value={theme}
        onChange={(value) => {
          keepTheme(value as Theme)
          setTheme(value as Theme)
        }}
      />
      <div className="row">
        {who && <span className="who">{who}</span>}
        <button type="button" className="link push" onClick={() => void change(endSession())}>
          {words.signOut}
        </button>
      </div>
    </div>
  )
}

export const Home = () => <Navigate to={useHome()} replace />

export function NotFound() {
  const home = useHome()
  return (
    <div className="page narrow">
      <h1>{words.notFoundTitle}</h1>
      <p className="lead">{words.notFound}</p>
      <Link to={home} className="button">
        {words.toHome[home]}
      </Link>
    </div>
  )
}

/** What a fault of our own leaves of a page. */
export function Broken({ error }: ErrorComponentProps) {
  return (
    <div className="page narrow" role="alert">
      <h1>{words.brokenTitle}</h1>
      <p className="lead">{words.broken}</p>
      <p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
      <button type="button" onClick={() => location.reload()}>
        {words.reload}
      </button>
    </div>
  )
}
