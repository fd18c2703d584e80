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
  const found = distinct([...known, blocking.variant(line.record)])
  if (found.length > 1) sealed.variants = found
}

/** The ways in which some entities were written that are one now. */
export function variantsOf(
  { blocking }: Pick<CorpusKind, 'blocking'>,
  entities: readonly Pick<Entity, 'members' | 'sealed'>[],
): Record<string, unknown>[] {
  return distinct(
    entities.flatMap(({ members, sealed }) => sealed.variants ?? [blocking?.variant?.(members)]),
  )
}

function distinct(variants: readonly (Record<string, unknown> | undefined)[]): Record<string, unknown>[] {
  const found = variants.filter((variant) => variant !== undefined)
  return [...new Map(found.map((variant) => [JSON.stringify(variant), variant])).values()].slice(
    0,
    mostVariants,
  )
}
