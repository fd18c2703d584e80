import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { companyRules } from '../../src/capabilities/trackers/rules/company-rules.ts'
import { companyFilterRules } from '../../src/capabilities/trackers/rules/filter-rules.ts'
import { readCatalogue } from '../../src/corpus/datasets/index.ts'

// The table of docs/guide/trackers.md that says what feeds a rule, against the rules and the mappings that there are.

const page = await readFile('docs/guide/trackers.md', 'utf8')
const datasets = await readCatalogue()

/** Data sets that the cell of a rule names. */
const feeds = new Map<string, Set<string>>()
const rows = page.split('## What feeds a rule')[1]?.split('\n## ')[0]?.split('\n') ?? []
for (const row of rows) {
  const [, rules = '', cell = ''] = row.split('|')
  const names = [...cell.split(/; a company|\. All/)[0]!.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  for (const [, rule = ''] of rules.matchAll(/`([^`]+)`/g))
    feeds.set(rule, new Set(names.filter((name) => datasets.some((each) => each.name === name))))
}

test('every rule about companies is in it, once', () => {
  const types = [...companyRules, ...companyFilterRules].map(({ type }) => type)
  expect([...feeds.keys()].toSorted()).toEqual([...types].toSorted())
})

test.each([
  [['company_name_changed'], 'preferred_name'],
  [['hq_location_changed', 'new_office_location'], 'location_consensus'],
  [['company_status_changed', 'company_went_inactive'], 'status_consensus'],
  [
    ['headcount_crossed_threshold', 'headcount_growth_percent', 'employee_count_milestone'],
    'employee_count_consensus',
  ],
  [['company_logo_changed'], 'logo_url'],
  [['company_description_changed'], 'short_description'],
  [['funding_stage_changed'], 'funding_stage'],
  [['technology_added'], 'technologies'],
  [['follower_count_growth'], 'li_follower_count'],
  [['new_investor'], 'investors'],
  [['acquired_company'], 'acquisitions'],
])('%s: the data sets that it names are those that give %s', async (rules, member) => {
  const giving: string[] = []
  for (const { name, folder, entry } of datasets)
    for (const file of entry.maps) {
      const map = parse(await readFile(join(folder, file), 'utf8')) as { kind: string; record: object }
      if (map.kind === 'companies' && member in map.record) giving.push(name)
    }
  for (const rule of rules) expect([rule, [...(feeds.get(rule) ?? [])].toSorted()]).toEqual([rule, giving])
})

test('rounds are fed by the data sets that have a map of rounds', async () => {
  const giving: string[] = []
  for (const { name, maps } of datasets)
    if (maps.some(({ mapping }) => mapping.kind === 'funding')) giving.push(name)
  expect([...(feeds.get('new_funding_round') ?? [])]).toEqual(giving)
})
