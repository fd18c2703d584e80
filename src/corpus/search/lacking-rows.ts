import { BeingRebuilt, requireTokens, type Lacks, type Snapshot } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { compileInto, type Condition } from './condition.ts'

/**
 * A condition that fails with BeingRebuilt where it reads what the stored rows lack, since they would silently give a
 * wrong answer. Other conditions stay as they are. Conditions nested in SQL on other kinds are checked where they are
 * made.
 */
export function withinRows(kind: EntityKind, condition: Condition, snapshot: Snapshot): Condition {
  const { lacks } = snapshot
  if (lacks === undefined) return condition
  if (lacks.rows === 'all') throw new BeingRebuilt(`the search rows of ${kind}`)
  return checked(kind, condition, lacks)
}

function checked(kind: EntityKind, condition: Condition, lacks: Lacks): Condition {
  const within = (part: Condition) => checked(kind, part, lacks)
  switch (condition.kind) {
    case 'tokens':
      requireFacets(kind, condition, lacks)
      return condition
    case 'identified':
      requireTokens(condition.entity, condition.tokens, lacks)
      return condition
    case 'sql':
      return {
        kind: 'sql',
        text: (bind) => {
          const text = compileInto(condition, bind)
          requireColumns(kind, text, lacks)
          return text
        },
      }
    case 'and':
    case 'or':
      return { ...condition, parts: condition.parts.map(within) }
    case 'not':
      return { ...condition, part: within(condition.part) }
    case 'excluding':
      return { ...condition, whole: within(condition.whole) }
    case 'split':
      return { ...condition, whole: within(condition.whole), parts: condition.parts.map(within) }
    default:
      return condition
  }
}

const readSort = (token: string) => token.slice(0, token.indexOf(':'))

/** Fails where the stored rows lack tokens of these sorts. */
export function requireFacets(
  kind: EntityKind,
  { column, tokens }: Pick<Extract<Condition, { kind: 'tokens' }>, 'column' | 'tokens'>,
  { rows }: Lacks = {},
): void {
  if (rows === undefined || rows === 'all') return
  const isLacking =
    rows.columns.has(column) ||
    (column === 'facets' && tokens.some((token) => rows.facets.has(readSort(token))))
  if (isLacking) throw new BeingRebuilt(`some of the search rows of ${kind}`)
}

/**
 * Fails where SQL names a column that the stored rows lack. A text that reads facets without naming a sort counts as
 * reading all of them.
 */
export function requireColumns(kind: EntityKind, text: string, { rows }: Lacks = {}): void {
  if (rows === undefined) return
  if (rows === 'all') throw new BeingRebuilt(`the search rows of ${kind}`)
  const lacking = rows.facets.size > 0 ? [...rows.columns, 'facets'] : [...rows.columns]
  const isRead = lacking.some((column) => new RegExp(`\\b${column}\\b`).test(text))
  if (isRead) throw new BeingRebuilt(`some of the search rows of ${kind}`)
}
