import { useNavigate, useRouter } from '@tanstack/react-router'
import { useMay } from '../call/queries.ts'
import { places, type Place } from './places.ts'

/** Goes to an address that is put together while the page runs; the focus goes to the new page, too. */
export function useGo() {
  const go = useNavigate()
  return (to: string, search: Record<string, string> = {}) => {
    document.querySelector<HTMLElement>('#main')?.focus()
    void go({ to: to as '/lists', search })
  }
}

const ofEverybody = {
  main: [],
  developers: places.developers.filter(({ to }) => to !== '/webhooks'),
}

/** The pages that whoever is signed in can use. */
export const usePlaces = (): Record<'main' | 'developers', readonly Place[]> =>
  useMay('look') ? places : ofEverybody

/** The page that whoever is signed in begins with: who may not look at records begins with what was spent. */
export const useHome = () => (useMay('look') ? '/lists' : '/usage')

/**
 * The address of one thing below a page, `/lists/ID`, where there is such a page: what members are called is its own
 * affair.
 */
export function usePathOf() {
  const { routesByPath } = useRouter()
  const paths = Object.keys(routesByPath)
  return (place: string, id: string): string | undefined =>
    paths.some((path) => path.startsWith(`${place}/$`) && path.split('/').length === 3)
      ? `${place}/${encodeURIComponent(id)}`
      : undefined
}

/** Letters after g, by page. */
export const letters: Readonly<Record<string, string>> = {
  l: '/lists',
  p: '/people',
  c: '/companies',
  j: '/jobs',
  a: '/audiences',
  s: '/saved',
  t: '/trackers',
  i: '/signals',
  e: '/exports',
  r: '/requests',
  w: '/webhooks',
  k: '/keys',
  u: '/usage',
  m: '/team',
}
