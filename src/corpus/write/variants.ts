import { stableStringify } from '../../lib/stable-json.ts'
import type { CorpusKind, Sealed } from '../kinds/index.ts'
import type { Entity } from './merge.ts'
import type { Line } from './read-line.ts'

/** Ways of writing one entity that are kept. */
const maxVariants = 8

type Variants = NonNullable<Sealed['variants']>

/** Keeps what a line says of who it is of beside what was known: later lines may be like the one and not like the other. */
export function addVariant(
  { blocking }: Pick<CorpusKind, 'blocking'>,
  sealed: Sealed,
  { prior, line }: { prior: Entity; line: Pick<Line, 'record'> },
): void {
  if (blocking?.variant === undefined) return
  const variants = prior.sealed.variants ?? [blocking.variant(prior.members)]
  keepVariants(
    sealed,
    [...variants, blocking.variant(line.record)].filter((variant) => variant !== undefined),
  )
}

/** Gives an entity that was made of several, or made again of its lines, the variants of all of them. */
export function uniteVariants(
  { blocking }: Pick<CorpusKind, 'blocking'>,
  sealed: Sealed,
  parts: readonly Entity[],
): void {
  if (parts.every((part) => part.sealed.variants === undefined)) return
  const all = parts.flatMap((part) => part.sealed.variants ?? [blocking?.variant?.(part.members)])
  keepVariants(
    sealed,
    all.filter((variant) => variant !== undefined),
  )
}

/** The variants of an entity without those of what a merge brought. */
export function variantsWithout(
  { blocking, complete }: Pick<CorpusKind, 'blocking' | 'complete'>,
  now: Sealed,
  { before, merged }: { before: Sealed; merged: Entity },
): Variants | undefined {
  if (now.variants === undefined || blocking?.variant === undefined) return before.variants
  const old = new Set(listTexts(before.variants))
  const brought = new Set(
    listTexts([...(merged.sealed.variants ?? []), blocking.variant(complete(merged.members, '0'))]),
  )
  const left = now.variants.filter((variant) => {
    const [text = ''] = listTexts([variant])
    return old.has(text) || !brought.has(text)
  })
  return left.length > 1 ? left : before.variants
}

const listTexts = (variants: readonly unknown[] = []) => variants.map((variant) => stableStringify(variant))

function keepVariants(sealed: Sealed, variants: Variants): void {
  const distinct = [...new Map(variants.map((variant) => [stableStringify(variant), variant])).values()]
  if (distinct.length > 1) sealed.variants = distinct.slice(0, maxVariants)
}
