import type { Place } from './places.ts'

/** The navigation of whoever operates the installation. */
export const operatorPlaces: readonly Place[] = [
  { to: '/operator/organizations', name: 'Organizations', icon: 'company' },
  { to: '/operator/imports', name: 'Imports', icon: 'file' },
  { to: '/operator/corpus', name: 'Corpus', icon: 'book' },
  { to: '/operator/datasets', name: 'Data sets', icon: 'list' },
  { to: '/operator/sources', name: 'Sources', icon: 'company' },
  { to: '/operator/jobs', name: 'Jobs', icon: 'job' },
  { to: '/operator/duplicates', name: 'Duplicates', icon: 'person' },
  { to: '/operator/removals', name: 'Removals', icon: 'close' },
  { to: '/operator/backups', name: 'Backups', icon: 'file' },
  { to: '/operator/doctor', name: 'Doctor', icon: 'list' },
  { to: '/operator/settings', name: 'Settings', icon: 'menu' },
]
