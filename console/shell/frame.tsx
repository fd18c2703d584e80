import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Loading, Shell } from './shell.tsx'

/** Loaded by whoever operates the installation, not by everybody. */
const OperatorShell = lazy(async () => ({ default: (await import('./operator-shell.tsx')).OperatorShell }))

/** The operator has a frame and a session of its own. */
export function Frame() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  if (!/^(?:\/console)?\/operator(?:\/|$)/.test(path)) return <Shell />
  return (
    <Suspense fallback={<Loading />}>
      <OperatorShell path={path} />
    </Suspense>
  )
}
