import { refusals, surprises, type Difference, type ValueLists } from './compare.ts'
import type { ContractOperation, Direction } from './contract.ts'
import { JsonPlaces, type JsonSchema, type Place } from './json-places.ts'
import { stepsOf, type Step } from './notation.ts'
import { movedTo } from './reviewed.ts'

/** What of the OpenAPI document is compared. */
export interface Described {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, JsonSchema> }
}

interface DescribedOperation {
  operationId?: string
  parameters?: { name?: string; required?: boolean; schema?: JsonSchema }[]
  requestBody?: { content: { 'application/json'?: { schema: JsonSchema } } }
  responses?: Record<string, { content?: { 'application/json'?: { schema: JsonSchema } } }>
}

/** The operations of the contract that are served, and where each differs from it. */
export function differencesOf(
  contract: readonly ContractOperation[],
  document: Described,
  lists: ValueLists,
): { served: string[]; differences: Difference[] } {
  const places = new JsonPlaces(document.components.schemas)
  const described = new Map(
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation]),
  )
  const served = contract.filter(({ id }) => described.has(id))
  const differences = served.flatMap((operation) =>
    (['request', 'output'] as const).flatMap((direction) =>
      differencesIn(operation, direction, { places, lists, described: described.get(operation.id) ?? {} }),
    ),
  )
  return { served: served.map(({ id }) => id), differences }
}

interface Against {
  places: JsonPlaces
  lists: ValueLists
  described: DescribedOperation
}

function differencesIn(
  operation: ContractOperation,
  direction: Direction,
  { places, lists, described }: Against,
): Difference[] {
  const compared = direction === 'request' ? refusals : surprises
  const missing: string[] = []
  return [...operation[direction]].flatMap(([path, member]) => {
    // What is in a member that is not there is not there either: said once.
    if (missing.some((parent) => path.startsWith(parent)) || tellsBranch(path)) return []
    const place = placeOf(described, {
      places,
      direction,
      steps: stepsOf(movedTo(operation.id, direction, path)),
    })
    if (!place) missing.push(path)
    return compared(member, place, lists).map((what) => ({ at: `${operation.id} ${direction}${path}`, what }))
  })
}

/** The member that tells branches apart is compared with them. */
const tellsBranch = (path: string): boolean => /<(\w+)=[^<>]*>\.\1$/.test(path)

function placeOf(
  described: DescribedOperation,
  { places, direction, steps }: { places: JsonPlaces; direction: Direction; steps: Step[] },
): Place | undefined {
  if (direction === 'output') {
    const answer = described.responses?.['200']?.content?.['application/json']?.schema ?? {}
    return places.at(answer, [{ kind: 'member', name: 'output' }, ...steps])
  }
  const [first] = steps
  const parameter = described.parameters?.find(({ name }) => first?.kind === 'member' && name === first.name)
  if (parameter?.schema) {
    const place = places.at(parameter.schema, steps.slice(1))
    return place && steps.length === 1 ? { ...place, isOptional: parameter.required !== true } : place
  }
  return places.at(described.requestBody?.content['application/json']?.schema ?? {}, steps)
}
