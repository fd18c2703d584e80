const shapes = {
  list: 'M4 6h16M4 12h16M4 18h10',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 8c0-4 3-6 7-6s7 2 7 6',
  company: 'M4 20V6l8-3v17m0-11 8 2v9M7 9h2m-2 4h2m6 0h2m-2 4h2M3 20h18',
  job: 'M4 8h16v11H4ZM9 8V5h6v3M4 13h16',
  book: 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3Zm0 13a3 3 0 0 1 3-3h11',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 8c0-3.5 2.5-5.5 6-5.5s6 2 6 5.5M16 4a3.5 3.5 0 0 1 0 7m2 3c2 .8 3 2.5 3 5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3 2',
  file: 'M7 3h7l4 4v14H7Zm7 0v4h4',
  signal: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4Zm4 5h4',
  watch: 'M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  hook: 'M9 4v8m6-8v8M6 12h12v2a6 6 0 0 1-12 0Zm6 8v2',
  request: 'M4 7h12m-4-4 4 4-4 4M20 17H8m4-4-4 4 4 4',
  key: 'M15 9a4 4 0 1 1-8 0 4 4 0 0 1 8 0Zm-1.5 3L21 19v2h-3v-2h-2v-2h-2l-1.5-2',
  chart: 'M4 20V4m0 16h16M8 16v-4m4 4V8m4 8v-6',
  team: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 8c0-3 3-5 6-5s6 2 6 5m1-8a3 3 0 0 0 0-6m5 14c0-3-1.5-4.5-4-5',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4Zm4 4h4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 5 5',
} as const

export type IconName = keyof typeof shapes

/** Always beside a word, so it says nothing to those who hear the page. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
