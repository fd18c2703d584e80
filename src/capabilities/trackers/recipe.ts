import type { Recipe } from '../../operation/index.ts'

export const watchAccounts: Recipe = {
  name: 'watch-accounts',
  title: 'Watch accounts',
  intro:
    'Companies are compared with their earlier state at an interval of days, and each change a rule looks for becomes a signal. The first check is a free baseline; later ones charge for each company checked, or for each signal.',
  steps: [
    {
      operation: 'listAvailableTrackerRules',
      note: 'Choose rules. Free.',
      input: {},
    },
    {
      operation: 'createTrackerCompanyList',
      note: 'Make the list. Free.',
      input: {
        name: 'Key accounts',
        refreshIntervalDays: 7,
        trackingRules: [
          {
            type: 'headcount_crossed_threshold',
            entityType: 'company',
            isDummy: false,
            direction: 'above',
            threshold: 100,
          },
        ],
      },
      keep: { LIST_ID: 'id' },
    },
    {
      operation: 'addTrackerCompanies',
      note: 'Add the accounts by any identifier. `invalidCompanies` lists those that are not known.',
      input: { listId: 'LIST_ID', companies: [{ domain: 'acme.example' }] },
    },
    {
      operation: 'refreshTrackerCompanyList',
      note: 'Compare now: the first time is the free baseline.',
      input: { listId: 'LIST_ID' },
    },
    {
      operation: 'fireTrackerDummy',
      note: 'See what a signal looks like before the first.',
      input: { listId: 'LIST_ID' },
    },
    {
      operation: 'listTrackerSignals',
      note: 'Read the signals, the newest first; a webhook for tracker events gets them as they come.',
      input: { listId: 'LIST_ID' },
    },
  ],
}
