import type { z } from 'zod'
import { isOperation, type AnyOperation } from './define.ts'
import { failures, type FailureKind } from './failure.ts'
import { defaultPlatformNames, type PlatformNames } from '../lib/platform-names.ts'
import { withPlatformNames, type NamedOperations } from './platform-names.ts'

/** An event in words, for destinations that people read. */
export interface EventWords {
  /** One sentence. */
  title: string
  /** Further details, in order: names and values. */
  facts: readonly (readonly [name: string, value: string])[]
}

/** An event that receivers are sent, as the documents show it. */
export interface ToldEvent {
  key: string
  group: string
  describe: string
  schema: z.ZodType
  example: object
  /** Set when the event may be about a list. */
  listId?(data: never): string
  /** Set when the event has its own wording. */
  words?(data: never): EventWords
}

/** Every operation of the service, in the order of the operation index. */
export interface Registry {
  readonly operations: readonly AnyOperation[]
  find(operationId: string): AnyOperation | undefined
  /** Every event there is, by key. */
  readonly events: readonly ToldEvent[]
  /** Every failure, by code: those of the kernel and those that operations declare. */
  readonly failures: ReadonlyMap<string, FailureKind>
  /** Puts this deployment's names into a text that mentions operations; undefined when all names are the declared ones. */
  readonly translate: NamedOperations['translate']
}

/**
 * The operations, with platform operations under the names they have here. Refuses two operations with one id or one route,
 * because the second would silently never answer, and two failures with one code.
 */
export function createRegistry(
  declared: Iterable<AnyOperation>,
  events: readonly ToldEvent[] = [],
  names: PlatformNames = defaultPlatformNames,
): Registry {
  const { operations, translate } = withPlatformNames([...declared], names)
  const byId = new Map<string, AnyOperation>()
  const routes = new Map<string, string>()
  for (const operation of operations) {
    if (!isOperation(operation)) throw new Error('createRegistry takes operations made by operationsOf')
    const route = `${operation.method} ${operation.path.replaceAll(/\{\w+\}/g, '{}')}`
    const other = routes.get(route)
    if (other !== undefined) throw new Error(`${operation.id} and ${other} share the route ${route}`)
    if (byId.has(operation.id)) throw new Error(`two operations are called ${operation.id}`)
    routes.set(route, operation.id)
    byId.set(operation.id, operation)
  }
  const all = [...byId.values()]
  return {
    operations: all,
    failures: buildCatalogue(all),
    find: (operationId) => byId.get(operationId),
    events,
    translate,
  }
}

function buildCatalogue(operations: readonly AnyOperation[]): Map<string, FailureKind> {
  const catalogue = new Map<string, FailureKind>(Object.entries(failures))
  for (const { id, fails } of operations) {
    for (const { code, ...kind } of fails) {
      const other = catalogue.get(code)
      if (other !== undefined && other.message !== kind.message)
        throw new Error(`${id}: another slice already has a failure ${code}`)
      catalogue.set(code, kind)
    }
  }
  return catalogue
}
