import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Slices of capabilities that another may import, with the reason. What several need belongs beneath them (`corpus`,
 * `platform`): an entry here says that one slice is about what the other answers.
 */
const allowed: Record<string, Record<string, string>> = {
  audiences: {
    enrich: 'An audience is made of whom the rows of a list were matched to.',
    contacts: 'Contacts of its people are revealed, and charged, as the reveal operations do.',
    live: 'Its companies and people are fetched as the live operations do.',
    search: 'An audience is who searches find, kept.',
  },
  enrich: {
    resolve: 'The rows of a list are looked up as the bulk look-ups do, and priced so.',
  },
  exclusions: {
    audiences: 'Lists are made of the members of an audience.',
  },
  exports: {
    audiences: 'What is exported is who is in an audience.',
    enrich: 'What is exported is whom the rows of a list were matched to.',
    exclusions: 'What is exported is whom an exclusion list names.',
    trackers: 'What is exported is whom a tracker list watches.',
    search: 'Columns say what the search of the audience matched of a company.',
  },
  insights: {
    live: 'A report tells counts of staff over time as a live company does.',
  },
  'job-changes': {
    live: 'A scan asks live sources for the profiles of a list, as the live operations do.',
  },
  language: {
    search: 'A question in prose becomes a search and is answered as one.',
  },
  'operator-accounts': {
    account: 'Keys of organizations are made and shown as their own are.',
  },
  places: {
    contacts: 'Contacts of the owner of a business are revealed, and charged, as the reveal operations do.',
    resolve: 'A local business is looked for as the company it describes.',
  },
  repair: {
    contacts: 'Contacts of repaired rows are revealed, and charged, as the reveal operations do.',
    resolve: 'A row is looked up as the person or company it describes.',
  },
  resolve: {
    search: 'Companies alike, which a record may name, are who findSimilarCompanies finds.',
  },
  'saved-searches': {
    search: 'A saved search asks what searches ask, again and again.',
  },
  trackers: {
    live: 'A refresh asks live sources for the members, as the live operations do.',
    search: 'Members of a list may be found by a search, which is what searches ask.',
    visits: 'What feeds a rule is visited before it is checked.',
  },
  'web-data': {
    contacts: 'Addresses of the owner of an account are revealed, and charged, as the reveal operations do.',
    resolve: 'Who is behind an account, and whose account is asked for, is a person or company described.',
  },
}

type Files = Record<string, string>

const root = join(import.meta.dirname, '../..')
const sources = (): Files =>
  Object.fromEntries(
    globSync('src/capabilities/**/*.ts', { cwd: root })
      .filter((file) => !file.endsWith('.test.ts') && !file.includes('/fixtures/'))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )

const sliceOf = (file: string) => /^src\/capabilities\/([^/]+)\//.exec(file)?.[1]

/** Every path that is imported, or exported again: values and types, at the top or where they are used. */
const importsOf = (text: string) =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) => path)

/** Imports between slices, `repair -> contacts`, with the files they are in. */
function crossings(files: Files): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [file, text] of Object.entries(files)) {
    for (const path of importsOf(text)) {
      const [own, other] = [sliceOf(file), sliceOf(normalize(join(dirname(file), path)))]
      if (own === undefined || other === undefined || own === other) continue
      const crossing = `${own} -> ${other}`
      found.set(crossing, [...(found.get(crossing) ?? []), file])
    }
  }
  return found
}

const refused = (files: Files) =>
  [...crossings(files)].filter(([crossing]) => {
    const [own = '', other = ''] = crossing.split(' -> ')
    return allowed[own]?.[other] === undefined
  })

test('a slice of capabilities imports no other, but for those listed', () => {
  expect(refused(sources())).toEqual([])
})

test('nothing is listed that is not imported', () => {
  const listed = Object.entries(allowed).flatMap(([own, others]) =>
    Object.keys(others).map((other) => `${own} -> ${other}`),
  )
  expect([...crossings(sources()).keys()].toSorted()).toEqual(listed.toSorted())
})

test.each([
  ['import of a value', "import { findPeople } from '../resolve/index.ts'\n"],
  ['import of a type', "import type { Tokens } from '../resolve/index.ts'\n"],
  ['import on several lines', "import {\n  findPeople,\n} from '../resolve/index.ts'\n"],
  ['import for its effect', "import '../resolve/index.ts'\n"],
  ['export of what another has', "export * from '../resolve/index.ts'\n"],
  ['type named in place', "export type T = import('../resolve/index.ts').Tokens\n"],
])('a planted %s is caught', (_name, text) => {
  const file = 'src/capabilities/images/planted.ts'
  expect(refused({ ...sources(), [file]: text })).toEqual([['images -> resolve', [file]]])
})

test('a planted import from a folder of the slice is caught', () => {
  const file = 'src/capabilities/images/operations/planted.ts'
  const text = "import { reveal } from '../../contacts/index.ts'\n"
  expect(refused({ ...sources(), [file]: text })).toEqual([['images -> contacts', [file]]])
})
