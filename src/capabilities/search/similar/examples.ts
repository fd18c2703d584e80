import type { Call } from '../../../operation/index.ts'
import type { EntityKind } from '../../../corpus/commits/index.ts'
import { findNow, firstNamed, type FoundRecord } from '../../../corpus/lookup/index.ts'
import type { SearchDeps } from '../slice.ts'

/** The examples that the corpus knows; of those it does not a warning says which. */
export async function findExamples(
  { search }: SearchDeps,
  call: Call,
  { kind, member, tokens }: { kind: EntityKind; member: string; tokens: readonly (readonly string[])[] },
): Promise<FoundRecord[]> {
  const wanted = tokens.flat()
  // They are compared with rows of the index, which know no labels of the day.
  const question = { tokens: wanted, perToken: 1, isAsStored: true, signal: call.signal }
  const records = wanted.length === 0 ? [] : await findNow(search, kind, question)
  const examples = firstNamed(records, tokens)
  for (const [index, example] of examples.entries())
    if (example === undefined) call.warn(`${member}[${index}]`, 'This example is not in the corpus.')
  return [...new Map(examples.flatMap((each) => (each === undefined ? [] : [[each.id, each]]))).values()]
}
