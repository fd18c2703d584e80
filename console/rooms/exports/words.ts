export const words = {
  title: 'Exports',
  lead: 'Files of your audiences, searches and lists of the last forty days. A link is made new whenever you ask for it.',
  none: 'No file yet. Open an audience and choose Export, or search and choose Download all.',
  toAudiences: 'To the audiences',
  reading: 'Reading the exports…',
  columns: { file: 'File', state: 'State', rows: 'Rows', made: 'Made', until: 'Kept until', get: 'Link' },
  download: 'Download',
} as const

export const kinds: Readonly<Record<string, string>> = {
  audienceCompanyExport: 'companies of an audience',
  audienceProspectExport: 'people of an audience',
  companyExport: 'companies',
  prospectExport: 'people',
  jobPostingExport: 'jobs',
}

/** What a file was made of, where its kind does not say that already. */
export const sources: Readonly<Record<string, string>> = {
  search: 'found by a search',
  enrich_run: 'of a list that was looked up',
  tracker_list: 'of a watchlist',
  exclusion_list: 'of a leave-out list',
}

export const states: Readonly<Record<string, { text: string; tone: string; mark: string }>> = {
  queued: { text: 'Waiting', tone: 'doubt', mark: '◐' },
  running: { text: 'Being written', tone: 'doubt', mark: '◐' },
  completed: { text: 'Ready', tone: 'good', mark: '●' },
  failed: { text: 'Failed, free', tone: 'bad', mark: '✕' },
  canceled: { text: 'Stopped', tone: '', mark: '○' },
  expired: { text: 'Expired', tone: '', mark: '○' },
  withdrawn: { text: 'Withdrawn: somebody in it asked to be forgotten', tone: 'bad', mark: '✕' },
}
