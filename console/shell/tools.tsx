import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMay } from '../call/queries.ts'
import { Icon } from '../parts/icon.tsx'
import { Bell } from './bell.tsx'
import { letters, useGo, usePlaces } from './paths.ts'
import { words } from './words.ts'

/** Loaded after the page, so that what is typed after Ctrl K arrives. */
const load = () => import('./commands.tsx')
const Commands = lazy(async () => ({ default: (await load()).Commands }))
const Keys = lazy(async () => ({ default: (await load()).Keys }))

type Opened = 'commands' | 'keys' | undefined

/** The box that leads anywhere, and the bell; both by a key, too. */
export function Tools() {
  const isLooker = useMay('look')
  const [opened, open] = useState<Opened>()
  useKeys(open)
  // Whoever leaves meanwhile needs none.
  useEffect(() => void load().catch(() => undefined), [])
  return (
    <div className="tools">
      <button type="button" aria-keyshortcuts="Control+K" onClick={() => open('commands')}>
        <Icon name="search" />
        {words.goTo}
        <kbd className="push">{words.goToKey}</kbd>
      </button>
      {isLooker && <Bell />}
      {/* Outside of the navigation, which a telephone hides. */}
      {createPortal(
        <Suspense>
          {opened === 'commands' && <Commands onClose={() => open(undefined)} />}
          {opened === 'keys' && <Keys onClose={() => open(undefined)} />}
        </Suspense>,
        document.body,
      )}
    </div>
  )
}

/** How long after g the letter of a page counts, ms. */
const patienceMs = 1_500

/** Whether somebody is writing, or a dialog has the keys. */
const isElsewhere = (target: EventTarget | null) =>
  (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null) ||
  document.querySelector('dialog[open]') !== null

/** Ctrl K, ?, and g with the letter of a page. */
function useKeys(open: (what: Opened) => void): void {
  const go = useGo()
  const { main, developers } = usePlaces()
  const pressedG = useRef(0)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (document.querySelector('dialog[open]') === null) open('commands')
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return
      const isAfterG = event.timeStamp - pressedG.current < patienceMs
      pressedG.current = event.key === 'g' ? event.timeStamp : 0
      if (event.key === '?') open('keys')
      const to = letters[event.key]
      const isPlace = [...main, ...developers].some((place) => place.to === to)
      if (!isAfterG || to === undefined || !isPlace) return
      event.preventDefault()
      // A list that has the focus reads letters, too.
      event.stopPropagation()
      go(to)
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [go, open, main, developers])
}
