import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { findPeople, personQuestion, type LookupDeps } from '../src/capabilities/resolve/index.ts'
import type { CorpusWriter } from '../src/corpus/write/index.ts'
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
  terms: { type: 'rep' | 'sen'; state: string; start: string }[]
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
  const file = gunzipSync(readFileSync(`${dataDir}/people-us-congress/legislators-current.json.gz`))
  const members = JSON.parse(file.toString('utf8')) as Legislator[]
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
