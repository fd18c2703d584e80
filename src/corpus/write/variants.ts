import type { CorpusKind, Sealed } from '../kinds/index.ts'
import type { Entity } from './merge.ts'
import type { Line } from './read-line.ts'

/** Ways of writing one entity that are kept. */
const mostVariants = 8

/** Keeps what a line says of who it is of beside what was known: later lines may be like the one and not like the other. */
export function addVariant(
  { blocking }: Pick<CorpusKind, 'blocking'>,
  sealed: Sealed,
  { prior, line }: { prior: Entity; line: Pick<Line, 'record'> },
): void {
  if (blocking?.variant === undefined) return
  const known = prior.sealed.variants ?? [blocking.variant(prior.members)]
  const found = [...known, blocking.variant(line.record)].filter((variant) => variant !== undefined)
  const distinct = [...new Map(found.map((variant) => [JSON.stringify(variant), variant])).values()]
  if (distinct.length > 1) sealed.variants = distinct.slice(0, mostVariants)
}
