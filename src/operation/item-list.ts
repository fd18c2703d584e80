import { z } from 'zod'
import { Failure } from './failure.ts'
import { optional } from './fields.ts'
import { outsideId } from './resource-id.ts'
import { definition, unwrap, withInner } from './schema-walk.ts'
import type { Members, SharedMembers } from './shared-members.ts'

/** A list of items that a request asks for one by one, and where the answer reports each. */
export interface ItemList {
  /** Member of the request. */
  list: string
  /** Member of the output: a list of the same length, or a list of entries that name their item. */
  answers: string
  /** How entries that are not aligned name their item: by the member that holds its index or its text. */
  by?: { place: string } | { text: string }
}

const reference = z.string().max(200)
const ownReference = optional(outsideId(reference)).describe('Comes back with the answer to this item.')
const referenceMember = reference.nullable().optional().describe('The clientReferenceId of the item.')

/** References beside a list of texts, for lists inside another member. */
export const referencesBeside = (list: string) =>
  optional(z.array(reference.nullable())).describe(
    `Your own references, one for each text of ${list}; each comes back with its answer.`,
  )

/** How the answer to a text carries its reference. */
export const toldReference = referenceMember

/** One for each text, undefined for a text without one. Throws Failure `invalid-request` when the numbers differ. */
export function checkedReferences(
  references: readonly (string | null)[] | undefined,
  { count, list, path }: { count: number; list: string; path: string },
): Reference[] {
  if (references !== undefined && references.length !== count) {
    const message = `Expected one reference, or null, for each of the ${count} of ${list}.`
    throw new Failure('invalid-request', { issues: [{ path, message, code: 'custom' }] })
  }
  return (references ?? []).map((each) => each ?? undefined)
}

export type Reference = string | undefined

/**
 * Lets the items of a list carry the client's own references. Items that are objects get a member for it; a list of texts
 * gets a list of references beside it, `clientReferenceIds`, one for each text.
 */
export function itemReferences(
  { list, answers, by }: ItemList,
  { input, output }: { input: z.ZodObject; output: z.ZodObject },
): SharedMembers {
  const items = input.shape[list] as z.ZodType
  const entries = output.shape[answers] as z.ZodType
  const isObjects = elementType(items) === 'object'
  const isInEntry = elementType(entries) === 'object'
  const itemShape: z.ZodRawShape = isObjects
    ? { [list]: withElement(items, (element) => element.safeExtend({ clientReferenceId: ownReference })) }
    : {
        clientReferenceIds: referencesBeside(list),
      }
  const answered: z.ZodRawShape = isInEntry
    ? {
        [answers]: withElement(entries, (element) =>
          element.safeExtend({ clientReferenceId: referenceMember }),
        ),
      }
    : {
        clientReferenceIds: z
          .array(reference.nullable())
          .optional()
          .describe(`Aligned with ${answers}, where any item has one.`),
      }
  return {
    input: input.safeExtend(itemShape),
    output: output.safeExtend(answered),
    take(members) {
      const { input: own, references } = isObjects ? fromItems(list, members) : fromBeside(list, members)
      const items = own[list] as unknown[]
      if (references.every((each) => each === undefined)) return { input: own, add: (answer) => answer }
      if (!isInEntry) {
        const clientReferenceIds = references.map((each) => each ?? null)
        return { input: own, add: (answer) => ({ ...answer, clientReferenceIds }) }
      }
      const findReference = (entry: Members, index: number) =>
        references[findPlace(by, items, { entry, index })] ?? null
      return { input: own, add: (answer) => addToEntries(answer, answers, findReference) }
    },
  }
}

/** The answer with the reference of each entry. */
function addToEntries(
  answer: Members,
  answers: string,
  findReference: (entry: Members, index: number) => string | null,
): Members {
  const entries = (answer[answers] as Members[] | null | undefined)?.map((entry, index) => ({
    ...entry,
    clientReferenceId: findReference(entry, index),
  }))
  return entries === undefined ? answer : { ...answer, [answers]: entries }
}

/** Which item an entry answers. */
function findPlace(
  by: ItemList['by'],
  items: readonly unknown[],
  { entry, index }: { entry: Members; index: number },
): number {
  if (by === undefined) return index
  return 'place' in by ? (entry[by.place] as number) : items.indexOf(entry[by.text])
}

function fromItems(list: string, input: Members) {
  const items = (input[list] ?? []) as Members[]
  const own = items.map(({ clientReferenceId, ...item }) => ({ clientReferenceId, item }))
  return {
    input: input[list] === undefined ? input : { ...input, [list]: own.map(({ item }) => item) },
    references: own.map(({ clientReferenceId }) => clientReferenceId as Reference),
  }
}

function fromBeside(list: string, { clientReferenceIds, ...input }: Members) {
  const references = clientReferenceIds as (string | null)[] | undefined
  const count = ((input[list] ?? []) as unknown[]).length
  return { input, references: checkedReferences(references, { count, list, path: 'clientReferenceIds' }) }
}

const elementType = (list: z.ZodType) => {
  const { element } = definition(unwrap(list))
  return element === undefined ? undefined : definition(unwrap(element)).type
}

/** The list with other elements, in the same wrappers and with the same bounds. */
function withElement(list: z.ZodType, change: (element: z.ZodObject) => z.ZodObject): z.ZodType {
  if (definition(list).type === 'array') return withInner(list, (element) => change(element as z.ZodObject))
  return withInner(list, (inner) => withElement(inner, change))
}
