import { z } from 'zod'
import { Failure } from './failure.ts'
import { optional } from './fields.ts'
import { outsideId } from './resource-id.ts'
import { definition, unwrap, withInner } from './schema-walk.ts'

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

/** `clientReferenceId` of an operation's items: what it adds to the schemas, and how it comes back. */
export interface ItemReferences {
  input: z.ZodObject
  output: z.ZodObject
  /** The handler's input without references, and the references, one for each item. Throws Failure `invalid-request`. */
  take(input: Record<string, unknown>): { input: Record<string, unknown>; references: Reference[] }
  /** The answer with the references; unchanged when none was sent. */
  add(
    output: Record<string, unknown>,
    input: Record<string, unknown>,
    references: readonly Reference[],
  ): Record<string, unknown>
}

export type Reference = string | undefined

/**
 * Lets the items of a list carry the client's own references. Items that are objects get a member for it; a list of texts
 * gets a list of references beside it, `clientReferenceIds`, one for each text.
 */
export function itemReferences(
  { list, answers, by }: ItemList,
  { input, output }: { input: z.ZodObject; output: z.ZodObject },
): ItemReferences {
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
    take: (members) => (isObjects ? fromItems(list, members) : fromBeside(list, members)),
    add(answer, members, references) {
      if (references.every((each) => each === undefined)) return answer
      if (!isInEntry) return { ...answer, clientReferenceIds: references.map((each) => each ?? null) }
      const findPlace = placeFinder(by, members[list] as unknown[])
      const withReferences = (answer[answers] as object[] | null | undefined)?.map((entry, index) => ({
        ...entry,
        clientReferenceId: references[findPlace(entry as Record<string, unknown>, index)] ?? null,
      }))
      return withReferences === undefined ? answer : { ...answer, [answers]: withReferences }
    },
  }
}

function placeFinder(by: ItemList['by'], items: readonly unknown[]) {
  return (entry: Record<string, unknown>, index: number): number => {
    if (by === undefined) return index
    return 'place' in by ? (entry[by.place] as number) : items.indexOf(entry[by.text])
  }
}

function fromItems(list: string, input: Record<string, unknown>) {
  const items = (input[list] ?? []) as Record<string, unknown>[]
  const own = items.map(({ clientReferenceId, ...item }) => ({ clientReferenceId, item }))
  return {
    input: input[list] === undefined ? input : { ...input, [list]: own.map(({ item }) => item) },
    references: own.map(({ clientReferenceId }) => clientReferenceId as Reference),
  }
}

function fromBeside(list: string, { clientReferenceIds, ...input }: Record<string, unknown>) {
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
