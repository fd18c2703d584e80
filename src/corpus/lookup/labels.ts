import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/clock.ts'
import { kinds, type CorpusKind, type EntityKind } from '../kinds/index.ts'
import type { RecordKey } from '../record-store/index.ts'

export interface Labels {
  /** Whether records of a kind have such labels. */
  has(kind: EntityKind): boolean
  /** A stored record as it is shown: with the labels of the day behind those it carries. */
  shown(kind: EntityKind, key: RecordKey, body: string, today?: number): string
}

/** Versions whose labels are remembered; some hundred bytes each. */
const maxVersions = 20_000
const dayMs = 86_400_000

/** The labels that a record carries, which no entry before them has a member for. */
const carried = /,"tags":(?:null|\[([^\]]*)\])/

/** Labels that depend on the day, in every record that is shown. Without a clock none are. */
export function openLabels(clock: Clock | undefined): Labels {
  const known = new LRUCache<string, (today: number) => readonly string[]>({ max: maxVersions })
  const isDated = (kind: EntityKind) =>
    clock !== undefined && (kinds[kind] as CorpusKind).dayLabels !== undefined
  return {
    has: isDated,
    shown(kind, { id, born }, body, today) {
      const { dayLabels }: CorpusKind = kinds[kind]
      if (clock === undefined || dayLabels === undefined) return body
      const name = `${kind} ${id} ${born}`
      let labels = known.get(name)
      if (labels === undefined) {
        labels = dayLabels(body)
        known.set(name, labels)
      }
      return withLabels(body, labels(today ?? Math.floor(clock.now() / dayMs)))
    },
  }
}

function withLabels(body: string, labels: readonly string[]): string {
  const found = labels.length === 0 ? null : carried.exec(body)
  if (found === null) return body
  const [whole, list = ''] = found
  const own = list === '' ? [] : list.split(',')
  const all = [...own, ...labels.map((label) => `"${label}"`).filter((label) => !own.includes(label))]
  if (all.length === own.length) return body
  return `${body.slice(0, found.index)},"tags":[${all.join(',')}]${body.slice(found.index + whole.length)}`
}
