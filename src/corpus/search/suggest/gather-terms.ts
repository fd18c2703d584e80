import { setImmediate as nextTurn } from 'node:timers/promises'
import { normalText } from '../../../lib/text-normal.ts'
import type { ClickHouse, Query } from '../../../store/clickhouse/index.ts'
import type { Snapshot } from '../../commits/index.ts'
import { kinds, type EntityKind } from '../../kinds/index.ts'
import {
  cityIndexAt,
  industriesBody,
  metroAreas,
  readCity,
  skillsBody,
  technologiesBody,
} from '../../reference/index.ts'
import { tokenValue } from '../../search-index/index.ts'
import type { ConditionCompiler } from '../compiler.ts'
import { always, and, hasAll, type Condition } from '../condition.ts'
import { requireColumns } from '../lacking-rows.ts'
import { countAreas } from '../place/area-counts.ts'
import { companyNumbers } from '../person/employment.ts'
import { containsWords, titleContains } from '../text.ts'
import { personSkills, presentTitles, type ValueColumn } from '../value-columns.ts'
import { visibleAt } from '../visibility.ts'

/** What can be suggested. */
export const suggestionTypes = [
  'company',
  'title',
  'skill',
  'technology',
  'industry',
  'city',
  'metro-area',
] as const
export type SuggestionType = (typeof suggestionTypes)[number]

/** Something to suggest. */
export interface Term {
  /** Texts in normal form by which it is found. */
  texts: string[]
  label: string
  /** Records that have it. */
  count: number
  /** What tells it from others: the entity of a company, the place of a city among all, the slug of an area. */
  key: string
}

interface Gathering {
  engine: ClickHouse
  compiler: ConditionCompiler
  snapshot: Snapshot
}

interface Gatherer {
  /** Whose rows are counted. */
  kind: EntityKind
  gather(from: Gathering): Promise<Term[]>
  /** Rows that have a term; absent for terms that are there without any. */
  rowsWith?(term: Term): Condition
}

/** Terms of one sort that are held, the most frequent ones. */
export const maxTerms = 200_000
/** A list is made of all rows, and nobody waits for it but the first who asks. */
const maxGatherMs = 120_000

/** Reads terms in blocks and gives others their turn between them. */
async function readTerms<Row>(
  { engine }: Gathering,
  query: Pick<Query, 'tag' | 'sql' | 'params'>,
  toTerm: (row: Row) => Term,
): Promise<Term[]> {
  const terms: Term[] = []
  const settings = { validate_polygons: 0, max_threads: 1 }
  for await (const rows of engine.stream<Row>({ ...query, maxMs: maxGatherMs, settings })) {
    for (const row of rows) terms.push(toTerm(row))
    await nextTurn()
  }
  return terms
}

interface CountedText {
  text: string
  n: string
}

/** The values of a column, the most frequent first. */
async function gatherColumn(
  from: Gathering,
  kind: EntityKind,
  { column, readLabel }: { column: ValueColumn; readLabel(text: string): string },
): Promise<Term[]> {
  const { sql, params } = await from.compiler.compile(visibleAt(kind, always, from.snapshot))
  requireColumns(kind, column.sql, from.snapshot.lacks)
  return readTerms<CountedText>(
    from,
    {
      tag: `suggest-${kind}`,
      sql: `SELECT text, count() AS n FROM (SELECT arrayJoin(${column.sql}) AS text FROM ${kinds[kind].table} WHERE ${sql})
        GROUP BY text ORDER BY n DESC, text LIMIT {most:UInt32}`,
      params: { ...params, most: maxTerms },
    },
    ({ text, n }) => {
      const value = column.readText(text)
      return { texts: [value], label: readLabel(value), count: Number(n), key: value }
    },
  )
}

/** The tokens of one kind, the most frequent first. */
function gatherTokens(
  from: Gathering,
  kind: EntityKind,
  { facet, readLabel }: { facet: string; readLabel(token: string): string },
): Promise<Term[]> {
  const column: ValueColumn = {
    sql: `extractAll(facets, '(?:^| )(${facet}:[^ ]+)')`,
    readText: (text) => text.slice(facet.length + 1),
  }
  return gatherColumn(from, kind, { column, readLabel }).then((terms) =>
    terms.map((term) => ({ ...term, texts: [normalText(term.label)] })),
  )
}

/** Companies with all their names, those that employ the most people first. Each person counts once for a company. */
export async function gatherCompanies(from: Gathering, people: Snapshot): Promise<Term[]> {
  const { engine, compiler, snapshot } = from
  const { sqls, params } = await compiler.compileAll([
    visibleAt('companies', always, snapshot),
    visibleAt('people', always, people),
  ])
  requireColumns('companies', 'names org_id domain_numbers', snapshot.lacks)
  requireColumns('people', 'org_ids current_domains', people.lacks)
  const join = engine.topology.kind === 'cluster' ? 'GLOBAL LEFT JOIN' : 'LEFT JOIN'
  return readTerms<{ id: string; names: string; n: string }>(
    from,
    {
      tag: 'suggest-companies',
      sql: `SELECT toString(company) AS id, any(named) AS names, uniqExactIf(person, person != 0) AS n
        FROM (SELECT id AS company, rank, names AS named, arrayJoin(if(empty(${companyNumbers}), [toUInt64(0)], ${companyNumbers})) AS tie
          FROM companies WHERE names != '' AND ${sqls[0]}) AS companies
        ${join} (SELECT id AS person, arrayJoin(arrayDistinct(arrayConcat(org_ids, current_domains))) AS tie
          FROM people WHERE ${sqls[1]}) AS employed ON companies.tie = employed.tie
        GROUP BY company ORDER BY n DESC, any(rank), company LIMIT {most:UInt32}`,
      params: { ...params, most: maxTerms },
    },
    ({ id, names, n }) => {
      const texts = names
        .split('|')
        .map((name) => name.trim())
        .filter((name) => name !== '')
      return { texts, label: texts[0] ?? '', count: Number(n), key: id }
    },
  )
}

/** Places are told apart by the hundredth of a degree. */
const perDegree = 100

/** Towns with the people whose place is in them, the most people first. Towns without any are not listed. */
async function gatherCities(from: Gathering): Promise<Term[]> {
  const { sql, params } = await from.compiler.compile(visibleAt('people', always, from.snapshot))
  requireColumns('people', 'lat lon', from.snapshot.lacks)
  const counts = new Map<number, number>()
  await readTerms<{ south: number; west: number; n: string }>(
    from,
    {
      tag: 'suggest-cities',
      sql: `SELECT toInt32(floor(lat * ${perDegree})) AS south, toInt32(floor(lon * ${perDegree})) AS west, count() AS n
        FROM people WHERE ${sql} AND NOT isNaN(lat) AND NOT isNaN(lon) GROUP BY south, west`,
      params,
    },
    ({ south, west, n }) => {
      const index = cityIndexAt((south + 0.5) / perDegree, (west + 0.5) / perDegree)
      if (index !== undefined) counts.set(index, (counts.get(index) ?? 0) + Number(n))
      return { texts: [], label: '', count: 0, key: '' }
    },
  )
  return [...counts]
    .toSorted(([one, ofOne], [other, ofOther]) => ofOther - ofOne || one - other)
    .slice(0, maxTerms)
    .map(([index, count]) => {
      const { name, otherNames, stateName, countryCode } = readCity(index)
      const texts = [name, ...otherNames].map((each) => normalText(each))
      return {
        texts,
        label: [name, stateName, countryCode].filter(Boolean).join(', '),
        count,
        key: `${index}`,
      }
    })
}

async function gatherAreas(from: Gathering): Promise<Term[]> {
  const counted = await countAreas(from, 'people', { condition: always, snapshot: from.snapshot })
  const counts = new Map(counted.map(({ slug, count }) => [slug, count]))
  return metroAreas()
    .filter(({ outline }) => outline.type === 'circle')
    .map(({ slug, name, countryCode, synonyms }) => ({
      texts: [name, ...synonyms].map((each) => normalText(each)),
      label: `${name}, ${countryCode}`,
      count: counts.get(slug) ?? 0,
      key: slug,
    }))
    .toSorted((one, other) => other.count - one.count)
}

const industries = () => industriesBody().standardIndustries
const named = (names: readonly string[]) => new Map(names.map((name) => [tokenValue(name), name]))
let skillNames: Map<string, string> | undefined
let technologyNames: Map<string, string> | undefined

const hasToken = (facet: string, text: string): Condition => hasAll('facets', [`${facet}:${text}`])

/** How the terms of each sort are gathered. Companies need the people as well, who are passed apart. */
export const gatherers: Record<Exclude<SuggestionType, 'company'>, Gatherer> = {
  title: {
    kind: 'people',
    gather: (from) => gatherColumn(from, 'people', { column: presentTitles, readLabel: (text) => text }),
    rowsWith: ({ key }) =>
      and([
        titleContains(key),
        { kind: 'sql', text: (bind) => `has(job_titles, ${bind.value('String', ` ${key} `)})` },
      ]),
  },
  skill: {
    kind: 'people',
    gather(from) {
      skillNames ??= new Map(skillsBody().skills.map((name) => [normalText(name), name]))
      const readLabel = (text: string) => skillNames?.get(text) ?? text
      return gatherColumn(from, 'people', { column: personSkills, readLabel })
    },
    rowsWith: ({ key }) =>
      and([
        containsWords(key),
        {
          kind: 'sql',
          text: (bind) => `position(concat(words, '|'), ${bind.value('String', `|k ${key} |`)}) > 0`,
        },
      ]),
  },
  technology: {
    kind: 'companies',
    gather(from) {
      technologyNames ??= named(technologiesBody().technologies)
      const readLabel = (token: string) => technologyNames?.get(token) ?? token.replaceAll('_', ' ')
      return gatherTokens(from, 'companies', { facet: 'tech', readLabel })
    },
    rowsWith: ({ key }) => hasToken('tech', key),
  },
  industry: {
    kind: 'companies',
    async gather(from) {
      const names = named(industries())
      const readLabel = (token: string) => names.get(token) ?? token
      const carried = await gatherTokens(from, 'companies', { facet: 'ind', readLabel })
      const rest = new Map(names)
      for (const { key } of carried) rest.delete(key)
      const unused = [...rest].map(([key, label]) => ({ texts: [normalText(label)], label, count: 0, key }))
      return [...carried.filter(({ key }) => names.has(key)), ...unused]
    },
  },
  city: { kind: 'people', gather: gatherCities },
  'metro-area': { kind: 'people', gather: gatherAreas },
}
