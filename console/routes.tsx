import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Frame } from './shell/frame.tsx'
import { Broken, Home, NotFound } from './shell/shell.tsx'

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound })
const getParentRoute = () => root

/** Members of an address are texts; each room reads those it knows. */
export type Address = Record<string, string | undefined>
const validateSearch = (search: Address): Address => search

/** A page and the file that is loaded when somebody opens it. */
const page = <const Path extends string>(path: Path, load: () => Promise<{ Page: () => ReactNode }>) =>
  createRoute({ getParentRoute, path, validateSearch, component: lazyRouteComponent(load, 'Page') })

const home = createRoute({
  getParentRoute,
  path: '/',
  component: Home,
})

const operator = createRoute({
  getParentRoute,
  path: '/operator',
  beforeLoad: () => {
    throw redirect({ to: '/operator/organizations', hash: true })
  },
})

const pages = [
  home,
  page('/lists', () => import('./rooms/lists/start.tsx')),
  page('/lists/new', () => import('./rooms/lists/columns.tsx')),
  page('/lists/clean/$run', () => import('./rooms/lists/cleaned.tsx')),
  page('/lists/$run', () => import('./rooms/lists/run.tsx')),
  page('/people', () => import('./rooms/search/people.tsx')),
  page('/companies', () => import('./rooms/search/companies.tsx')),
  page('/jobs', () => import('./rooms/search/jobs.tsx')),
  page('/person/$slug', () => import('./rooms/record/person.tsx')),
  page('/company/$domain', () => import('./rooms/record/company.tsx')),
  page('/audiences', () => import('./rooms/audiences/list.tsx')),
  page('/audiences/$id', () => import('./rooms/audiences/audience.tsx')),
  page('/saved', () => import('./rooms/saved/list.tsx')),
  page('/saved/$id', () => import('./rooms/saved/saved.tsx')),
  page('/exports', () => import('./rooms/exports/list.tsx')),
  page('/signals', () => import('./rooms/signals/feed.tsx')),
  page('/trackers', () => import('./rooms/signals/lists.tsx')),
  page('/trackers/new', () => import('./rooms/signals/new.tsx')),
  page('/trackers/$list', () => import('./rooms/signals/list.tsx')),
  page('/webhooks', () => import('./rooms/webhooks/start.tsx')),
  page('/webhooks/new', () => import('./rooms/webhooks/new.tsx')),
  page('/webhooks/$endpoint', () => import('./rooms/webhooks/endpoint.tsx')),
  page('/requests', () => import('./rooms/requests/requests.tsx')),
  page('/keys', () => import('./rooms/keys/keys.tsx')),
  page('/usage', () => import('./rooms/usage/usage.tsx')),
  page('/team', () => import('./rooms/team/team.tsx')),
  operator,
  page('/operator/organizations', () => import('./rooms/operator/organizations.tsx')),
  page('/operator/organizations/$organization', () => import('./rooms/operator/organization.tsx')),
  page('/operator/imports', () => import('./rooms/operator/imports.tsx')),
  page('/operator/imports/$import', () => import('./rooms/operator/import.tsx')),
  page('/operator/corpus', () => import('./rooms/operator/corpus.tsx')),
  page('/operator/datasets', () => import('./rooms/operator/datasets.tsx')),
  page('/operator/sources', () => import('./rooms/operator/sources.tsx')),
  page('/operator/jobs', () => import('./rooms/operator/jobs.tsx')),
  page('/operator/duplicates', () => import('./rooms/operator/duplicates.tsx')),
  page('/operator/removals', () => import('./rooms/operator/removals.tsx')),
  page('/operator/backups', () => import('./rooms/operator/backups.tsx')),
  page('/operator/doctor', () => import('./rooms/operator/doctor.tsx')),
  page('/operator/settings', () => import('./rooms/operator/settings.tsx')),
] as const

function writeSearch(search: Address): string {
  const members = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(members as [string, string][]).toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}

export const router = createRouter({
  routeTree: root.addChildren(pages),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultErrorComponent: Broken,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: writeSearch,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
