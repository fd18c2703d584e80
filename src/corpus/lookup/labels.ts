import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/clock.ts'
import { kinds, type CorpusKind, type EntityKind } from '../kinds/index.ts'
import type { RecordKey } from '../record-store/index.ts'
import { dayMs } from '../../lib/time.ts'

export interface Labels {
  /** Whether records of a kind have labels by the day. */
  dependsOnDay(kind: EntityKind): boolean
  /** A stored record with the labels of the day after its own. */
  show(kind: EntityKind, key: RecordKey, body: string, today?: number): string
}

/** Versions whose labels are remembered, at some hundred bytes each. */
const maxVersions = 20_000
/** The labels of a record. No member before them is called so. */
const tagsMember = /,"tags":(?:null|\[([^\]]*)\])/

/** Adds the labels of the day to every record that is shown. Without a clock it adds none. */
export function openLabels(clock: Clock | undefined): Labels {
  const labelsByVersion = new LRUCache<string, (today: number) => readonly string[]>({ max: maxVersions })
  const dependsOnDay = (kind: EntityKind) =>
    clock !== undefined && (kinds[kind] as CorpusKind).dayLabels !== undefined
  return {
    dependsOnDay,
    show(kind, { id, born }, body, today) {
      const { dayLabels }: CorpusKind = kinds[kind]
      if (clock === undefined || dayLabels === undefined) return body
      const name = `${kind} ${id} ${born}`
      let labels = labelsByVersion.get(name)
      if (labels === undefined) {
        labels = dayLabels(body)
        labelsByVersion.set(name, labels)
      }
      return addLabels(body, labels(today ?? Math.floor(clock.now() / dayMs)))
    },
  }
}

function addLabels(body: string, labels: readonly string[]): string {
  const match = labels.length === 0 ? null : tagsMember.exec(body)
  if (match === null) return body
  const [whole, list = ''] = match
  const own = list === '' ? [] : list.split(',')
  const all = [...own, ...labels.map((label) => `"${label}"`).filter((label) => !own.includes(label))]
  if (all.length === own.length) return body
  return `${body.slice(0, match.index)},"tags":[${all.join(',')}]${body.slice(match.index + whole.length)}`
}
