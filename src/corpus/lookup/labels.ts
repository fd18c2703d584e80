import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/clock.ts'
import { kinds, type CorpusKind, type EntityKind } from '../kinds/index.ts'
import type { RecordKey } from '../record-store/index.ts'
import { dayMs } from '../../lib/time.ts'

export interface Labels {
  /** Whether records of a kind are shown with more than is stored. */
  showMore(kind: EntityKind): boolean
  /** A stored record as it is shown: with its entity's id, and the labels of the day after those it carries. */
  show(kind: EntityKind, key: RecordKey, body: string, today?: number): string
}

/** Versions whose labels are remembered, at some hundred bytes each. */
const maxVersions = 20_000
/** The labels of a record. No member before them is called so. */
const tagsMember = /,"tags":(?:null|\[([^\]]*)\])/

/** Adds entity ids, and labels that depend on the day, to every record that is shown. Without a clock it adds nothing. */
export function openLabels(clock: Clock | undefined): Labels {
  const labelsByVersion = new LRUCache<string, (today: number) => readonly string[]>({ max: maxVersions })
  const hasEntityId = (kind: EntityKind) => 'entity_id' in (kinds[kind] as CorpusKind).record.shape
  const dependsOnDay = (kind: EntityKind) => (kinds[kind] as CorpusKind).dayLabels !== undefined
  return {
    showMore: (kind) => clock !== undefined && (hasEntityId(kind) || dependsOnDay(kind)),
    show(kind, { id, born }, stored, today) {
      if (clock === undefined) return stored
      const { dayLabels }: CorpusKind = kinds[kind]
      const body = hasEntityId(kind) ? addEntityId(stored, id) : stored
      if (dayLabels === undefined) return body
      const name = `${kind} ${id} ${born}`
      let labels = labelsByVersion.get(name)
      if (labels === undefined) {
        labels = dayLabels(stored)
        labelsByVersion.set(name, labels)
      }
      return addLabels(body, labels(today ?? Math.floor(clock.now() / dayMs)))
    },
  }
}

/** Put first, so that whoever reads a record by eye sees it. */
function addEntityId(body: string, id: string): string {
  return `{"entity_id":"${id}"${body === '{}' ? '' : ','}${body.slice(1)}`
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
