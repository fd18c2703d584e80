import type { LinkProps } from '@tanstack/react-router'
import type { IconName } from '../parts/icon.tsx'

/** A line of the navigation. */
export interface Place {
  to: NonNullable<LinkProps['to']>
  name: string
  icon: IconName
}

export const places: Record<'main' | 'developers', readonly Place[]> = {
  main: [
    { to: '/lists', name: 'Lists', icon: 'list' },
    { to: '/people', name: 'People', icon: 'person' },
    { to: '/companies', name: 'Companies', icon: 'company' },
    { to: '/jobs', name: 'Jobs', icon: 'job' },
    { to: '/audiences', name: 'Audiences', icon: 'people' },
    { to: '/saved', name: 'Saved searches', icon: 'clock' },
    { to: '/signals', name: 'Signals', icon: 'signal' },
    { to: '/trackers', name: 'Watchlists', icon: 'watch' },
    { to: '/exports', name: 'Exports', icon: 'file' },
  ],
  developers: [
    { to: '/requests', name: 'Requests', icon: 'request' },
    { to: '/webhooks', name: 'Webhooks', icon: 'hook' },
    { to: '/keys', name: 'API keys', icon: 'key' },
    { to: '/usage', name: 'Usage and credits', icon: 'chart' },
    { to: '/team', name: 'Team', icon: 'team' },
  ],
}
