import { count, credits, number } from '../../words.ts'
import type { Kind } from './watchlists.ts'

export const words = {
  signals: 'Signals',
  signalsLead: 'What happened at the companies and people you watch, newest first. Reading signals is free.',
  lists: 'Watchlists',
  listsLead:
    'A watchlist checks its companies or people on a schedule and tells you what changed. Making lists is free; checks cost what stands beside them.',
  newList: 'New watchlist',
  anyList: 'All watchlists',
  anyRule: 'All kinds',
  list: 'Watchlist',
  rule: 'Kind',
  since: 'Since',
  withTests: 'with test signals',
  noSignals: 'No signals yet. They come with the checks of your watchlists.',
  noSignalsHere: 'No signals match. Loosen the filters above.',
  noListSignals:
    'Nothing has been reported yet. The first check only notes how things are; from the second on you hear what changed.',
  noLists:
    'Nothing is watched yet. Paste websites, choose what you want to hear of, and see what you would have heard.',
  reading: 'Reading…',
  what: 'What happened',
  who: 'Who',
  test: 'Test',
  close: 'Close',
  removed: 'Removed since',
  record: 'Record',
  foundAt: 'Found',
  eventDate: 'Happened',
  sources: 'From',
  how: 'How it is known',
  cost: 'Cost',
  free: 'free',
  sandbox: 'free (sandbox)',
  changes: 'What changed',
  message: 'The message',
  /** As the messages of the service call them. */
  chat: { list: 'List', rule: 'Rule', domain: 'Domain', page: 'Page', observed: 'Observed' },
  told: 'Who is told',
  nobodyTold: 'No webhook takes such signals.',
  addWebhook: 'Add one',
  deliveries: 'deliveries',
  sentStates: { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
  notSent: 'nothing sent in the last 30 days',
  name: 'Name',
  nameHint: 'As signals call the list.',
  defaultName: 'Watchlist',
  whom: 'Whom to watch',
  kinds: { company: 'Companies', person: 'People' },
  from: 'Where from',
  ways: { paste: 'Paste', search: 'Your search', saved: 'A saved search', audience: 'An audience' },
  pasteLabels: { company: 'Websites, one a line', person: 'Profile pages, one a line' },
  pasteHints: { company: 'acme.example\nhttps://other.example/about', person: 'https://…/in/ann-example' },
  savedHint: 'Whoever the search finds is watched, searched again at every check.',
  audienceHint: 'Those who are in it now.',
  choose: 'Choose…',
  fromLink: 'Those of the search that led here, searched again at every check.',
  often: 'Check',
  intervals: { '1': 'every day', '7': 'every week', '14': 'every two weeks', '30': 'every month' },
  charged: 'Pay for',
  billings: { per_check: 'each check', per_notification: 'each signal' },
  what2hear: 'What to hear of',
  findRule: 'Find by what you want to know',
  noRule: 'No rule is about this. Try another word: hiring, money, moved, promoted.',
  otherRule: 'Another rule',
  watch: 'Watch them',
  watching: 'Beginning…',
  chooseRule: 'Choose what to hear of and fill in what is needed: here you see what it would have told.',
  nobodyYet: 'Add somebody at the left to see what would have been told.',
  asSlack: 'The message',
  looks: { slack: 'In Slack', json: 'As JSON' },
  perMonth: 'a month',
  perSignal: 'a signal',
  atMost: 'at most',
  perEach: 'for each one checked',
  andMore: 'and more before',
  tabs: { signals: 'Signals', members: 'Members', rules: 'Rules', settings: 'Settings' },
  refresh: 'Check now',
  refreshing: 'Checking…',
  sendTest: 'Send a test signal',
  testSent: 'A test signal was sent to the webhooks of this list.',
  pause: 'Pause',
  resume: 'Go on',
  paused: 'Paused',
  archived: 'Removed',
  remove: 'Remove',
  removeTitle: 'Remove this watchlist?',
  removeText: 'It is not checked any more. Its signals stay readable.',
  removeMemberTitle: 'Stop watching?',
  removeMemberText: 'Signals that were reported stay. You can add it again.',
  removeRuleTitle: 'Remove this rule?',
  removeRuleText: 'It reports nothing from now on. Signals that it reported stay.',
  yes: 'Remove',
  no: 'Keep',
  add: 'Add',
  addMembers: 'Add members',
  found: 'A search finds the members of this list, again at every check.',
  noMembers: 'Nobody is in this list.',
  member: 'Member',
  addedBy: 'Given as',
  addedAt: 'Since',
  unknown: 'no longer known',
  addRule: 'Add a rule',
  saveRule: 'Save the rule',
  save: 'Save',
  saved: 'Saved.',
  listName: 'Name of the list',
  everyHint: 'Days from one check to the next, 1 to 90.',
  days: 'Days between checks',
  edit: 'Change',
  cancel: 'Leave as it was',
  noRules: 'This list has no rules, so it reports nothing. Add one.',
  testRule: 'for tests only',
  atField: 'What is wrong is said beside the form.',
  next: 'Next check',
  last: 'Last check',
  never: 'not yet',
  rules: 'Rules',
  forecast: 'Credits a month',
  state: 'State',
  active: 'Active',
  firstFree: 'The first check only notes how things are, free.',
} as const

export const formWords = {
  more: 'More conditions',
  any: 'Any',
  onePerLine: 'One a line.',
  badJson: 'This is not JSON yet, so it changes nothing. Look for a missing quote, comma or bracket.',
  needed: 'This is needed.',
  ifEmpty: 'If empty:',
  facet: { search: 'Find in', all: 'Show all', fewer: 'Show fewer' },
}

const nouns = { company: ['company', 'companies'], person: ['person', 'people'] } as const

/** `3 companies`, `1 person`. */
export const members = (kind: Kind, amount: number) => count(amount, nouns[kind][0], nouns[kind][1])

export const everyDays = (days: number) =>
  (words.intervals as Record<string, string>)[days] ?? `every ${number(days)} days`

export const addedText = (kind: Kind, { added, unknown }: { added: number; unknown: number }) =>
  unknown === 0
    ? `${members(kind, added)} added.`
    : `${members(kind, added)} added; ${number(unknown)} not known here, so nothing is watched for ${unknown === 1 ? 'it' : 'them'}.`

/** `Would have told 14 signals in the last year`. */
export const toldText = (amount: number, isAtLeast: boolean) =>
  `Would have told ${isAtLeast ? 'at least ' : ''}${count(amount, 'signal')} in the last year`

export const triedText = (kind: Kind, checked: number, withHistory: number) =>
  `Tried on ${members(kind, checked)}, of which ${number(withHistory)} ${withHistory === 1 ? 'has' : 'have'} a past here.`

/** What watching costs, in the units that the list pays by. */
export const aMonth = (amount: number) => `about ${credits(amount)} ${words.perMonth}`
