import { isPlainObject } from '../mapping/scope.ts'

/** What a vendor documents a member to hold. A list has one entry that stands for all. */
export type Shape = 'text' | 'number' | 'flag' | readonly [Shape] | { readonly [member: string]: Shape }

/** A value that is not as documented. */
export interface Drift {
  /** `experience[].title.levels` */
  path: string
  /**
   * `unknown`: not documented. `changed`: of another type, brought to the documented one. `unreadable`: left out.
   * `unusable`: out of bounds or in another unit, left out.
   */
  kind: 'unknown' | 'changed' | 'unreadable' | 'unusable'
  value: unknown
}

/**
 * Brings a row, in place, to its documented shape as far as that loses nothing: one value where a list is due becomes a
 * list, a list of one a value, numbers texts. What cannot be read as documented is left out; members the vendor does
 * not document stay. Tells of all of these.
 */
export function conform(row: Record<string, unknown>, shape: Shape, tell: (drift: Drift) => void): void {
  conformMembers(row, shape as Readonly<Record<string, Shape>>, { path: '', tell })
}

interface DriftReport {
  path: string
  tell(drift: Drift): void
}

function conformMembers(
  holder: Record<string, unknown>,
  shape: Readonly<Record<string, Shape>>,
  report: DriftReport,
): void {
  for (const [key, value] of Object.entries(holder)) {
    if (value === null || value === undefined) continue
    const path = report.path === '' ? key : `${report.path}.${key}`
    const due = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (due === undefined) report.tell({ path, kind: 'unknown', value })
    else holder[key] = conformed(value, due, { ...report, path })
  }
}

function conformed(value: unknown, due: Shape, report: DriftReport): unknown {
  if (value === null || value === undefined) return value
  if (typeof due === 'string') return leaf(value, due, report)
  if (isList(due)) {
    const [entry] = due
    const inner = { ...report, path: `${report.path}[]` }
    if (Array.isArray(value)) return value.map((each) => conformed(each, entry, inner)).filter(isSomething)
    const only = conformed(value, entry, { ...inner, tell: () => {} })
    report.tell({ path: report.path, kind: only === undefined ? 'unreadable' : 'changed', value })
    return only === undefined ? undefined : [only]
  }
  if (isPlainObject(value)) {
    conformMembers(value, due, report)
    return value
  }
  report.tell({ path: report.path, kind: 'unreadable', value })
  return undefined
}

function leaf(value: unknown, due: 'text' | 'number' | 'flag', report: DriftReport): unknown {
  if (Array.isArray(value) && value.length <= 1) {
    report.tell({ path: report.path, kind: 'changed', value })
    return value.length === 0 ? undefined : leaf(value[0], due, { ...report, tell: () => {} })
  }
  const converted = readers[due](value)
  if (converted === undefined) report.tell({ path: report.path, kind: 'unreadable', value })
  else if (typeof converted !== typeof value) report.tell({ path: report.path, kind: 'changed', value })
  return converted
}

const readers = {
  text: (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : undefined,
  number: (value: unknown) => {
    if (typeof value === 'number') return value
    const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
    return Number.isFinite(read) ? read : undefined
  },
  flag: (value: unknown) => flags.get(value),
}

const flags = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [1, true],
  [false, false],
  ['false', false],
  [0, false],
])

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape)
const isSomething = (value: unknown) => value !== undefined && value !== null
