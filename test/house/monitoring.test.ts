import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { milli } from '../../src/lib/credits.ts'
import { openTelemetry, type Backlogs } from '../../src/platform/telemetry/index.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')

interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string }
}

const { groups } = parse(read('prometheus-alerts.yaml')) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}

const dashboard = JSON.parse(read('grafana-dashboard.json')) as {
  uid: string
  panels: Panel[]
  templating: { list: { name: string; query: string | { query: string } }[] }
}

/** Something of each, so that all labels are there. */
const backlogs: Backlogs = {
  jobs: [{ kind: 'enrichList', state: 'queued', count: 3, oldestSeconds: 7 }],
  webhooks: { waiting: 2, oldestSeconds: 5 },
  sources: [{ source: 'crm', isOpen: true, attempts: { found: 4, failed: 1 } }],
  commits: [{ kind: 'companies', behind: 1, publishedSeconds: 60 }],
  diskFree: 1e9,
  searchAnswers: { count: { memory: 3, engine: 1 } },
  backupSeconds: 3_600,
  trialSeconds: 86_400,
  trialFailed: false,
  spansLost: 2,
}

function opened(read: () => Promise<Partial<Backlogs>>) {
  const stores = async () => ({ postgres: true, clickhouse: false })
  return openTelemetry({ db: { poolStatus: { total: 3, idle: 2, waiting: 0 } }, stores, backlogs: read })
}

let text: string
/** Names of what Prometheus keeps of a scrape, and the labels of each. */
const series = new Map<string, Set<string>>([['up', new Set()]])

beforeAll(async () => {
  const telemetry = opened(async () => backlogs)
  telemetry.answered({ operationId: 'companySearch', status: 200, durationMs: 5 })
  telemetry.charged(milli(1_000), 'request')
  text = (await telemetry.text()).body
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const own = series.get(name) ?? new Set()
    series.set(name, own)
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) own.add(label)
  }
})

/** Labels that Prometheus gives by itself. */
const given = ['instance', 'job']

/** What an expression names that is not there; throws where it is no PromQL. */
function unknownIn(expr: string): string[] {
  const names: string[] = []
  const labels: string[] = []
  parser.parse(expr).iterate({
    enter({ name, type, from, to, node }) {
      if (type.isError) throw new SyntaxError(`no PromQL at ${from}: ${expr}`)
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector') names.push(expr.slice(from, to))
      if (name === 'LabelName') labels.push(expr.slice(from, to))
    },
  })
  const known = new Set([...given, ...names.flatMap((name) => [...(series.get(name) ?? [])])])
  return [...names.filter((name) => !series.has(name)), ...labels.filter((label) => !known.has(label))]
}

/** As Grafana sends it. */
const filledIn = (expr: string) =>
  expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$(instance|job)/g, '.*')

describe('deploy/prometheus-alerts.yaml', () => {
  test('is made of rules that parse and name what /metrics tells', () => {
    expect(rules.length).toBeGreaterThan(10)
    for (const { alert, expr } of rules) expect(unknownIn(expr), alert).toEqual([])
  })

  test('says of each alert how bad it is and what it means, under a name of its own', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { alert, for: wait = '0s', labels, annotations } of rules) {
      expect(alert).toMatch(/^Almanac[A-Z]\w+$/)
      expect(wait).toMatch(/^\d+[smhd]$/)
      expect(['page', 'ticket']).toContain(labels.severity)
      expect(annotations.summary.length, alert).toBeGreaterThan(20)
    }
  })

  test('a name or label that is not there, and what is no PromQL, would be found', () => {
    expect(unknownIn('max(almanac_jobs_oldest_minutes)')).toEqual(['almanac_jobs_oldest_minutes'])
    expect(unknownIn('sum by (stat) (rate(almanac_requests_total[5m]))')).toEqual(['stat'])
    expect(() => unknownIn('sum by (rate(')).toThrow(SyntaxError)
  })
})

describe('deploy/grafana-dashboard.json', () => {
  const expressions = dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [title, filledIn(expr)] as const),
  )

  test('asks for what /metrics tells', () => {
    expect(expressions.length).toBeGreaterThan(15)
    for (const [title, expr] of expressions) expect(unknownIn(expr), title).toEqual([])
  })

  test('shows every backlog, and its panels lie beside each other', () => {
    const own = [...text.matchAll(/^# TYPE (almanac_\w+) /gm)].map(([, name = '']) => name)
    expect(own.filter((name) => !expressions.some(([, expr]) => expr.includes(name)))).toEqual([])
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })
})

describe('a scrape', () => {
  test('reads all backlogs once, and has no line of what could not be read', async () => {
    let reads = 0
    const telemetry = opened(async () => {
      reads += 1
      return reads === 1 ? backlogs : {}
    })
    expect((await telemetry.text()).body).toContain('almanac_jobs{kind="enrichList",state="queued"} 3')
    expect(reads).toBe(1)
    const { body } = await telemetry.text()
    for (const name of ['jobs', 'disk_free_bytes', 'webhook_deliveries_due', 'source_attempts_total']) {
      expect(body).toContain(`# TYPE almanac_${name} `)
      expect(body).not.toMatch(new RegExp(`^almanac_${name}[ {]`, 'm'))
    }
  })
})
