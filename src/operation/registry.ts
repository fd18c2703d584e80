import { isOperation, type AnyOperation } from './define.ts'

/** Every operation of the service, in the order of the operation index. */
export interface Registry {
  readonly operations: readonly AnyOperation[]
  find(operationId: string): AnyOperation | undefined
}

/** Refuses two operations with one id or one route: the second would silently never answer. */
export function createRegistry(operations: Iterable<AnyOperation>): Registry {
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
  return { operations: [...byId.values()], find: (operationId) => byId.get(operationId) }
}
