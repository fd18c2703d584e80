import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { findPeople, personQuestion, type LookupDeps } from '../src/capabilities/resolve/index.ts'
import type { CorpusWriter } from '../src/corpus/write/index.ts'
import type { TwoFiles } from './joining-sets.ts'
import { openTally } from './resolution-tally.ts'

interface Legislator {
  id: { bioguide: string }
  name: {
    first: string
    last: string
    middle?: string
    nickname?: string
    official_full?: string
    suffix?: string
  }
  bio: { birthday?: string }
  terms: { type: 'rep' | 'sen'; state: string; start: string; end: string }[]
}

const chambers = { rep: 'United States House of Representatives', sen: 'United States Senate' }
const quiet = { signal: new AbortController().signal, warn: () => {}, advise: () => {} }

/**
 * Members of a real parliament, stored by first and family name and chamber, and asked for by the other ways their
 * names are written in public: the official form, the nickname, with middle names. Every tenth is left out.
 */
export async function memberFigures(
  { deps, writer }: { deps: LookupDeps; writer: CorpusWriter },
  dataDir: string,
): Promise<string> {
  const members = legislators(dataDir)
  const isLeftOut = (index: number) => index % 10 === 9
  const items = members
    .filter((_, index) => !isLeftOut(index))
    .map((member, index) => ({ line: index + 1, record: personOf(member) }))
  await writer.write('people', items, { source: 'bench', observedAt: new Date('2026-01-01') })
  const measure = openTally()
  for (const [index, member] of members.entries()) {
    for (const [kind, name] of Object.entries(writtenAs(member.name))) {
      if (name === undefined) continue
      const companyName = { value: chambers[chamberOf(member)] }
      const asked = personQuestion.parse({ personName: { value: name }, companyName, fuzzySearch: true })
      const found = await measure.timed(() => findPeople(deps, quiet, asked))
      const answered = found.matches[0]?.person.primary_slug
      measure.count(kind, { isKnown: !isLeftOut(index), answered, truth: slugOf(member) })
    }
  }
  return measure.body()
}

/** Members as they are stored: first and family name, and the chamber as employer. */
export const memberRecords = (dataDir: string): object[] => legislators(dataDir).map(personOf)

function legislators(dataDir: string): Legislator[] {
  const file = gunzipSync(readFileSync(`${dataDir}/people-us-congress/legislators-current.json.gz`))
  return JSON.parse(file.toString('utf8')) as Legislator[]
}

/**
 * Seven in ten of the members with all their terms, and a roster of all: names as on the door, the chamber of today, since
 * when and for which state. A roster says nothing else; nothing here is made up.
 */
export function rosterFiles(dataDir: string): TwoFiles {
  const members = legislators(dataDir)
  const files: TwoFiles = { first: [], second: [], truth: new Map() }
  for (const [index, member] of members.entries()) {
    const isKnown = index % 10 < 7
    if (isKnown) files.first.push(careerOf(member))
    const vendor = String(index + 1)
    files.second.push({ ...rosterLine(member), external_ids: { vendor } })
    files.truth.set(vendor, isKnown ? slugOf(member) : null)
  }
  return files
}

const titles = { rep: 'Representative', sen: 'Senator' }

function careerOf(member: Legislator): object {
  const { first, last } = member.name
  return {
    primary_slug: slugOf(member),
    user_id: slugOf(member),
    name: `${first} ${last}`,
    first_name: first,
    last_name: last,
    dob: member.bio.birthday,
    inferred_location: { state_code: member.terms.at(-1)?.state, country_code: 'USA' },
    experiences: member.terms.toReversed().map(({ type, start, end }, index) => ({
      company_name: chambers[type],
      title: titles[type],
      start_date: start,
      end_date: index === 0 ? null : end,
      is_current: index === 0,
    })),
  }
}

function rosterLine({ name, terms }: Legislator): object {
  const { first, last, nickname, official_full } = name
  const term = terms.at(-1)
  const type = term?.type ?? 'rep'
  return {
    name: official_full ?? `${nickname ?? first} ${last}`,
    inferred_location: { state_code: term?.state, country_code: 'USA' },
    experiences: [
      { company_name: chambers[type], title: titles[type], start_date: term?.start, is_current: true },
    ],
  }
}

const chamberOf = ({ terms }: Legislator) => terms.at(-1)?.type ?? 'rep'
const slugOf = ({ id }: Legislator) => `member-${id.bioguide.toLowerCase()}`

function personOf(member: Legislator): object {
  const { first, last } = member.name
  const stored = chambers[chamberOf(member)]
  const position = {
    company_name: stored,
    title: 'Member',
    is_current: true,
    start_date: member.terms.at(-1)?.start,
  }
  return {
    primary_slug: slugOf(member),
    name: `${first} ${last}`,
    first_name: first,
    last_name: last,
    experiences: [position],
  }
}

function writtenAs({ first, middle, last, nickname, official_full, suffix }: Legislator['name']) {
  return {
    'as it is': `${first} ${last}`,
    'official form': official_full,
    nickname: nickname === undefined ? undefined : `${nickname} ${last}`,
    'family name first': `${last.toUpperCase()}, ${first} ${middle ?? ''}`.trim(),
    'middle name, suffix':
      middle === undefined ? undefined : `${first} ${middle} ${last} ${suffix ?? ''}`.trim(),
  }
}
